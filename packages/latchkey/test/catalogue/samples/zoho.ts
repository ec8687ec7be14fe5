import type { ZohoProfile } from '../../../src/providers/zoho.ts'
import type { Sample } from '../sample.ts'

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
} satisfies Sample<ZohoProfile>
