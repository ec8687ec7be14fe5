import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/oauth.ts'

/** @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html */
export interface WeChatProfile {
  /** Id of the person for this application. */
  openid: string
  /** Id of the person for everything that is bound to one account of the Open Platform; not there before it is bound. */
  unionid?: string
  nickname: string
  /** Empty, if there is none. */
  headimgurl: string
}

/** What an application may set on WeChat. */
export interface WeChatOptions extends OAuthUserConfig<WeChatProfile> {
  /** A page inside of WeChat (an official account), or a site with a QR code. Default: `OfficialAccount`. */
  platformType?: 'OfficialAccount' | 'WebsiteApp'
}

/**
 * WeChat. Environment: `AUTH_WECHAT_ID` (AppID), `AUTH_WECHAT_SECRET` (AppSecret).
 *
 * It tells no e-mail address. An official account signs people in only inside of WeChat; for any other browser register a website and set
 * `platformType: 'WebsiteApp'`. Bind the application to an account of the Open Platform before the first sign-in: from then on people are known
 * by their `unionid`, before by their `openid`.
 *
 * @see https://open.weixin.qq.com Register an application
 * @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html Documentation
 */
export default function WeChat({
  platformType = 'OfficialAccount',
  ...options
}: WeChatOptions = {}): OAuth2Config<WeChatProfile> {
  return {
    id: 'wechat',
    name: 'WeChat',
    type: 'oauth',
    authorization: AUTHORIZATIONS[platformType],
    token: {
      url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
      conform,
      form: ({ client_secret: secret, ...others }) => ({ ...others, secret }),
    },
    userinfo: { url: 'https://api.weixin.qq.com/sns/userinfo', request: requestUser },
    clientIdParameter: 'appid',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // It takes no parameters beside its own.
    omits: ['pkce'],
    profile: ({ unionid, openid, nickname, headimgurl }) => ({
      id: unionid ?? openid,
      name: nickname,
      email: null,
      image: headimgurl || null,
    }),
    style: { brandColor: '#07c160', icon: () => import('../icons/wechat.ts') },
    options,
  }
}

const AUTHORIZATIONS = {
  OfficialAccount: {
    url: 'https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect',
    params: { scope: 'snsapi_userinfo' },
  },
  WebsiteApp: {
    url: 'https://open.weixin.qq.com/connect/qrconnect#wechat_redirect',
    params: { scope: 'snsapi_login' },
  },
}

/** How WeChat says what went wrong, with status 200. */
interface WeChatError {
  errcode?: number
  errmsg?: string
}

/** WeChat calls its JSON text, does not say of which type its tokens are, and has errors of its own. */
async function conform(response: Response): Promise<Response> {
  const { errcode, errmsg, ...tokens } = (await response.json()) as WeChatError
  if (!errcode) return Response.json({ token_type: 'bearer', ...tokens })
  return Response.json({ error: String(errcode), error_description: errmsg }, { status: 400 })
}

async function requestUser({ tokens, fetch }: UserinfoRequest<WeChatProfile>): Promise<WeChatProfile> {
  const query = new URLSearchParams({
    access_token: String(tokens.access_token),
    openid: String(tokens.openid),
    lang: 'zh_CN',
  })
  const response = await fetch(`https://api.weixin.qq.com/sns/userinfo?${query}`)
  const profile = (await response.json()) as WeChatProfile & WeChatError
  if (!profile.errcode) return profile
  throw new Error(`WeChat answered the request for the profile with error ${profile.errcode}.`)
}
