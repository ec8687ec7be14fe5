import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://wso2.com/asgardeo/docs/guides/authentication/oidc/discover-oidc-configs',
  },
  options: { issuer: 'https://api.asgardeo.io/t/example/oauth2/token' },
  discovery: {
    authorization_endpoint: 'https://api.asgardeo.io/t/example/oauth2/authorize',
    token_endpoint: 'https://api.asgardeo.io/t/example/oauth2/token',
    userinfo_endpoint: 'https://api.asgardeo.io/t/example/oauth2/userinfo',
    jwks_uri: 'https://api.asgardeo.io/t/example/oauth2/jwks',
    revocation_endpoint: 'https://api.asgardeo.io/t/example/oauth2/revoke',
    end_session_endpoint: 'https://api.asgardeo.io/t/example/oidc/logout',
  },
  profile: {
    sub: 'f1a8c3d2-6b1e-4c5f-9d0a-7e2b4c6d8f10',
    org_id: '10084a8d-113f-4211-a0d5-efe36b082211',
    name: 'Ann Example',
    given_name: 'Ann',
    family_name: 'Example',
    email: 'ann@example.com',
    picture: 'https://example.com/ann.png',
  },
  user: {
    id: 'f1a8c3d2-6b1e-4c5f-9d0a-7e2b4c6d8f10',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://example.com/ann.png',
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { setting: 'the grant type **Refresh Token** on the tab **Protocol**' },
    rotates: 'setting',
    lifetimes: 'Set in the application.',
    postLogoutField: '**Authorized redirect URLs**',
    sources: [
      'https://wso2.com/asgardeo/docs/references/app-settings/oidc-settings-for-app/',
      'https://wso2.com/asgardeo/docs/guides/authentication/oidc/add-logout/',
      'https://wso2.com/asgardeo/docs/guides/authentication/oidc/',
    ],
  },
} satisfies Sample
