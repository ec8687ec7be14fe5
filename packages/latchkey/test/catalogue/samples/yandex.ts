import type { YandexProfile } from '../../../src/providers/yandex.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

const profile = {
  id: '1000034426',
  login: 'ann',
  client_id: '4760187d81bc4b7799476b42b5103713',
  psuid: '1.AAceCw.tbHgw5DtJ9_zeqPrk-Ba2w.qPWSRC5v2t2IaksPJgnge',
  display_name: 'Ann Example',
  real_name: 'Ann Example',
  default_email: 'ann@yandex.example',
  emails: ['ann@yandex.example'],
  is_avatar_empty: false,
  default_avatar_id: '31804/BYkogAC6AoB17bN1HKRFAyKiM4-1',
}

export default {
  documentation: { checkedOn: '2026-11-21', url: 'https://yandex.com/dev/id/doc/en/user-information' },
  tokens: {
    token_type: 'bearer',
    expires_in: 31_536_000,
    refresh_token: '1:GN686QVt0mmakDd9:A4pYuW9LGk0',
    scope: 'login:info login:email login:avatar',
  },
  profile,
  requests: [
    {
      url: 'https://login.yandex.ru/info?format=json',
      headers: { authorization: `OAuth ${ACCESS_TOKEN}` },
      response: profile,
    },
  ],
  user: {
    id: '1000034426',
    name: 'Ann Example',
    email: 'ann@yandex.example',
    image: 'https://avatars.yandex.net/get-yapic/31804/BYkogAC6AoB17bN1HKRFAyKiM4-1/islands-200',
  },
  afterSignIn: {
    refreshTokens: 'always',
    rotates: true,
    lifetimes: 'Refresh token: as long as the access token.',
    sources: [
      'https://yandex.com/dev/id/doc/en/tokens/refresh-client',
      'https://yandex.com/dev/id/doc/en/tokens/token-invalidate',
    ],
  },
} satisfies Sample<YandexProfile & { client_id: string; emails: string[] }>
