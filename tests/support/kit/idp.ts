import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Deliberate faults of the provider. */
export interface Faults {
  /** Overrides claims of the ID token; `undefined` removes one. */
  claims?: Record<string, unknown>
  signature?: 'wrong key'
  /** Overrides members of the token response; `undefined` removes one. */
  token?: Record<string, unknown>
  tokenStatus?: number
  userinfo?: unknown
  discovery?: Record<string, unknown>
  /** Returns the response to every back-channel request. */
  respond?: () => Response | Promise<Response>
}

export interface Idp {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly faults: Faults
  /** Paths of the back-channel requests to this provider. */
  readonly requests: string[]
  /** URLs of all back-channel requests, including those to other hosts. */
  readonly urls: string[]
  /** Requests to the token endpoint. */
  readonly tokenRequests: { body: URLSearchParams; authorization: string | null }[]
  /** The requests for new tokens after `issue`, in order. */
  readonly refreshes: RefreshRequest[]
  /** `rotate`: each refresh token works once, and a second use ends all of them. Default. */
  refreshTokens: 'rotate' | 'keep'
  /** Overrides members of the response to a refresh; `undefined` removes one. */
  refreshed: Record<string, unknown>
  /** Called before a refresh; returns the response instead of the new tokens. */
  onRefresh: (request: RefreshRequest) => Response | undefined | Promise<Response | undefined>
  /** Issues new tokens for a sign-in, which live for some seconds. From then on, it refreshes them. */
  readonly issue: (lifetime?: number) => IssuedTokens
  /** The requests to revoke a token, in their order. */
  readonly revocations: Revocation[]
  /** Returns the response to a request to revoke a token. Default: status 200. */
  onRevocation: (revocation: Revocation) => Response | Promise<Response>
  readonly fetch: typeof fetch
  /**
   * Approves an authorization request as a user with the given claims.
   * @returns the redirect URI with the response
   */
  agree(authorizationUrl: string, claims?: Record<string, unknown>): URL
  /** Signs a logout token for the client. */
  logoutToken(token: LogoutToken): Promise<string>
  /**
   * Ends the session of a browser, as its user confirms.
   *
   * @returns the URL to which the provider sends the browser
   */
  endSession(url: string): URL
}

/** A request to the token endpoint for new tokens. */
export interface RefreshRequest {
  readonly path: string
  readonly body: URLSearchParams
  readonly authorization: string | null
}

interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
}

/** A request to revoke a token. */
export interface Revocation {
  readonly token: string
  readonly type: string | null
  readonly authorization: string | null
  /** All fields of the form. */
  readonly form: URLSearchParams
}

/** A logout token, and deliberate faults of it. */
export interface LogoutToken {
  /** Claims in addition to those that every logout token has; `undefined` removes one. */
  readonly claims: Record<string, unknown>
  /** Members of the header; `undefined` removes one. */
  readonly header?: Record<string, unknown>
  /** Default: the key of the provider. */
  readonly key?: CryptoKey | Uint8Array
}

const keys = await generateKeyPair('RS256')
const otherKeys = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }

/** What the provider has issued. */
interface Issued {
  /** The authorization requests and the users of the codes that were not used yet. */
  readonly codes: Map<string, { request: URLSearchParams; claims: Record<string, unknown> }>
  /** Whether each refresh token can be used. */
  readonly refreshTokens: Map<string, boolean>
}

/** The paths of the endpoints that refresh tokens. */
const REFRESH_PATHS = ['/token', '/renew']

/**
 * Creates an OpenID provider in this process, for faults that a real provider cannot be made to
 * have. It checks what a real one checks: client, redirect URI, PKCE, that each code is used once,
 * and that no refresh token is used twice.
 */
export function createIdp(issuer = 'https://id.test', faults: Faults = {}): Idp {
  const issued: Issued = { codes: new Map(), refreshTokens: new Map() }
  const idp: Idp = {
    issuer,
    clientId: 'app',
    clientSecret: 'app secret',
    faults,
    requests: [],
    urls: [],
    tokenRequests: [],
    refreshes: [],
    refreshTokens: 'rotate',
    refreshed: {},
    onRefresh: () => undefined,
    issue: (lifetime = 3600) => {
      const { accessToken, refreshToken } = issueTokens(issued)
      faults.token = { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetime }
      return { accessToken, refreshToken }
    },
    revocations: [],
    onRevocation: () => new Response(null, { status: 200 }),
    fetch: (input, init) => serve(idp, issued, new Request(input, init)),
    agree: (url, claims) => agree(idp, issued, url, claims),
    logoutToken: (token) => logoutToken(idp, token),
    endSession: (url) => endSession(idp, url),
  }
  return idp
}

/** Creates a provider whose metadata also has the endpoints that end sessions and revoke tokens. */
export function createLogoutIdp(faults: Faults = {}): Idp {
  const issuer = 'https://id.test'
  const endpoints = { end_session_endpoint: `${issuer}/logout`, revocation_endpoint: `${issuer}/revoke` }
  return createIdp(issuer, { ...faults, discovery: { ...endpoints, ...faults.discovery } })
}

async function serve(idp: Idp, issued: Issued, request: Request): Promise<Response> {
  const { issuer } = idp
  const { origin, pathname } = new URL(request.url)
  if (pathname === '/revoke') return revoke(idp, request)
  if (origin === issuer && issued.refreshTokens.size > 0 && REFRESH_PATHS.includes(pathname)) {
    const body = new URLSearchParams(await request.clone().text())
    const authorization = request.headers.get('authorization')
    if (!body.has('code')) return refresh(idp, issued, { path: pathname, body, authorization })
  }
  idp.urls.push(request.url)
  if (origin !== issuer) throw new TypeError(`fetch failed: no server at ${origin}`)
  idp.requests.push(pathname)
  if (idp.faults.respond) return idp.faults.respond()
  if (pathname === '/.well-known/openid-configuration')
    return Response.json({ ...metadata(issuer), ...idp.faults.discovery })
  if (pathname === '/jwks') return Response.json({ keys: [jwk] })
  if (pathname === '/token') return token(idp, issued, request)
  if (pathname === '/userinfo')
    return Response.json(idp.faults.userinfo ?? { sub: 'ann', name: 'Ann', email: 'Ann@Example.com' })
  return new Response('not found', { status: 404 })
}

function agree(
  { issuer }: Idp,
  { codes }: Issued,
  authorizationUrl: string,
  claims: Record<string, unknown> = {
    sub: 'ann',
    name: 'Ann',
    email: 'Ann@Example.com',
    picture: 'https://id.test/ann.png',
  },
): URL {
  const request = new URL(authorizationUrl).searchParams
  const code = crypto.randomUUID()
  codes.set(code, { request, claims })
  const redirect = new URL(request.get('redirect_uri') ?? '')
  redirect.search = new URLSearchParams({ code, state: request.get('state') ?? '', iss: issuer }).toString()
  return redirect
}

function issueTokens({ refreshTokens }: Issued): IssuedTokens {
  const refreshToken = `refresh ${crypto.randomUUID()}`
  refreshTokens.set(refreshToken, true)
  return { accessToken: `access ${crypto.randomUUID()}`, refreshToken }
}

async function refresh(idp: Idp, issued: Issued, request: RefreshRequest): Promise<Response> {
  idp.refreshes.push(request)
  const other = await idp.onRefresh(request)
  if (other !== undefined) return other
  const known = issued.refreshTokens
  const token = request.body.get('refresh_token') ?? ''
  if (!known.get(token)) {
    // RFC 9700, section 4.14.2.
    for (const each of known.keys()) known.set(each, false)
    return Response.json({ error: 'invalid_grant', error_description: 'used twice' }, { status: 400 })
  }
  const { accessToken, refreshToken } = issueTokens(issued)
  const isRotated = idp.refreshTokens === 'rotate'
  if (isRotated) known.set(token, false)
  return Response.json({
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 3600,
    ...(isRotated && { refresh_token: refreshToken }),
    ...idp.refreshed,
  })
}

async function revoke(idp: Idp, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text())
  const revocation: Revocation = {
    token: form.get('token') ?? '',
    type: form.get('token_type_hint'),
    authorization: request.headers.get('authorization'),
    form,
  }
  idp.revocations.push(revocation)
  return idp.onRevocation(revocation)
}

function endSession({ issuer }: Idp, text: string): URL {
  const url = new URL(text)
  if (url.origin + url.pathname !== `${issuer}/logout`) throw new Error(`Not the logout: ${url.pathname}`)
  const target = new URL(url.searchParams.get('post_logout_redirect_uri') ?? '')
  const state = url.searchParams.get('state')
  if (state !== null) target.searchParams.set('state', state)
  return target
}

function metadata(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  }
}

async function logoutToken(
  { issuer, clientId }: Idp,
  { claims, header, key = keys.privateKey }: LogoutToken,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const all = {
    iss: issuer,
    aud: clientId,
    iat: now,
    exp: now + 120,
    jti: crypto.randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...claims,
  }
  return new SignJWT(JSON.parse(JSON.stringify(all)))
    .setProtectedHeader({ alg: 'RS256', kid: 'key-1', typ: 'logout+jwt', ...header })
    .sign(key)
}

async function token(idp: Idp, { codes }: Issued, request: Request): Promise<Response> {
  const body = new URLSearchParams(await request.text())
  idp.tokenRequests.push({ body, authorization: request.headers.get('authorization') })
  const grant = codes.get(body.get('code') ?? '')
  codes.delete(body.get('code') ?? '')
  const challenge = base64url.encode(
    new Uint8Array(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.get('code_verifier') ?? '')),
    ),
  )
  const isValid =
    grant !== undefined &&
    request.headers.get('authorization') ===
      `Basic ${btoa(`${idp.clientId}:${idp.clientSecret.replaceAll(' ', '+')}`)}` &&
    body.get('redirect_uri') === grant.request.get('redirect_uri') &&
    challenge === grant.request.get('code_challenge')
  if (!isValid)
    return Response.json(
      { error: 'invalid_grant', error_description: 'code, client or verifier is wrong' },
      { status: 400 },
    )
  const tokens = {
    access_token: 'access token of ann',
    refresh_token: 'refresh token of ann',
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'openid profile email',
    id_token: await idToken(idp, grant.request.get('nonce'), grant.claims),
    ...idp.faults.token,
  }
  return Response.json(tokens, { status: idp.faults.tokenStatus ?? 200 })
}

async function idToken(idp: Idp, nonce: string | null, userClaims: Record<string, unknown>): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: idp.issuer,
    aud: idp.clientId,
    iat: now,
    exp: now + 300,
    nonce: nonce ?? undefined,
    ...userClaims,
    ...idp.faults.claims,
  }
  const token = new SignJWT(JSON.parse(JSON.stringify(claims)))
  const { privateKey } = idp.faults.signature === undefined ? keys : otherKeys
  return token.setProtectedHeader({ alg: 'RS256', kid: 'key-1' }).sign(privateKey)
}
