import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://docs.slack.dev/reference/methods/openid.connect.token */
export interface SlackProfile extends Profile {
  /** ID of the user. */
  sub: string
  'https://slack.com/user_id': string
  /** ID of the workspace. */
  'https://slack.com/team_id': string
  'https://slack.com/user_image_192'?: string
}

/**
 * Returns the Sign in with Slack provider.
 *
 * Set `AUTH_SLACK_ID` and `AUTH_SLACK_SECRET` to the client ID and client secret of your
 * application.
 *
 * Slack accepts only HTTPS callback URLs. Leave PKCE off in the application's settings: Slack
 * supports it only for clients without a secret.
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
