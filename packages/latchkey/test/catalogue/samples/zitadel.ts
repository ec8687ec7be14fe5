import type { ZitadelProfile } from '../../../src/providers/zitadel.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://github.com/zitadel/zitadel/blob/main/docs/docs/apis/openidoauth/claims.md',
  },
  options: { issuer: 'https://example-a1b2c3.us1.zitadel.cloud' },
  discovery: {
    authorization_endpoint: 'https://example-a1b2c3.us1.zitadel.cloud/oauth/v2/authorize',
    token_endpoint: 'https://example-a1b2c3.us1.zitadel.cloud/oauth/v2/token',
    userinfo_endpoint: 'https://example-a1b2c3.us1.zitadel.cloud/oidc/v1/userinfo',
    jwks_uri: 'https://example-a1b2c3.us1.zitadel.cloud/oauth/v2/keys',
  },
  profile: {
    sub: '77776025198584418',
    name: 'Ann Example',
    preferred_username: 'ann@example.us1.zitadel.cloud',
    email: 'ann@example.com',
    email_verified: true,
    picture: 'https://example-a1b2c3.us1.zitadel.cloud/assets/v1/ann/avatar',
  },
  user: {
    id: '77776025198584418',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://example-a1b2c3.us1.zitadel.cloud/assets/v1/ann/avatar',
  },
  isEmailVerified: true,
} satisfies Sample<ZitadelProfile>
