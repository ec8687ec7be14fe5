import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { ResolvedOAuthProvider } from '../../src/types/providers/oauth.ts'
import { CODE, findAuthorizationProblems, findTokenProblem } from './checks.ts'
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, type ExpectedRequest, type Sample } from './sample.ts'

/** The callback request: opened as a page, or posted as a form from the provider's site. */
export interface CallbackRequest {
  readonly url: URL
  readonly form: Readonly<Record<string, string>> | undefined
}

const keys = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }

/**
 * The server of a provider, simulated from the provider's data and a sample. It serves the requests
 * of a sign-in (discovery, keys, authorization, token and userinfo) at the URLs in the data, and
 * the requests of the sample. It rejects all other requests, and requests with a wrong client,
 * redirect URI, code or code verifier.
 */
export class ProviderServer {
  /** Descriptions of the rejected requests. */
  readonly rejections: string[] = []
  readonly #provider: ResolvedOAuthProvider
  readonly #sample: Sample
  /** The discovery document. */
  readonly discovery: Readonly<Record<string, unknown>>
  /** Parameters of the authorization request. */
  #authorization: URLSearchParams | undefined

  constructor(provider: ResolvedOAuthProvider, sample: Sample) {
    const base = withSlash(provider.issuer ?? 'https://issuer.invalid')
    this.#provider = provider
    this.#sample = sample
    this.discovery = {
      issuer: provider.issuer,
      authorization_endpoint: `${base}authorize`,
      token_endpoint: `${base}token`,
      userinfo_endpoint: `${base}userinfo`,
      jwks_uri: `${base}jwks`,
      ...sample.discovery,
    }
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { url, method } = request
    const expected = this.#sample.requests?.find(
      (candidate) => url === new URL(candidate.url).href && method === (candidate.method ?? 'GET'),
    )
    if (expected !== undefined) return this.serveExpected(expected, request)
    const { issuer, token, userinfo } = this.#provider
    if (issuer !== undefined && url === `${withSlash(issuer)}.well-known/openid-configuration`)
      return Response.json(this.discovery)
    if (url === this.discovery.jwks_uri) return Response.json({ keys: [jwk] })
    if (isAt(url, token.url ?? this.discovery.token_endpoint)) return this.#serveToken(request)
    if (method === 'GET' && isAt(url, userinfo.url ?? this.discovery.userinfo_endpoint))
      return this.#serveUserinfo(request)
    return this.reject(`${method} ${url} is unexpected`)
  }

  /** Grants an authorization request and returns the callback request that follows. */
  authorize(authorizationUrl: string): CallbackRequest {
    const { searchParams, origin, pathname } = new URL(authorizationUrl)
    const { url } = this.#provider.authorization
    if (!isAt(authorizationUrl, url ?? this.discovery.authorization_endpoint))
      this.reject(`authorization: ${origin}${pathname} is not the endpoint`)
    for (const problem of findAuthorizationProblems(this.#provider, searchParams))
      this.reject(`authorization: ${problem}`)
    this.#authorization = searchParams
    const parameters = {
      code: CODE,
      state: searchParams.get('state') ?? '',
      ...this.#sample.callbackParameters,
    }
    const callbackUrl = new URL(searchParams.get('redirect_uri') ?? 'https://nowhere.invalid')
    if (searchParams.get('response_mode') === 'form_post') return { url: callbackUrl, form: parameters }
    for (const [name, value] of Object.entries(parameters)) callbackUrl.searchParams.set(name, value)
    return { url: callbackUrl, form: undefined }
  }

  async #serveToken(request: Request): Promise<Response> {
    const problem = await findTokenProblem(this.#provider, request, this.#authorization)
    if (problem !== undefined) return this.reject(`token: ${problem}`)
    const idToken = this.#provider.type === 'oidc' ? await this.#idToken() : undefined
    const tokens = {
      access_token: ACCESS_TOKEN,
      token_type: 'Bearer',
      expires_in: 3600,
      id_token: idToken,
      ...this.#sample.tokens,
    }
    return new Response(JSON.stringify(tokens), {
      headers: { 'content-type': this.#sample.tokenContentType ?? 'application/json' },
    })
  }

  async #serveUserinfo({ headers }: Request): Promise<Response> {
    const { tokens, profile } = this.#sample
    if (headers.get('authorization') !== `Bearer ${tokens?.access_token ?? ACCESS_TOKEN}`) {
      return this.reject('userinfo: the access token is missing')
    }
    const alg = this.#provider.client.userinfo_signed_response_alg
    if (alg === undefined) return Response.json(profile)
    const jwt = await new SignJWT(profile as JWTPayload)
      .setProtectedHeader({ alg, kid: 'key-1' })
      .sign(keys.privateKey)
    return new Response(jwt, { headers: { 'content-type': 'application/jwt' } })
  }

  #idToken(): Promise<string> {
    const { readsIdToken, usesNonce, client } = this.#provider
    const { profile } = this.#sample
    const claims = (readsIdToken ? profile : { sub: profile.sub }) as JWTPayload
    const nonce = usesNonce ? { nonce: this.#authorization?.get('nonce') ?? undefined } : {}
    const alg = client.id_token_signed_response_alg ?? 'RS256'
    return new SignJWT({ iss: String(this.discovery.issuer), aud: CLIENT_ID, ...nonce, ...claims })
      .setProtectedHeader({ alg, kid: 'key-1' })
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(alg === 'HS256' ? new TextEncoder().encode(CLIENT_SECRET) : keys.privateKey)
  }

  /** Responds to a request of the sample, unless its headers or its body are wrong. */
  async serveExpected(
    { url, headers = {}, body, response, status = 200 }: ExpectedRequest,
    request: Request,
  ): Promise<Response> {
    const wrong = Object.entries(headers).find(([name, value]) => request.headers.get(name) !== value)
    if (wrong !== undefined)
      return this.reject(`${url}: the header ${wrong[0]} is ${request.headers.get(wrong[0])}`)
    const sent = await request.text()
    if (body !== undefined && sent !== body) return this.reject(`${url}: the body is ${sent}`)
    if (typeof response === 'string')
      return new Response(response, { status, headers: { 'content-type': 'application/jwt' } })
    if (!(response instanceof Uint8Array)) return Response.json(response, { status })
    return new Response(response as Uint8Array<ArrayBuffer>, {
      status,
      headers: { 'content-type': 'image/jpeg' },
    })
  }

  /** Notes the problem, and returns the response of a provider. */
  reject(description: string): Response {
    this.rejections.push(description)
    return Response.json({ error: 'invalid_request', error_description: description }, { status: 400 })
  }
}

/** Whether a URL is that of an endpoint. The endpoint's query must be part of the URL's query. */
export function isAt(requested: string, endpoint: unknown): boolean {
  if (typeof endpoint !== 'string') return false
  const [url, expected] = [new URL(requested), new URL(endpoint)]
  if (url.origin !== expected.origin || url.pathname !== expected.pathname) return false
  return [...expected.searchParams].every(([name, value]) => url.searchParams.get(name) === value)
}

function withSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer : `${issuer}/`
}
