import { setTimeout as sleep } from 'node:timers/promises'
import { currentTime, overrideClaims } from './claims.ts'
import { PUBLIC_KEY, type Signature, signIdToken } from './id-token.ts'

type Json = Readonly<Record<string, unknown>>

/** Deliberate faults of the provider. In objects, `null` removes a member. */
export interface Faults {
  readonly claims?: Json
  readonly signature?: Signature
  readonly token?: Json
  /** Where the token endpoint and the keys redirect to. */
  readonly tokenRedirect?: string
  readonly keysRedirect?: string
  /** Milliseconds until the token endpoint responds. */
  readonly tokenDelay?: number
  /** Bytes of an endless-looking body. */
  readonly tokenSize?: number
  readonly userinfoSize?: number
  readonly userinfo?: Json
  readonly userinfoBody?: string
  readonly userinfoType?: string
  readonly userinfoStatus?: number
  readonly discovery?: Json
}

/** What an authorization code says. Attackers can write one. */
export interface Grant {
  readonly sub: string
  readonly email: string
  readonly nonce: string | undefined
  readonly emailVerified: boolean
}

export interface TokenRequest {
  readonly host: string
  readonly url: string
  readonly parameters: URLSearchParams
  readonly authorization: string | null
}

export interface IdentityProvider {
  /** How often each endpoint was requested, and the URLs of requests to other hosts. */
  readonly requests: { discovery: number; keys: number; token: number; userinfo: number; other: string[] }
  readonly tokenRequests: TokenRequest[]
  /** E-mail addresses of users, by `sub`. Default: at `users.example`. */
  readonly emails: Map<string, string>
  /** How much of the large bodies was read, in bytes. */
  sentBytes: number
  readonly fetch: typeof fetch
}

const HOSTS = ['idp.example', 'oauth.example', 'evil-idp.example']

/** Writes an authorization code. */
export function encodeGrant(grant: Grant): string {
  return Buffer.from(JSON.stringify(grant)).toString('base64url')
}

/**
 * Creates the providers of all applications: two OpenID providers and one with OAuth 2.0 only. They
 * accept every client and every code, so that only the library can reject what an attacker sends.
 */
export function createIdentityProvider(faults: Faults = {}): IdentityProvider {
  const provider: IdentityProvider = {
    requests: { discovery: 0, keys: 0, token: 0, userinfo: 0, other: [] },
    tokenRequests: [],
    emails: new Map(),
    sentBytes: 0,
    fetch: (input, init) => respond(provider, faults, new Request(input, init)),
  }
  return provider
}

async function respond(provider: IdentityProvider, faults: Faults, request: Request): Promise<Response> {
  const { requests } = provider
  const { host, pathname } = new URL(request.url)
  if (/\/\.well-known\/(openid-configuration|oauth-authorization-server)$/.test(pathname)) {
    requests.discovery++
    return Response.json(override(describeProvider(host), faults.discovery))
  }
  if (!HOSTS.includes(host)) {
    requests.other.push(request.url)
    throw new TypeError(`fetch failed: ${host}`)
  }
  switch (pathname) {
    case '/jwks':
      requests.keys++
      return faults.keysRedirect ? redirect(302, faults.keysRedirect) : Response.json({ keys: [PUBLIC_KEY] })
    case '/token':
      requests.token++
      return await respondWithTokens(provider, faults, request)
    case '/userinfo':
      requests.userinfo++
      return respondWithUser(provider, faults, request)
    default:
      return Response.json({ error: 'not found' }, { status: 404 })
  }
}

function describeProvider(host: string): Json {
  const origin = `https://${host}`
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    userinfo_endpoint: `${origin}/userinfo`,
    jwks_uri: `${origin}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
  }
}

async function respondWithTokens(
  provider: IdentityProvider,
  faults: Faults,
  request: Request,
): Promise<Response> {
  const { host } = new URL(request.url)
  const parameters = new URLSearchParams(await request.text())
  const authorization = request.headers.get('authorization')
  provider.tokenRequests.push({ host, url: request.url, parameters, authorization })
  if (faults.tokenRedirect) return redirect(307, faults.tokenRedirect)
  if (faults.tokenDelay) await sleep(faults.tokenDelay, undefined, { signal: request.signal })
  if (faults.tokenSize) return sendLargeBody(provider, faults.tokenSize)
  const grant = decodeGrant(parameters.get('code') ?? '')
  if (grant === undefined) return Response.json({ error: 'invalid_grant' }, { status: 400 })
  const tokens = {
    access_token: `AT-SECRET-${grant.sub}`,
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: `RT-SECRET-${grant.sub}`,
    scope: 'openid profile email',
    ...(host !== 'oauth.example' && { id_token: await createIdToken(host, grant, faults) }),
  }
  return Response.json(override(tokens, faults.token))
}

function createIdToken(host: string, grant: Grant, faults: Faults): Promise<string> {
  const now = currentTime()
  const claims = {
    iss: `https://${host}`,
    sub: grant.sub,
    aud: 'client-id',
    iat: now,
    exp: now + 300,
    email: grant.email,
    email_verified: grant.emailVerified,
    name: grant.sub,
    nonce: grant.nonce ?? null,
  }
  return signIdToken(overrideClaims(claims, faults.claims), faults.signature)
}

function respondWithUser(provider: IdentityProvider, faults: Faults, request: Request): Response {
  if (faults.userinfoSize) return sendLargeBody(provider, faults.userinfoSize)
  const { userinfoBody, userinfoStatus: status = 200, userinfoType: type = 'application/json' } = faults
  if (userinfoBody !== undefined)
    return new Response(userinfoBody, { status, headers: { 'content-type': type } })
  const sub = request.headers.get('authorization')?.replace(/^Bearer AT-SECRET-/, '') ?? ''
  const user = {
    id: sub,
    sub,
    login: sub,
    name: sub,
    email: provider.emails.get(sub) ?? `${sub}@users.example`,
    email_verified: true,
    picture: 'https://img.example/x.png',
  }
  return Response.json(override(user, faults.userinfo))
}

function decodeGrant(code: string): Grant | undefined {
  try {
    return JSON.parse(Buffer.from(code, 'base64url').toString())
  } catch {
    return undefined
  }
}

function override(members: Json, changes: Json = {}): Json {
  return Object.fromEntries(Object.entries({ ...members, ...changes }).filter(([, value]) => value !== null))
}

function redirect(status: number, location: string): Response {
  return new Response(null, { status, headers: { location } })
}

/** Sends spaces, and counts those that are read. */
function sendLargeBody(provider: IdentityProvider, size: number): Response {
  let left = size
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const length = Math.min(65_536, left)
      if (length === 0) return controller.close()
      left -= length
      provider.sentBytes += length
      controller.enqueue(new TextEncoder().encode(' '.repeat(length)))
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
