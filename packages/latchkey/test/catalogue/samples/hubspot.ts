import type { HubSpotProfile } from '../../../src/providers/hubspot.ts'
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, type Sample } from '../sample.ts'

const profile = {
  token_use: 'access_token',
  active: true,
  token: ACCESS_TOKEN,
  token_type: 'bearer',
  client_id: CLIENT_ID,
  app_id: 456789,
  user_id: 123456,
  user: 'ann@example.com',
  hub_id: 62515,
  hub_domain: 'example.com',
  scopes: ['oauth'],
  expires_in: 1800,
}

const DOCUMENTATION =
  'https://developers.hubspot.com/docs/api-reference/latest/authentication/oauth-tokens/token-introspect'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: DOCUMENTATION,
  },
  tokens: {
    refresh_token: '6f18f26a-3e95-4d95-a6e5-3d5c6e5c9e5a',
    expires_in: 1800,
    hub_id: 62515,
    user_id: 123456,
    scopes: ['oauth'],
  },
  profile,
  requests: [
    {
      method: 'POST',
      url: 'https://api.hubapi.com/oauth/2026-03/token/introspect',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: new URLSearchParams({
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        token: ACCESS_TOKEN,
        token_type_hint: 'access_token',
      }).toString(),
      response: profile,
    },
  ],
  user: { id: '123456', name: 'ann@example.com', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 30 minutes.',
    sources: ['https://developers.hubspot.com/docs/api-reference/auth-oauth/guide'],
  },
} satisfies Sample<HubSpotProfile>
