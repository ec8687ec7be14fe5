import { toBase64url } from '../../../src/crypto/base64url.ts'
import type { EVEOnlineProfile } from '../../../src/providers/eveonline.ts'
import type { Sample } from '../sample.ts'

const profile = {
  scp: 'publicData',
  sub: 'CHARACTER:EVE:95465499',
  azp: 'the-application',
  tenant: 'tranquility',
  aud: ['the-application', 'EVE Online'],
  name: 'Ännchen Example',
  owner: '8PmzCeTKb4VFUDrHLc/AeZXDSWM=',
  iss: 'https://login.eveonline.com',
}

const payload = toBase64url(new TextEncoder().encode(JSON.stringify(profile)))

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://docs.esi.evetech.net/docs/sso/validating_eve_jwt.html',
  },
  tokens: {
    access_token: `eyJhbGciOiJSUzI1NiJ9.${payload}.c2lnbmF0dXJl`,
    expires_in: 1199,
    refresh_token: 'rt',
  },
  profile,
  user: {
    id: '95465499',
    name: 'Ännchen Example',
    email: null,
    image: 'https://images.evetech.net/characters/95465499/portrait?size=128',
  },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 20 minutes.',
    sources: [
      'https://docs.esi.evetech.net/docs/sso/refreshing_access_tokens.html',
      'https://docs.esi.evetech.net/docs/sso/revoking_refresh_tokens.html',
    ],
  },
} satisfies Sample<EVEOnlineProfile>
