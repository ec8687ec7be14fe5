import type { MailRuProfile } from '../../../src/providers/mailru.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const profile = {
  id: '1234567890abcdef1234567890abcdef',
  client_id: 'the-application',
  name: 'Ann Example',
  nickname: 'Ann',
  first_name: 'Ann',
  last_name: 'Example',
  gender: 'f',
  locale: 'ru_RU',
  email: 'ann@mail.example',
  image: 'https://filin.mail.ru/pic?d=ann&width=180&height=180',
}

export default {
  documentation: {
    unavailable:
      'help.mail.ru documents the authorization endpoint and the scope. ' +
      'The profile request and its response come from public clients.',
  },
  tokens: { refresh_token: 'refresh-token' },
  profile,
  requests: [{ url: `https://oauth.mail.ru/userinfo?access_token=${ACCESS_TOKEN}`, response: profile }],
  user: {
    id: '1234567890abcdef1234567890abcdef',
    name: 'Ann Example',
    email: 'ann@mail.example',
    image: 'https://filin.mail.ru/pic?d=ann&width=180&height=180',
  },
  afterSignIn: {
    refreshTokens: 'on request',
    requestedBy: { params: { scope: 'offline_access', prompt: 'consent' } },
    sources: ['https://help.mail.ru/developers/oauth/about'],
  },
} satisfies Sample<MailRuProfile>
