import { generateKeyPairSync, sign } from 'node:crypto'

/** The issuer of the OpenID provider. Nothing listens there. */
export const ISSUER = 'https://id.example'
export const CLIENT = { clientId: 'app', clientSecret: 'the secret of the client' }

const USER = { sub: 'ann', name: 'Ann', email: 'ann@example.com', email_verified: true }

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Nonces by code. @type {Map<string, string | null>} */
const nonces = new Map()

/** @type {Record<string, (body: URLSearchParams) => unknown>} */
const ENDPOINTS = {
  '/.well-known/openid-configuration': () => ({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  }),
  '/jwks': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] }),
  '/token': (body) => ({
    access_token: 'an-access-token',
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: idToken(nonces.get(body.get('code') ?? '')),
  }),
}

/**
 * Acts as an OpenID provider and as a mail service, in the place of `fetch`.
 *
 * @type {typeof fetch}
 */
export async function fetchFromProvider(input, init) {
  const request = new Request(input, init)
  const { origin, pathname } = new URL(request.url)
  if (origin !== ISSUER) return acceptMail(await request.text())
  const body = new URLSearchParams(await request.text())
  return Response.json(ENDPOINTS[pathname]?.(body), { status: ENDPOINTS[pathname] ? 200 : 404 })
}

/** The last link that was sent. */
let link = ''

/** Acts as a mail service. @param {string} message */
function acceptMail(message) {
  link = /https:\/\/[^"\\\s]+/.exec(JSON.parse(message).text)?.[0] ?? ''
  return Response.json({ id: 'a-message' })
}

/** Returns the link in the last message. */
export function linkInMail() {
  return link
}

/**
 * Returns the callback URL to which the provider sends a user who agreed.
 *
 * @param {string} authorizationUrl
 */
export function agree(authorizationUrl) {
  const query = new URL(authorizationUrl).searchParams
  const code = `code-${nonces.size}`
  nonces.set(code, query.get('nonce'))
  const callback = new URL(query.get('redirect_uri') ?? '')
  callback.search = new URLSearchParams({ code, state: query.get('state') ?? '', iss: ISSUER }).toString()
  return callback.href
}

/** @param {string | null | undefined} nonce */
function idToken(nonce) {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: ISSUER,
    aud: CLIENT.clientId,
    iat: now,
    exp: now + 300,
    nonce: nonce ?? undefined,
    ...USER,
  }
  const [header, payload] = [{ alg: 'RS256' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const signature = sign('sha256', Buffer.from(`${header}.${payload}`), keys.privateKey)
  return `${header}.${payload}.${signature.toString('base64url')}`
}
