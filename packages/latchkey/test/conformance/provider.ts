import { createIdp, type Faults, type Idp } from '@latchkey/test-support/kit/idp.ts'
import { decodeJwt, type JWK, type JWTPayload } from 'jose'
import { type ClientAuthentication, verifyClient } from './client-authentication.ts'
import { computeAtHash, KEYS, type KeyName, signJwt, UNUSABLE_KEYS } from './keys.ts'

/** How a provider behaves. An empty object is a provider that does everything right. */
export interface Behaviour extends Omit<Faults, 'signature'> {
  /** The algorithm of the ID tokens, and the only one in the metadata. Default: RS256. */
  readonly alg?: 'RS256' | 'ES256' | 'HS256' | 'none'
  /** Signs ID tokens with another algorithm than the one in the metadata. */
  readonly signsWith?: 'ES256' | 'HS256' | 'none'
  /** What it uses as the secret of HS256. Default: the client secret. */
  readonly secret?: 'another secret' | 'the public key'
  /** Signs ID tokens with a key that it does not publish, and names the published one. */
  readonly signature?: 'wrong'
  /** Publishes and uses an RSA key of 1024 bits. */
  readonly keySize?: 'too small'
  /** The header of the ID tokens names no key, or one that it does not publish. */
  readonly kid?: 'absent' | 'unknown'
  /** Keys that it publishes before the signing key. */
  readonly otherKeys?: 'of the same type' | 'unusable'
  /** `false` publishes the keys without `kid`. */
  readonly publishesKids?: false
  /** When it replaces its signing key. */
  readonly rotates?: 'before the first ID token' | 'before the second ID token'
  readonly atHash?: 'right' | 'wrong'
  /** Sends the userinfo response as a JWT. */
  readonly userinfoJwt?: 'signed' | 'signed with another key'
  readonly clientAuthentication?: ClientAuthentication
  /** The response of the endpoint with the keys. */
  readonly jwks?: () => Response
  /** Changes the authorization response. */
  readonly redirect?: (response: URLSearchParams) => void
}

export interface UserinfoRequest {
  readonly method: string
  readonly url: string
  readonly authorization: string | null
}

export interface Provider extends Idp {
  readonly userinfoRequests: UserinfoRequest[]
}

interface State extends Provider {
  readonly behaviour: Behaviour
  key: KeyName
  /** How many ID tokens it has issued. */
  issued: number
}

/**
 * Creates an OpenID provider, as a function, that behaves in this way. Codes, PKCE and the client
 * are checked by the provider of the kit; this one signs the tokens and publishes the keys.
 */
export function createProvider(behaviour: Behaviour = {}): Provider {
  const { alg = 'RS256', discovery, claims, token, userinfo, respond } = behaviour
  const faults = {
    ...{ claims, token, userinfo, respond },
    discovery: { id_token_signing_alg_values_supported: [alg], ...discovery },
  }
  const idp = createIdp('https://id.test', faults as Faults)
  const rsaKey = behaviour.keySize === undefined ? 'first' : 'short'
  const key = alg === 'ES256' ? 'elliptic' : rsaKey
  const state: State = { ...idp, userinfoRequests: [], behaviour, key, issued: 0 }
  return { ...state, fetch: (input, init) => serve(state, new Request(input, init)) }
}

async function serve(state: State, request: Request): Promise<Response> {
  const { behaviour, fetch } = state
  const { pathname } = new URL(request.url)
  if (pathname === '/token')
    return withIdToken(state, await fetch(await verifyClient(request, behaviour.clientAuthentication, state)))
  const response = await fetch(request)
  if (behaviour.respond !== undefined) return response
  if (pathname === new URL(String(behaviour.discovery?.jwks_uri ?? '/jwks'), request.url).pathname)
    return behaviour.jwks?.() ?? Response.json({ keys: publishedKeys(state) })
  if (pathname !== '/userinfo') return response
  const { method, url, headers } = request
  state.userinfoRequests.push({ method, url, authorization: headers.get('authorization') })
  return behaviour.userinfoJwt === undefined ? response : userinfoJwt(state, response)
}

/** Signs the ID token of a token response again, as the behaviour says. */
async function withIdToken(state: State, response: Response): Promise<Response> {
  if (!response.ok) return response
  const tokens = (await response.json()) as Record<string, unknown>
  const which = state.issued++ === 0 ? 'before the first ID token' : 'before the second ID token'
  if (state.behaviour.rotates === which) state.key = 'second'
  if (typeof tokens.id_token === 'string') tokens.id_token = await idToken(state, tokens)
  return Response.json(tokens)
}

async function idToken(state: State, tokens: Record<string, unknown>): Promise<string> {
  const { behaviour, key } = state
  const { alg = 'RS256', signsWith = alg, atHash, kid } = behaviour
  const claims: JWTPayload = decodeJwt(String(tokens.id_token))
  if (atHash !== undefined)
    claims.at_hash = await computeAtHash(atHash === 'right' ? String(tokens.access_token) : 'another token')
  const header = { alg: signsWith, ...(kid === 'absent' ? {} : { kid: kid === 'unknown' ? 'lost' : key }) }
  return signJwt(
    claims,
    header,
    signsWith === 'HS256' ? chooseSecret(state) : choosePrivateKey(state, signsWith),
  )
}

function chooseSecret({ behaviour, clientSecret, key }: State): Uint8Array<ArrayBuffer> {
  const published = JSON.stringify(KEYS[key].publicJwk)
  const secrets = { 'another secret': 'another secret of the client', 'the public key': published }
  return new TextEncoder().encode(behaviour.secret ? secrets[behaviour.secret] : clientSecret)
}

function choosePrivateKey({ behaviour, key }: State, alg: string): CryptoKey {
  const isRight = behaviour.signature !== 'wrong'
  if (alg === 'ES256') return KEYS[isRight ? 'elliptic' : 'otherElliptic'].privateKey
  return KEYS[isRight ? key : 'third'].privateKey
}

function publishedKeys({ behaviour, key }: State): JWK[] {
  const { otherKeys, publishesKids } = behaviour
  const others = { 'of the same type': [KEYS.second.publicJwk], unusable: UNUSABLE_KEYS }
  const keys = [...(otherKeys ? others[otherKeys] : []), KEYS[key].publicJwk]
  return publishesKids === false ? keys.map(({ kid: _, ...jwk }) => jwk) : keys
}

async function userinfoJwt(
  { behaviour, issuer, clientId, key }: State,
  response: Response,
): Promise<Response> {
  const claims = { iss: issuer, aud: clientId, ...((await response.json()) as JWTPayload) }
  const signer = behaviour.userinfoJwt === 'signed' ? key : 'third'
  const jwt = await signJwt(claims, { alg: 'RS256', kid: key }, KEYS[signer].privateKey)
  return new Response(jwt, { headers: { 'content-type': 'application/jwt' } })
}
