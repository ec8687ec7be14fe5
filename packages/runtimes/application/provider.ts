/** An OpenID provider as a function, on nothing but Web standards. */
export interface FakeProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly fetch: typeof fetch
}

/** What an authorization request asked for. It travels inside the code, so that whoever answers it need not be in the provider's process. */
interface Grant {
  readonly challenge: string
  readonly nonce: string
  readonly redirectUri: string
}

const ISSUER = 'https://id.test'
const CLIENT = { clientId: 'app', clientSecret: 'secret-of-the-app' }
/** Milliseconds: long enough for another request to arrive while one waits. */
const DISCOVERY_TAKES = 200

/** A provider with keys of its own, made when they are first needed: at import some run times have no randomness. */
export function createProvider(): FakeProvider {
  let keys: CryptoKeyPair | undefined
  const signingKeys = async (): Promise<CryptoKeyPair> => {
    keys ??= await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    return keys
  }
  const answer = async (request: Request): Promise<Response> => {
    switch (new URL(request.url).pathname) {
      case '/.well-known/openid-configuration':
        await new Promise((resolve) => setTimeout(resolve, DISCOVERY_TAKES))
        return Response.json(METADATA)
      case '/jwks':
        return Response.json({
          keys: [
            { ...(await crypto.subtle.exportKey('jwk', (await signingKeys()).publicKey)), kid: 'key-1' },
          ],
        })
      case '/token':
        return answerToken(request, (await signingKeys()).privateKey)
      case '/userinfo':
        return Response.json({ sub: 'ann', email: 'ann@example.com', name: 'Ann of userinfo' })
      default:
        return new Response('not found', { status: 404 })
    }
  }
  return { ...CLIENT, issuer: ISSUER, fetch: (input, init) => answer(new Request(input, init)) }
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
 * Where the browser is sent back to once the person agreed.
 *
 * @throws {Error} for an authorization request without `state`, `nonce` or an S256 challenge
 */
export function agree(authorizationUrl: string): string {
  const query = new URL(authorizationUrl).searchParams
  const asked = (name: string): string => {
    const value = query.get(name)
    if (!value) throw new Error(`The authorization request has no "${name}".`)
    return value
  }
  if (asked('code_challenge_method') !== 'S256') throw new Error('The challenge is not S256.')
  const grant: Grant = {
    challenge: asked('code_challenge'),
    nonce: asked('nonce'),
    redirectUri: asked('redirect_uri'),
  }
  const answer = new URL(grant.redirectUri)
  answer.search = new URLSearchParams({
    code: encodeText(JSON.stringify(grant)),
    state: asked('state'),
    iss: ISSUER,
  }).toString()
  return answer.href
}

/** @see https://www.rfc-editor.org/rfc/rfc7636#section-4.6 */
async function answerToken(request: Request, key: CryptoKey): Promise<Response> {
  const body = new URLSearchParams(await request.text())
  const grant: Grant = JSON.parse(decodeText(body.get('code') ?? ''))
  const challenge = encodeBytes(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.get('code_verifier') ?? '')),
  )
  const isClient =
    request.headers.get('authorization') ===
    `Basic ${btoa(`${CLIENT.clientId}:${CLIENT.clientSecret.replaceAll('-', '%2D')}`)}`
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
  const content = `${encodeText(JSON.stringify({ alg: 'ES256', kid: 'key-1' }))}.${encodeText(JSON.stringify(claims))}`
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
