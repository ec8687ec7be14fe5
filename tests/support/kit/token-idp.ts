import { createIdp, type Idp } from './idp.ts'

/** A request to the token endpoint for new tokens. */
export interface RefreshRequest {
  readonly path: string
  readonly body: URLSearchParams
  readonly authorization: string | null
}

/** A provider that issues refresh tokens. */
export interface TokenIdp extends Idp {
  /** The requests for new tokens, in order. */
  readonly refreshes: RefreshRequest[]
  /** `rotate`: each refresh token works once, and a second use ends all of them. Default. */
  refreshTokens: 'rotate' | 'keep'
  /** Overrides members of the response to a refresh; `undefined` removes one. */
  refreshed: Record<string, unknown>
  /** Called before a refresh; returns the response in place of the new tokens. */
  onRefresh: (request: RefreshRequest) => Response | undefined | Promise<Response | undefined>
  /** Issues new tokens for a sign-in, which live for some seconds. */
  readonly issue: (lifetime?: number) => { readonly accessToken: string; readonly refreshToken: string }
}

/**
 * Creates a provider that issues refresh tokens and detects their reuse, in this process.
 *
 * @param path path of the endpoint for refreshes
 */
export function createTokenIdp(issuer = 'https://id.test', path = '/token'): TokenIdp {
  const idp = createIdp(issuer)
  /** The refresh tokens that were issued, and whether each of them can be used. */
  const known = new Map<string, boolean>()
  const issueTokens = (): { accessToken: string; refreshToken: string } => {
    const refreshToken = `refresh ${crypto.randomUUID()}`
    known.set(refreshToken, true)
    return { accessToken: `access ${crypto.randomUUID()}`, refreshToken }
  }
  const refresh = async (request: RefreshRequest): Promise<Response> => {
    tokenIdp.refreshes.push(request)
    const other = await tokenIdp.onRefresh(request)
    if (other !== undefined) return other
    const token = request.body.get('refresh_token') ?? ''
    if (!known.get(token)) {
      // RFC 9700, section 4.14.2.
      for (const each of known.keys()) known.set(each, false)
      return Response.json({ error: 'invalid_grant', error_description: 'used twice' }, { status: 400 })
    }
    const { accessToken, refreshToken } = issueTokens()
    const isRotated = tokenIdp.refreshTokens === 'rotate'
    if (isRotated) known.set(token, false)
    return Response.json({
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      ...(isRotated && { refresh_token: refreshToken }),
      ...tokenIdp.refreshed,
    })
  }
  const tokenIdp: TokenIdp = Object.assign(Object.create(idp) as Idp, {
    refreshes: [],
    refreshTokens: 'rotate' as const,
    refreshed: {},
    onRefresh: () => undefined,
    issue(lifetime = 3600) {
      const { accessToken, refreshToken } = issueTokens()
      idp.faults.token = { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime }
      return { accessToken, refreshToken }
    },
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init)
      const { origin, pathname } = new URL(request.url)
      const body = new URLSearchParams(pathname === path ? await request.clone().text() : '')
      const isRefresh = !body.has('code') && origin === issuer && pathname === path
      if (!isRefresh) return idp.fetch(request)
      return refresh({ path: pathname, body, authorization: request.headers.get('authorization') })
    },
  })
  return tokenIdp
}
