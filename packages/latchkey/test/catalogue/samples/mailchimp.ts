import type { MailchimpProfile } from '../../../src/providers/mailchimp.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://developer.mailchimp.com/documentation/mailchimp/guides/how-to-use-oauth2/',
  },
  tokens: { token_type: undefined, expires_in: 0, scope: null },
  profile: {
    dc: 'us6',
    role: 'owner',
    accountname: 'Example Ltd.',
    login: { login_id: 2222222, login_name: 'ann', email: 'ann@example.com', avatar: null },
  },
  user: { id: '2222222', name: 'Example Ltd.', email: 'ann@example.com', image: null },
  afterSignIn: {
    refreshTokens: 'never',
    lifetimes: 'Access token: does not expire.',
    sources: ['https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/'],
  },
} satisfies Sample<MailchimpProfile>
