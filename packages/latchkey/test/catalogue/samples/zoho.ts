import type { ZohoProfile } from '../../../src/providers/zoho.ts'
import {
  ACCESS_TOKEN,
  CLIENT_ID,
  CLIENT_SECRET,
  type ExpectedRequest,
  REFRESH_TOKEN,
  type Sample,
} from '../sample.ts'

export default {
  // The page documents the endpoint and its header. The response fields are those that existing
  // clients read.
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://www.zoho.com/accounts/protocol/oauth/use-access-token.html',
  },
  options: { issuer: 'https://accounts.zoho.eu/' },
  callbackParameters: { location: 'eu', 'accounts-server': 'https://accounts.zoho.eu' },
  tokens: { api_domain: 'https://www.zohoapis.eu' },
  profile: {
    ZUID: 20_081_234_567,
    First_Name: 'Ann',
    Last_Name: 'Example',
    Display_Name: 'ann',
    Email: 'ann@example.com',
  },
  user: { id: '20081234567', name: 'Ann Example', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { access_type: 'offline', prompt: 'consent' } },
    rotates: false,
    lifetimes: 'Access token: 1 hour.',
    requests: [revocation(REFRESH_TOKEN, 'refresh_token'), revocation(ACCESS_TOKEN, 'access_token')],
    sources: [
      'https://www.zoho.com/accounts/protocol/oauth/web-apps/authorization.html',
      'https://www.zoho.com/developer/oauth/revoke-oauth-token.html',
    ],
  },
} satisfies Sample<ZohoProfile>

/** Both tokens are in the query. */
function revocation(token: string, type: string): ExpectedRequest {
  return {
    method: 'POST',
    url: `https://accounts.zoho.eu/oauth/v2/revoke/token?token=${token}&token_type=${type}`,
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: '',
    response: { status: 'success' },
  }
}
