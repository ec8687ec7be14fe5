import type { MicrosoftEntraIDProfile } from '../../../src/providers/microsoft-entra-id.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc',
  },
  // All tenants share one discovery document. The tokens contain the tenant.
  discovery: {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
    end_session_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/logout',
  },
  profile: {
    iss: 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
    tid: '72f988bf-86f1-41af-91ab-2d7cd011db47',
    sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    oid: '00000000-0000-0000-66f3-3332eca7ea81',
    name: 'Ann Example',
    email: 'ann@contoso.example',
    preferred_username: 'ann@contoso.example',
  },
  requests: [
    {
      url: 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
      headers: { authorization: `Bearer ${ACCESS_TOKEN}` },
      response: new Uint8Array([0xff, 0xd8, 0xff]),
    },
  ],
  user: {
    id: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
    name: 'Ann Example',
    email: 'ann@contoso.example',
    image: 'data:image/jpeg;base64,/9j/',
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline_access' } },
    rotates: true,
    lifetimes: 'Access token: 60 to 90 minutes. Refresh token: 90 days.',
    postLogoutField: '**Redirect URIs**',
    sources: [
      'https://learn.microsoft.com/entra/identity-platform/refresh-tokens',
      'https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc',
    ],
  },
} satisfies Sample<MicrosoftEntraIDProfile & { iss: string }>
