import type { VKProfile } from '../../../src/providers/vk.ts'
import { ACCESS_TOKEN, CLIENT_ID, type Sample } from '../sample.ts'

const profile = {
  user: {
    user_id: '1234567890',
    first_name: 'Ann',
    last_name: 'Example',
    phone: '',
    avatar: 'https://pp.userapi.com/60tZWMo4SmwcploUVl9XEt8ufnTTvDUmQ6Bj1g/mmv1pcj63C4.png',
    email: 'ann@example.com',
    sex: 1,
    verified: false,
    birthday: '',
  },
}

export default {
  // The page documents the authorization request. The other two requests are those of existing
  // clients.
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description',
  },
  callbackParameters: { device_id: 'Mx_dDL2oJ4s-device', ext_id: 'ann', type: 'code_v2', expires_in: '600' },
  tokens: {
    refresh_token: 'vk2.a.example',
    id_token: 'a.vk.token',
    user_id: 1_234_567_890,
    scope: 'vkid.personal_info email',
  },
  profile,
  requests: [
    {
      method: 'POST',
      url: 'https://id.vk.ru/oauth2/user_info',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: `client_id=${CLIENT_ID}&access_token=${ACCESS_TOKEN}`,
      response: profile,
    },
  ],
  user: {
    id: '1234567890',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://pp.userapi.com/60tZWMo4SmwcploUVl9XEt8ufnTTvDUmQ6Bj1g/mmv1pcj63C4.png',
  },
  afterSignIn: {
    refreshTokens: 'unsupported',
    requests: [
      {
        method: 'POST',
        url: 'https://id.vk.ru/oauth2/revoke',
        body: `client_id=${CLIENT_ID}&access_token=${ACCESS_TOKEN}`,
        response: { response: 1 },
      },
    ],
    sources: [
      'https://id.vk.ru/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description',
    ],
  },
} satisfies Sample<VKProfile & { user: { phone: string; sex: number; verified: boolean; birthday: string } }>
