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
    revocation_endpoint: 'https://example-a1b2c3.us1.zitadel.cloud/oauth/v2/revoke',
    end_session_endpoint: 'https://example-a1b2c3.us1.zitadel.cloud/oidc/v1/end_session',
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
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: {
      params: { scope: 'offline_access' },
      setting: '**Refresh Token** turned on in the application',
    },
    rotates: true,
    lifetimes: 'Set in the instance.',
    postLogoutField: '**Post Logout URIs**',
    sources: [
      'https://help.zitadel.com/how-to-enable-and-receive-refresh-tokens',
      'https://zitadel.com/docs/apis/openidoauth/endpoints',
    ],
  },
} satisfies Sample<ZitadelProfile>
