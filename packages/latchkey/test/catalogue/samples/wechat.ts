import type { WeChatProfile } from '../../../src/providers/wechat.ts'
import { ACCESS_TOKEN, type Sample } from '../sample.ts'

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
  checked: {
    not: 'The documentation could not be read itself, only pages that quote it; they have the token request as a GET, and this is a POST.',
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
      answer: profile,
    },
  ],
  user: {
    id: 'oTpR9xAIiebFOc6p04tMTaLhviCQ',
    name: 'Ann',
    email: null,
    image: 'https://thirdwx.qlogo.cn/mmopen/ann/132',
  },
} satisfies Sample<WeChatProfile>
