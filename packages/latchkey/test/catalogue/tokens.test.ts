import { createApp } from '@latchkey/test-support/kit/app.ts'
import { createAuth, customFetch, type OAuthUserConfig, type ProviderConfig } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { requestRefresh } from '../../src/tokens/request-refresh.ts'
import { revokeTokens } from '../../src/tokens/revoke.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID, CLIENT_SECRET, type Sample } from './sample.ts'

type Factory = (options: OAuthUserConfig) => ProviderConfig

const ACCESS = 'the access token'
const REFRESH = 'the refresh token'

/** The header of the standard, whose halves are form-encoded. */
const BASIC = `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET.replaceAll(' ', '+')}`)}`
const PLAIN_BASIC = `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`
const SECRET = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }

/** A request as the provider documents it. */
interface Documented {
  /** Default: `POST`. */
  readonly method?: 'DELETE'
  readonly url: string
  /** The header `Authorization`. */
  readonly authorization?: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: Readonly<Record<string, string>>
}

/** Both requests of a provider that follows the standard. */
function standard(
  url: string,
  { authorization, ...parameters }: { authorization?: string; [name: string]: string | undefined },
): Documented[] {
  return [
    ['refresh_token', REFRESH],
    ['access_token', ACCESS],
  ].map(([type = '', token = '']) => ({
    url,
    ...(authorization !== undefined && { authorization }),
    form: { token, token_type_hint: type, ...(parameters as Record<string, string>) },
  }))
}

/** Like {@link standard}, at a provider that revokes tokens of one type. */
function only(
  type: 'access_token' | 'refresh_token',
  url: string,
  parameters: Parameters<typeof standard>[1],
): Documented[] {
  return standard(url, parameters).filter(({ form }) => form?.token_type_hint === type)
}

const NETSUITE = 'https://1234567-sb1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/revoke'
/** The endpoint in the discovery document. */
const ROBLOX = 'https://apis.roblox.com/oauth/v1/token/revoke'
const ZOHO = 'https://accounts.zoho.eu/oauth/v2/revoke/token'

/** The requests that revoke an access token and a refresh token. */
const REVOCATIONS: Readonly<Record<string, readonly Documented[]>> = {
  apple: only('refresh_token', 'https://appleid.apple.com/auth/revoke', SECRET),
  auth0: only('refresh_token', 'https://tenant.eu.auth0.com/oauth/revoke', { authorization: BASIC }),
  'azure-ad-b2c': [],
  box: standard('https://api.box.com/oauth2/revoke', SECRET),
  cognito: only('refresh_token', 'https://example.auth.eu-west-1.amazoncognito.com/oauth2/revoke', {
    authorization: BASIC,
  }),
  coinbase: standard('https://login.coinbase.com/oauth2/revoke', SECRET),
  discord: only('refresh_token', 'https://discord.com/api/oauth2/token/revoke', { authorization: BASIC }),
  dropbox: [{ url: 'https://api.dropboxapi.com/2/auth/token/revoke', authorization: `Bearer ${ACCESS}` }],
  eveonline: only('refresh_token', 'https://login.eveonline.com/v2/oauth/revoke', { authorization: BASIC }),
  facebook: [
    {
      method: 'DELETE',
      url: 'https://graph.facebook.com/me/permissions',
      authorization: `Bearer ${ACCESS}`,
    },
  ],
  freshbooks: standard('https://api.freshbooks.com/auth/oauth/revoke', SECRET),
  github: [
    {
      method: 'DELETE',
      url: `https://api.github.com/applications/${CLIENT_ID}/token`,
      authorization: PLAIN_BASIC,
    },
  ],
  gitlab: standard('https://gitlab.example.com/oauth/revoke', SECRET),
  google: only('refresh_token', 'https://oauth2.googleapis.com/revoke', { authorization: BASIC }),
  hubspot: only('refresh_token', 'https://api.hubapi.com/oauth/2026-03/token/revoke', SECRET),
  kakao: [{ url: 'https://kapi.kakao.com/v1/user/logout', authorization: `Bearer ${ACCESS}` }],
  kinde: standard('https://example.kinde.com/oauth2/revoke', { authorization: BASIC }),
  line: [{ url: 'https://api.line.me/oauth2/v2.1/revoke', form: { access_token: ACCESS, ...SECRET } }],
  mastodon: standard('https://social.example.com/oauth/revoke', SECRET),
  'microsoft-entra-id': [],
  naver: [
    {
      url: 'https://nid.naver.com/oauth2.0/token',
      form: { grant_type: 'delete', ...SECRET, access_token: ACCESS, service_provider: 'NAVER' },
    },
  ],
  netsuite: only('refresh_token', NETSUITE, { authorization: BASIC }),
  notion: [
    {
      url: 'https://api.notion.com/v1/oauth/revoke',
      authorization: PLAIN_BASIC,
      json: { token: ACCESS },
    },
  ],
  osu: [
    {
      method: 'DELETE',
      url: 'https://osu.ppy.sh/api/v2/oauth/tokens/current',
      authorization: `Bearer ${ACCESS}`,
    },
  ],
  // With the refresh token, the access token ends, too.
  pipedrive: only('refresh_token', 'https://oauth.pipedrive.com/oauth/revoke', { authorization: BASIC }),
  reddit: standard('https://www.reddit.com/api/v1/revoke_token', { authorization: BASIC }),
  roblox: only('refresh_token', ROBLOX, { authorization: BASIC }),
  simplelogin: [],
  slack: [{ url: 'https://slack.com/api/auth.revoke', authorization: `Bearer ${ACCESS}` }],
  strava: [{ url: 'https://www.strava.com/oauth/deauthorize', form: { access_token: ACCESS } }],
  tiktok: only('access_token', 'https://open.tiktokapis.com/v2/oauth/revoke/', {
    client_key: CLIENT_ID,
    client_secret: CLIENT_SECRET,
  }),
  todoist: [
    {
      url: 'https://api.todoist.com/api/v1/revoke',
      authorization: PLAIN_BASIC,
      json: { token: ACCESS, token_type_hint: 'access_token' },
    },
  ],
  twitch: only('access_token', 'https://id.twitch.tv/oauth2/revoke', SECRET),
  twitter: standard('https://api.x.com/2/oauth2/revoke', { authorization: BASIC }),
  vk: [
    {
      url: 'https://id.vk.ru/oauth2/revoke',
      form: { client_id: CLIENT_ID, access_token: ACCESS },
    },
  ],
  yandex: [],
  zoho: [
    { url: `${ZOHO}?token=the+refresh+token&token_type=refresh_token`, authorization: PLAIN_BASIC },
    { url: `${ZOHO}?token=the+access+token&token_type=access_token`, authorization: PLAIN_BASIC },
  ],
  zoom: only('access_token', 'https://zoom.us/oauth/revoke', { authorization: BASIC }),
}

/** How a provider responds to a refresh token that it does not accept. */
const REFUSALS: readonly (readonly [string, number, object])[] = [
  ['github', 200, { error: 'bad_refresh_token' }],
  ['hubspot', 400, { status: 'BAD_REFRESH_TOKEN', message: 'missing or invalid refresh token' }],
  ['mattermost', 404, { id: 'api.oauth.get_access_token.refresh_token.app_error', status_code: 404 }],
  ['nextcloud', 400, { error: 'invalid_request' }],
  ['notion', 400, { error: 'invalid_grant' }],
  ['strava', 400, { message: 'Bad Request', errors: [{ resource: 'RefreshToken', code: 'invalid' }] }],
  ['twitch', 400, { error: 'Bad Request', status: 400, message: 'Invalid refresh token' }],
  [
    'twitter',
    400,
    { error: 'invalid_request', error_description: 'Value passed for the token was invalid.' },
  ],
  ['wechat', 200, { errcode: 40030, errmsg: 'invalid refresh_token' }],
  ['wechat', 200, { errcode: 42002, errmsg: 'refresh_token expired' }],
  ['zoho', 200, { error: 'invalid_code' }],
  ['zoom', 400, { reason: 'Invalid Token!', error: 'invalid_request' }],
]

/** Providers that issue no refresh tokens, or none that Latchkey can use. */
const WITHOUT_REFRESH = [
  'azure-devops',
  'boxyhq-saml',
  'click-up',
  'dribbble',
  'eventbrite',
  'facebook',
  'foursquare',
  'instagram',
  'mailchimp',
  'mastodon',
  'simplelogin',
  'threads',
  'vipps',
  'vk',
  'wordpress',
  'workos',
]

async function findDocumented(request: Request): Promise<Documented> {
  const authorization = request.headers.get('authorization')
  const type = request.headers.get('content-type') ?? ''
  const text = await request.text()
  return {
    ...(request.method === 'DELETE' && { method: request.method }),
    url: request.url,
    ...(authorization !== null && { authorization }),
    ...(type.startsWith('application/x-www-form-urlencoded') && {
      form: Object.fromEntries(new URLSearchParams(text)),
    }),
    ...(type.startsWith('application/json') && { json: JSON.parse(text) as Record<string, string> }),
  }
}

/** Resolves a provider of the catalogue. `respond` receives its requests, except for discovery. */
async function connect(
  id: string,
  respond: (request: Request) => Response | Promise<Response> = () => Response.json({}),
) {
  const { default: factory } = (await import(`../../src/providers/${id}.ts`)) as { default: Factory }
  const { default: sample } = (await import(`./samples/${id}.ts`)) as { default: Sample }
  const written = factory({
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    ...sample.options,
    [customFetch]: async (input, init) => {
      const request = new Request(input, init)
      return request.url.includes('/.well-known/') ? Response.json(discovery) : respond(request)
    },
  })
  const provider = await resolve(written)
  const { issuer } = provider
  const discovery = {
    issuer,
    ...(issuer && {
      token_endpoint: new URL('/token', issuer).href,
      revocation_endpoint: new URL('/revoke', issuer).href,
    }),
    ...sample.discovery,
  }
  const app = createApp({ providers: [written] })
  return { app, auth: createAuth(app.config).config, provider }
}

describe.each(Object.entries(REVOCATIONS))('revoking tokens of %s', (id, expected) => {
  async function revoke(response: () => Response) {
    const requests: Documented[] = []
    const { app, auth, provider } = await connect(id, async (request) => {
      requests.push(await findDocumented(request))
      return response()
    })
    await revokeTokens(auth, provider, { access_token: ACCESS, refresh_token: REFRESH })
    return { requests, errors: app.errors }
  }

  // proves TOK-16
  it('sends the requests that the provider documents', async () => {
    // Slack says in the body whether it succeeded.
    const { requests, errors } = await revoke(() => Response.json({ ok: true }))
    expect(requests).toEqual(expected)
    expect(errors).toEqual([])
  })

  it.runIf(expected.length > 0)('logs a failure', async () => {
    const { errors } = await revoke(() => Response.json({ error: 'server_error' }, { status: 500 }))
    expect(errors).toHaveLength(1)
  })
})

describe.each(['naver', 'slack', 'vk'])('an error of %s with status 200', (id) => {
  it('is logged', async () => {
    const { app, auth, provider } = await connect(id, () =>
      Response.json({ ok: false, error: 'invalid_token' }),
    )
    await revokeTokens(auth, provider, { access_token: ACCESS })
    expect(app.errors).toHaveLength(1)
  })
})

// proves TOK-16
it.each(WITHOUT_REFRESH)('does not refresh tokens of %s', async (id) => {
  const { provider } = await connect(id)
  expect(provider.refresh).toBeUndefined()
})

// proves TOK-16
it.each(REFUSALS)('sees that %s does not accept a refresh token (%i)', async (id, status, body) => {
  const { auth, provider } = await connect(id, () => Response.json(body, { status }))
  const outcome = await requestRefresh(auth, provider, {
    refreshToken: REFRESH,
    idToken: undefined,
    lifetime: undefined,
  })
  expect(outcome).toMatchObject({ failure: 'refused' })
})

// proves TOK-16
it('refreshes WeChat tokens at a separate endpoint, without the secret', async () => {
  const requests: Documented[] = []
  const { auth, provider } = await connect('wechat', async (request) => {
    requests.push(await findDocumented(request))
    return Response.json({ access_token: 'a new one', expires_in: 7200, refresh_token: REFRESH, openid: 'o' })
  })
  const outcome = await requestRefresh(auth, provider, {
    refreshToken: REFRESH,
    idToken: undefined,
    lifetime: undefined,
  })
  expect(requests).toEqual([
    {
      url: 'https://api.weixin.qq.com/sns/oauth2/refresh_token',
      form: { appid: CLIENT_ID, grant_type: 'refresh_token', refresh_token: REFRESH },
    },
  ])
  expect(outcome).toMatchObject({ tokens: { access_token: 'a new one', refresh_token: REFRESH } })
})

// proves OUT-5
it.each(['apple', 'discord', 'facebook', 'google', 'naver', 'pipedrive', 'strava', 'tiktok', 'vk', 'zoom'])(
  'knows that revoking a token at %s removes all access of the application',
  async (id) => {
    const { provider } = await connect(id)
    expect(provider.revocation?.endsGrant).toBe(true)
  },
)

// proves TOK-16
it.each(['apple', 'google', 'roblox', 'simplelogin', 'slack', 'twitch'])(
  'does not sign out at %s',
  async (id) => {
    const { provider } = await connect(id)
    expect(provider.endSession).toBeUndefined()
  },
)
