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
  readonly fetch: typeof fetch
  /**
   * Approves an authorization request as a user with the given claims.
   * @returns the redirect URI with the response
   */
  agree(authorizationUrl: string, claims?: Record<string, unknown>): URL
  /** Signs a logout token for the client. */
  logoutToken(token: LogoutToken): Promise<string>
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

/**
 * Creates an OpenID provider in this process, for faults that a real provider cannot be made to
 * have. It checks what a real one checks: client, redirect URI, PKCE, and that each code is used
 * once.
 */
export function createIdp(issuer = 'https://id.test', faults: Faults = {}): Idp {
  const codes = new Map<string, { request: URLSearchParams; claims: Record<string, unknown> }>()
  const idp = {
    issuer,
    clientId: 'app',
    clientSecret: 'app secret',
    faults,
    requests: [] as string[],
    urls: [] as string[],
    tokenRequests: [] as Idp['tokenRequests'],
    fetch: async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init)
      const { origin, pathname } = new URL(request.url)
      idp.urls.push(request.url)
      if (origin !== issuer) throw new TypeError(`fetch failed: no server at ${origin}`)
      idp.requests.push(pathname)
      if (idp.faults.respond) return idp.faults.respond()
      if (pathname === '/.well-known/openid-configuration')
        return Response.json({ ...metadata(issuer), ...idp.faults.discovery })
      if (pathname === '/jwks') return Response.json({ keys: [jwk] })
      if (pathname === '/token') return token(idp, codes, request)
      if (pathname === '/userinfo')
        return Response.json(idp.faults.userinfo ?? { sub: 'ann', name: 'Ann', email: 'Ann@Example.com' })
      return new Response('not found', { status: 404 })
    },
    agree: (
      authorizationUrl: string,
      claims = { sub: 'ann', name: 'Ann', email: 'Ann@Example.com', picture: 'https://id.test/ann.png' },
    ): URL => {
      const request = new URL(authorizationUrl).searchParams
      const code = crypto.randomUUID()
      codes.set(code, { request, claims })
      const redirect = new URL(request.get('redirect_uri') ?? '')
      redirect.search = new URLSearchParams({
        code,
        state: request.get('state') ?? '',
        iss: issuer,
      }).toString()
      return redirect
    },
    logoutToken: (token: LogoutToken): Promise<string> => logoutToken(idp, token),
  }
  return idp
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
  { issuer, clientId }: Pick<Idp, 'issuer' | 'clientId'>,
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

async function token(
  idp: Omit<Idp, 'agree' | 'fetch' | 'logoutToken'>,
  codes: Map<string, { request: URLSearchParams; claims: Record<string, unknown> }>,
  request: Request,
): Promise<Response> {
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

async function idToken(
  idp: Omit<Idp, 'agree' | 'fetch' | 'logoutToken'>,
  nonce: string | null,
  userClaims: Record<string, unknown>,
): Promise<string> {
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
