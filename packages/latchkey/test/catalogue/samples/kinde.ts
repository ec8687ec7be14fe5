import type { KindeProfile } from '../../../src/providers/kinde.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://docs.kinde.com/build/tokens/about-id-tokens/' },
  options: { issuer: 'https://example.kinde.com' },
  discovery: {
    authorization_endpoint: 'https://example.kinde.com/oauth2/auth',
    token_endpoint: 'https://example.kinde.com/oauth2/token',
    userinfo_endpoint: 'https://example.kinde.com/oauth2/v2/user_profile',
    jwks_uri: 'https://example.kinde.com/.well-known/jwks',
  },
  profile: {
    sub: 'kp_fe0dbfcd22244d30a1b44c6d7b7b5d5b',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
    picture: 'https://example.com/ann.jpg',
    org_codes: ['org_52db5ed8af8'],
  },
  user: {
    id: 'kp_fe0dbfcd22244d30a1b44c6d7b7b5d5b',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://example.com/ann.jpg',
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline' } },
    lifetimes: 'Set in the application.',
    signOutParameters: { redirect: 'https://app.test/auth/signout/kinde' },
    postLogoutField: '**Allowed logout redirect URLs**',
    sources: [
      'https://docs.kinde.com/build/tokens/refresh-tokens/',
      'https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/',
    ],
  },
} satisfies Sample<KindeProfile>
