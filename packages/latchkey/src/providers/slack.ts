import type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'
import type { RevocationRequest } from '../types/providers/oauth-endpoints.ts'
import type { Profile } from '../types/user.ts'

export type { OAuthUserConfig, OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://docs.slack.dev/reference/methods/openid.connect.token */
export interface SlackProfile extends Profile {
  /** User ID. */
  sub: string
  'https://slack.com/user_id': string
  /** Workspace ID. */
  'https://slack.com/team_id': string
  'https://slack.com/user_image_192'?: string
}

/**
 * Returns the Sign in with Slack provider.
 *
 * Set `AUTH_SLACK_ID` and `AUTH_SLACK_SECRET` to your application's client ID and client secret.
 *
 * Create the application:
 * 1. Choose **Create New App** and **From scratch**. Enter a name, and select a workspace.
 * 2. Open **OAuth & Permissions**, and add the callback URL under **Redirect URLs**. Save the URLs.
 * 3. Leave **PKCE** off. It makes the application a public client, and only Slack can turn it off
 *    again.
 * 4. Open **Basic Information**, and copy the **Client ID** and the **Client Secret**.
 *
 * E-mail address: The address counts as verified if the claim `email_verified` is `true`.
 *
 * Limits:
 * - Callback URLs must use HTTPS, during development too.
 * - Until you distribute the application under **Manage Distribution**, only its workspace's
 *   members can sign in.
 *
 * @see https://api.slack.com/apps Register an application
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/ Documentation
 */
export default function Slack<P extends SlackProfile = SlackProfile>(
  options: OAuthUserConfig<P> = {},
): OIDCConfig<P> {
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
    revocation: { types: ['access_token'], request: revoke },
    endSession: false,
    style: { brandColor: '#4a154b' },
    options,
  }
}

/** Revokes an access token. Slack returns errors with status 200. */
async function revoke({ token, fetch }: RevocationRequest): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch('https://slack.com/api/auth.revoke', { method: 'POST', headers })
  const result = (await response.clone().json()) as { ok: boolean }
  return result.ok ? response : Response.json(result, { status: 400 })
}
