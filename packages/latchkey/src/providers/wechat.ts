import type { OAuth2Config, OAuthUserConfig, UserinfoRequest } from '../types/providers/oauth.ts'

export type { OAuth2Config } from '../types/providers/oauth.ts'

/**
 * @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html
 */
export interface WeChatProfile {
  /** User ID, specific to this application. */
  openid: string
  /** User ID for all applications of one Open Platform account. Missing if none is bound. */
  unionid?: string
  nickname: string
  /** Empty if there is no picture. */
  headimgurl: string
  /** 1: male, 2: female, 0: not set. */
  sex?: number
  province?: string
  city?: string
  country?: string
  privilege?: string[]
}

/** Options for the WeChat provider. */
export interface WeChatOptions extends OAuthUserConfig<WeChatProfile> {
  /** A page inside WeChat, or a website with a QR code. Default: `OfficialAccount`. */
  platformType?: 'OfficialAccount' | 'WebsiteApp'
}

/**
 * Returns the WeChat provider.
 *
 * Set `AUTH_WECHAT_ID` to the AppID and `AUTH_WECHAT_SECRET` to the AppSecret.
 *
 * Create the application:
 * 1. Register an official account, or a website application on the WeChat Open Platform.
 * 2. Enter the callback URL's domain as the domain for web authorization, without scheme and path.
 * 3. Copy the AppID and the AppSecret.
 *
 * Scopes: `snsapi_userinfo` reads the nickname and the picture. Websites request `snsapi_login`
 * instead, which gives the same data. WeChat has no other scopes for the profile.
 *
 * Limits:
 * - WeChat must verify the developer and review a website application before users can sign in.
 *
 * An official account can sign users in only inside WeChat. For all other browsers, register a
 * website and set `platformType: 'WebsiteApp'`.
 *
 * Bind the application to an Open Platform account before the first sign-in: a bound application
 * identifies users by `unionid`, any other by `openid`.
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
    refresh: {
      url: 'https://api.weixin.qq.com/sns/oauth2/refresh_token',
      form: ({ secret: _, ...others }) => others,
    },
    omits: ['pkce'], // WeChat accepts no additional parameters.
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

/** Error of WeChat, which it returns with status 200. */
interface WeChatError {
  errcode?: number
  errmsg?: string
}

/** Fixes the token response: JSON labelled as text, and its own format of errors. */
async function conform(response: Response): Promise<Response> {
  const { errcode, errmsg, ...tokens } = (await response.json()) as WeChatError
  if (!errcode) return Response.json(tokens)
  // A refresh token that is not valid, or has expired.
  const error = [40030, 42002].includes(errcode) ? 'invalid_grant' : String(errcode)
  return Response.json({ error, error_description: errmsg }, { status: 400 })
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
  throw new Error(`WeChat returned error ${profile.errcode} for the profile request.`)
}
