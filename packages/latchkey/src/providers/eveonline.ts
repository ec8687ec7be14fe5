import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/**
 * Access token claims.
 *
 * @see https://developers.eveonline.com/docs/services/sso/#validating-jwt-tokens
 */
export interface EVEOnlineProfile {
  /** `CHARACTER:EVE:` followed by the character ID. */
  sub: string
  /** Character's name. */
  name: string
  /** Changes when the character is sold to another player. */
  owner: string
  /** Granted scopes: an array, or a string if there is only one. */
  scp?: string | string[]
}

/**
 * Returns the EVE Online provider.
 *
 * Set `AUTH_EVEONLINE_ID` and `AUTH_EVEONLINE_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the developer portal, open **Applications** and choose **Create New Application**.
 * 2. Enter a name and a description. If the form asks for a connection type, select
 *    **Authentication & API Access**.
 * 3. Add the scope `publicData`, and all other scopes that you request.
 * 4. Paste the callback URL into **Callback URL**, and create the application.
 * 5. Copy the client ID and the secret key.
 *
 * Scopes: `publicData` gives access to public data. To read skills too,
 * add `esi-skills.read_skills.v1`.
 *
 * Limits:
 * - An application can request only the scopes that it is registered with.
 *
 * An account stands for a character, not for a player: a player with three characters has three
 * accounts. Characters can also be sold. If that matters to your application, compare `owner` in
 * the profile.
 *
 * @see https://developers.eveonline.com/applications Register an application
 * @see https://developers.eveonline.com/docs/services/sso/ Documentation
 */
export default function EVEOnline(
  options: OAuthUserConfig<EVEOnlineProfile> = {},
): OAuth2Config<EVEOnlineProfile> {
  return {
    id: 'eveonline',
    name: 'EVE Online',
    type: 'oauth',
    issuer: 'https://login.eveonline.com',
    authorization: { url: 'https://login.eveonline.com/v2/oauth/authorize', params: { scope: 'publicData' } },
    token: 'https://login.eveonline.com/v2/oauth/token',
    // No request is needed: the access token is a JWT with the whole profile. It came directly from
    // EVE Online over TLS, so its signature is not verified.
    userinfo: { request: ({ tokens }) => decodePayload(tokens.access_token) },
    profile: ({ sub, name }) => {
      const id = sub.replace('CHARACTER:EVE:', '')
      return { id, name, email: null, image: `https://images.evetech.net/characters/${id}/portrait?size=128` }
    },
    revocation: { url: 'https://login.eveonline.com/v2/oauth/revoke', types: ['refresh_token'] },
    style: { brandColor: '#000000' },
    options,
  }
}

function decodePayload(jwt = ''): EVEOnlineProfile {
  const [, payload = ''] = jwt.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  return JSON.parse(new TextDecoder().decode(bytes))
}
