import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://docs.slack.dev/reference/methods/openid.connect.token */
export interface SlackProfile extends Profile {
  /** Id of the person. */
  sub: string
  'https://slack.com/user_id': string
  /** Id of the workspace. */
  'https://slack.com/team_id': string
  'https://slack.com/user_image_192'?: string
}

/**
 * Sign in with Slack. Environment: `AUTH_SLACK_ID`, `AUTH_SLACK_SECRET`.
 *
 * It takes only callback URLs with HTTPS. Leave PKCE off in the settings of the application: Slack has it for clients without a secret only.
 *
 * @see https://api.slack.com/apps Register an application
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/ Documentation
 */
export default function Slack(options: OAuthUserConfig<SlackProfile> = {}): OIDCConfig<SlackProfile> {
  return {
    id: 'slack',
    name: 'Slack',
    type: 'oidc',
    issuer: 'https://slack.com',
    omits: ['pkce'],
    profile: ({ sub, name, email, picture, 'https://slack.com/user_image_192': image }) => ({
      id: sub,
      name,
      email,
      image: picture ?? image,
    }),
    style: { brandColor: '#4a154b' },
    options,
  }
}
