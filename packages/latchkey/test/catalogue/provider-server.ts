import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { ResolvedOAuthProvider } from '../../src/types/oauth.ts'
import { CODE, findAuthorizationProblems, findTokenProblem } from './checks.ts'
import { ACCESS_TOKEN, CLIENT_ID, CLIENT_SECRET, type Sample, type VendorRequest } from './sample.ts'

/** Where an answer goes: opened as a page, or posted as a form by the vendor's site. */
export interface Answer {
  readonly url: URL
  readonly form: Readonly<Record<string, string>> | undefined
}

const keys = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }

/**
 * A vendor that is made of a provider's own data and a sample. It knows the requests of a sign-in (discovery and keys, authorization, token,
 * userinfo), at the addresses that the data say, and those of the sample; it complains about any other, and about a wrong client, redirect URI,
 * code or verifier.
 */
export class Vendor {
  /** What did not fit, with the request that it was about. */
  readonly complaints: string[] = []
  readonly #provider: ResolvedOAuthProvider
  readonly #sample: Sample
  /** What its discovery document says, if it has one. */
  readonly #discovery: Readonly<Record<string, unknown>>
  #asked: URLSearchParams | undefined

  constructor(provider: ResolvedOAuthProvider, sample: Sample) {
    const base = withSlash(provider.issuer ?? 'https://issuer.invalid')
    this.#provider = provider
    this.#sample = sample
    this.#discovery = {
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
    const own = this.#sample.requests?.find(
      (known) => url === new URL(known.url).href && method === (known.method ?? 'GET'),
    )
    if (own !== undefined) return this.#answerOwn(own, request)
    const { issuer, token, userinfo } = this.#provider
    if (issuer !== undefined && url === `${withSlash(issuer)}.well-known/openid-configuration`)
      return Response.json(this.#discovery)
    if (url === this.#discovery.jwks_uri) return Response.json({ keys: [jwk] })
    if (isAt(url, token.url ?? this.#discovery.token_endpoint)) return this.#answerToken(request)
    if (method === 'GET' && isAt(url, userinfo.url ?? this.#discovery.userinfo_endpoint))
      return this.#answerUserinfo(request)
    return this.#complain(`${method} ${url} is nothing that this vendor answers`)
  }

  /** Somebody agrees to an authorization request. */
  agree(authorizationUrl: string): Answer {
    const { searchParams: asked, origin, pathname } = new URL(authorizationUrl)
    const { url } = this.#provider.authorization
    if (!isAt(authorizationUrl, url ?? this.#discovery.authorization_endpoint))
      this.#complain(`a browser at ${origin}${pathname}`)
    for (const problem of findAuthorizationProblems(this.#provider, asked))
      this.#complain(`authorization: ${problem}`)
    this.#asked = asked
    const parameters = { code: CODE, state: asked.get('state') ?? '', ...this.#sample.answer }
    const back = new URL(asked.get('redirect_uri') ?? 'https://nowhere.invalid')
    if (asked.get('response_mode') === 'form_post') return { url: back, form: parameters }
    for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value)
    return { url: back, form: undefined }
  }

  async #answerToken(request: Request): Promise<Response> {
    const problem = await findTokenProblem(this.#provider, request, this.#asked)
    if (problem !== undefined) return this.#complain(`token: ${problem}`)
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

  async #answerUserinfo({ headers }: Request): Promise<Response> {
    const { tokens, profile } = this.#sample
    if (headers.get('authorization') !== `Bearer ${tokens?.access_token ?? ACCESS_TOKEN}`) {
      return this.#complain('userinfo without the access token')
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
    const nonce = usesNonce ? { nonce: this.#asked?.get('nonce') ?? undefined } : {}
    const alg = client.id_token_signed_response_alg ?? 'RS256'
    return new SignJWT({ iss: String(this.#discovery.issuer), aud: CLIENT_ID, ...nonce, ...claims })
      .setProtectedHeader({ alg, kid: 'key-1' })
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(alg === 'HS256' ? new TextEncoder().encode(CLIENT_SECRET) : keys.privateKey)
  }

  async #answerOwn(
    { url, headers = {}, body, answer, status = 200 }: VendorRequest,
    request: Request,
  ): Promise<Response> {
    const wrong = Object.entries(headers).find(([name, value]) => request.headers.get(name) !== value)
    if (wrong !== undefined)
      return this.#complain(`${url}: the header ${wrong[0]} is ${request.headers.get(wrong[0])}`)
    const sent = await request.text()
    if (body !== undefined && sent !== body) return this.#complain(`${url}: the body is ${sent}`)
    if (typeof answer === 'string')
      return new Response(answer, { status, headers: { 'content-type': 'application/jwt' } })
    if (!(answer instanceof Uint8Array)) return Response.json(answer, { status })
    return new Response(answer as Uint8Array<ArrayBuffer>, {
      status,
      headers: { 'content-type': 'image/jpeg' },
    })
  }

  #complain(text: string): Response {
    this.complaints.push(text)
    return Response.json({ error: 'invalid_request', error_description: text }, { status: 400 })
  }
}

/** Is this the endpoint? What the endpoint's own query says must be there, whatever else is. */
function isAt(address: string, endpoint: unknown): boolean {
  if (typeof endpoint !== 'string') return false
  const [url, expected] = [new URL(address), new URL(endpoint)]
  if (url.origin !== expected.origin || url.pathname !== expected.pathname) return false
  return [...expected.searchParams].every(([name, value]) => url.searchParams.get(name) === value)
}

function withSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer : `${issuer}/`
}
