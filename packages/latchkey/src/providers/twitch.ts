import type { OAuthUserConfig, OIDCConfig } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'

/** @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/#requesting-claims */
export interface TwitchProfile extends Profile {
  sub: string
  /** The name that is shown. */
  preferred_username: string
}

/**
 * Twitch. Environment: `AUTH_TWITCH_ID`, `AUTH_TWITCH_SECRET`.
 *
 * Twitch puts a claim into its ID tokens only when the parameter `claims` asks for it: whoever sets another names all that are wanted.
 *
 * @see https://dev.twitch.tv/console/apps Register an application
 * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oidc/ Documentation
 */
export default function Twitch(options: OAuthUserConfig<TwitchProfile> = {}): OIDCConfig<TwitchProfile> {
  return {
    id: 'twitch',
    name: 'Twitch',
    type: 'oidc',
    issuer: 'https://id.twitch.tv/oauth2',
    authorization: {
      params: {
        scope: 'openid user:read:email',
        claims: { id_token: { email: null, email_verified: null, picture: null, preferred_username: null } },
      },
    },
    token: { conform },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    style: { brandColor: '#9146ff', icon: () => import('../icons/twitch.ts') },
    options,
  }
}

interface TwitchAnswer {
  /** The standard has text, with spaces between the scopes. */
  scope?: string[]
  /** What is wrong, where the standard has `error`. */
  message?: string
}

async function conform(response: Response): Promise<Response> {
  const { scope, message, ...answer } = (await response.json()) as TwitchAnswer
  if (response.ok) return Response.json({ ...answer, scope: scope?.join(' ') })
  return Response.json({ error: 'invalid_request', error_description: message }, { status: response.status })
}
