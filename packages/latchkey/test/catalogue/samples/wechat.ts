import type { WeChatProfile } from '../../../src/providers/wechat.ts'
import { ACCESS_TOKEN, CLIENT_ID, NEW_ACCESS_TOKEN, type Sample } from '../sample.ts'

const profile = {
  openid: 'ob8F-wFENFWw7_FR6Gx8KbPacFEw',
  unionid: 'oTpR9xAIiebFOc6p04tMTaLhviCQ',
  nickname: 'Ann',
  sex: 0,
  province: '',
  city: '',
  country: '',
  headimgurl: 'https://thirdwx.qlogo.cn/mmopen/ann/132',
  privilege: [],
}

export default {
  documentation: {
    unavailable:
      'Only pages that quote the documentation were available. ' +
      'They describe the token request as a GET; Latchkey sends a POST.',
  },
  tokens: {
    token_type: undefined,
    expires_in: 7200,
    refresh_token: 'REFRESH_TOKEN',
    openid: 'ob8F-wFENFWw7_FR6Gx8KbPacFEw',
    unionid: 'oTpR9xAIiebFOc6p04tMTaLhviCQ',
    scope: 'snsapi_userinfo',
  },
  tokenContentType: 'text/plain',
  profile,
  requests: [
    {
      url: `https://api.weixin.qq.com/sns/userinfo?access_token=${ACCESS_TOKEN}&openid=ob8F-wFENFWw7_FR6Gx8KbPacFEw&lang=zh_CN`,
      response: profile,
    },
  ],
  user: {
    id: 'oTpR9xAIiebFOc6p04tMTaLhviCQ',
    name: 'Ann',
    email: null,
    image: 'https://thirdwx.qlogo.cn/mmopen/ann/132',
  },
  afterSignIn: {
    refreshTokens: 'always',
    lifetimes: 'Access token: 2 hours. Refresh token: 30 days.',
    requests: [
      {
        method: 'POST',
        url: 'https://api.weixin.qq.com/sns/oauth2/refresh_token',
        body: `refresh_token=REFRESH_TOKEN&grant_type=refresh_token&appid=${CLIENT_ID}`,
        response: {
          access_token: NEW_ACCESS_TOKEN,
          expires_in: 7200,
          refresh_token: 'REFRESH_TOKEN',
          openid: 'ob8F-wFENFWw7_FR6Gx8KbPacFEw',
          scope: 'snsapi_userinfo',
        },
      },
    ],
    sources: ['https://developers.weixin.qq.com/doc/service/en/api/webdev/access/api_snsrefreshtoken.html'],
  },
} satisfies Sample<WeChatProfile>
