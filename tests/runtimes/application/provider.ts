/** An OpenID provider as a function that uses only Web standards. */
export interface FakeProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly fetch: typeof fetch
}

/**
 * The parameters of an authorization request. The code contains them, so that the test can
 * authorize outside of the process of the provider.
 */
interface Grant {
  readonly challenge: string
  readonly nonce: string
  readonly redirectUri: string
}

const ISSUER = 'https://id.test'
const CLIENT = { clientId: 'app', clientSecret: 'secret-of-the-app' }
/** Long enough for a second request to arrive while the first one waits. */
const DISCOVERY_DELAY_MS = 200

/**
 * Creates a provider with its own keys. It generates them on first use, because some runtimes have
 * no randomness at import.
 */
export function createProvider(): FakeProvider {
  let keys: CryptoKeyPair | undefined
  const signingKeys = async (): Promise<CryptoKeyPair> => {
    keys ??= await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    return keys
  }
  const respond = async (request: Request): Promise<Response> => {
    switch (new URL(request.url).pathname) {
      case '/.well-known/openid-configuration':
        await new Promise((resolve) => setTimeout(resolve, DISCOVERY_DELAY_MS))
        return Response.json(METADATA)
      case '/jwks':
        return Response.json({
          keys: [
            { ...(await crypto.subtle.exportKey('jwk', (await signingKeys()).publicKey)), kid: 'key-1' },
          ],
        })
      case '/token':
        return tokenResponse(request, (await signingKeys()).privateKey)
      case '/userinfo':
        return Response.json({ sub: 'ann', email: 'ann@example.com', name: 'Ann of userinfo' })
      default:
        return new Response('not found', { status: 404 })
    }
  }
  return { ...CLIENT, issuer: ISSUER, fetch: (input, init) => respond(new Request(input, init)) }
}

const METADATA = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  userinfo_endpoint: `${ISSUER}/userinfo`,
  jwks_uri: `${ISSUER}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  authorization_response_iss_parameter_supported: true,
}

/**
 * Returns the callback URL to which the provider redirects after the user has consented.
 *
 * @throws {Error} for an authorization request without `state`, `nonce` or an S256 challenge
 */
export function authorize(authorizationUrl: string): string {
  const query = new URL(authorizationUrl).searchParams
  const parameter = (name: string): string => {
    const value = query.get(name)
    if (!value) throw new Error(`The authorization request has no "${name}".`)
    return value
  }
  if (parameter('code_challenge_method') !== 'S256') throw new Error('The challenge is not S256.')
  const grant: Grant = {
    challenge: parameter('code_challenge'),
    nonce: parameter('nonce'),
    redirectUri: parameter('redirect_uri'),
  }
  const callback = new URL(grant.redirectUri)
  callback.search = new URLSearchParams({
    code: encodeText(JSON.stringify(grant)),
    state: parameter('state'),
    iss: ISSUER,
  }).toString()
  return callback.href
}

/** @see https://www.rfc-editor.org/rfc/rfc7636#section-4.6 */
async function tokenResponse(request: Request, key: CryptoKey): Promise<Response> {
  const body = new URLSearchParams(await request.text())
  const grant: Grant = JSON.parse(decodeText(body.get('code') ?? ''))
  const challenge = encodeBytes(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.get('code_verifier') ?? '')),
  )
  const isClient =
    request.headers.get('authorization') === `Basic ${btoa(`${CLIENT.clientId}:${CLIENT.clientSecret}`)}`
  if (!isClient || challenge !== grant.challenge || body.get('redirect_uri') !== grant.redirectUri) {
    return Response.json({ error: isClient ? 'invalid_grant' : 'invalid_client' }, { status: 400 })
  }
  return Response.json({
    access_token: 'of-ann',
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: await idToken(grant.nonce, key),
  })
}

async function idToken(nonce: string, key: CryptoKey): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: ISSUER,
    aud: CLIENT.clientId,
    iat: now,
    exp: now + 300,
    nonce,
    sub: 'ann',
    name: 'Ann',
    email: 'ann@example.com',
  }
  const header = { alg: 'ES256', kid: 'key-1' }
  const content = `${encodeText(JSON.stringify(header))}.${encodeText(JSON.stringify(claims))}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    new TextEncoder().encode(content),
  )
  return `${content}.${encodeBytes(signature)}`
}

function encodeBytes(bytes: ArrayBuffer): string {
  return encodeText(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Base64url of a text whose characters are bytes. */
function encodeText(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function decodeText(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
}
