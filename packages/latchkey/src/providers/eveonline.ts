import type { OAuth2Config, OAuthUserConfig } from '../types/oauth.ts'

/** What the access token says. @see https://developers.eveonline.com/docs/services/sso/#validating-jwt-tokens */
export interface EVEOnlineProfile {
  /** `CHARACTER:EVE:` and the id of the character. */
  sub: string
  /** Name of the character. */
  name: string
  /** Changes when the character is sold to another player. */
  owner: string
  /** Scopes that were granted; one alone is not in a list. */
  scp?: string | string[]
}

/**
 * EVE Online. Environment: `AUTH_EVEONLINE_ID`, `AUTH_EVEONLINE_SECRET`.
 *
 * It signs in a character, not a player: someone with three of them has three accounts, and a character may be sold. Compare `owner` of the
 * profile where that matters. It tells no e-mail address. The application has to be registered with the scope `publicData`.
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
    // There is nothing to ask: the access token is a JWT that says it all, and it came from there over TLS.
    userinfo: { request: ({ tokens }) => payloadOf(tokens.access_token) },
    profile: ({ sub, name }) => {
      const id = sub.replace('CHARACTER:EVE:', '')
      return { id, name, email: null, image: `https://images.evetech.net/characters/${id}/portrait?size=128` }
    },
    style: { brandColor: '#000000' },
    options,
  }
}

function payloadOf(jwt = ''): EVEOnlineProfile {
  const [, payload = ''] = jwt.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  )
  return JSON.parse(new TextDecoder().decode(bytes))
}
