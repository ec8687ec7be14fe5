import { base64url, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

export interface SigningKey {
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

export type KeyName = 'first' | 'second' | 'third' | 'short' | 'elliptic' | 'otherElliptic'

/** Key pairs of the provider. Each has its name as `kid`. */
export const KEYS: Readonly<Record<KeyName, SigningKey>> = {
  first: await createKey('RS256', 'first'),
  second: await createKey('RS256', 'second'),
  third: await createKey('RS256', 'third'),
  short: await createShortKey(),
  elliptic: await createKey('ES256', 'elliptic'),
  otherElliptic: await createKey('ES256', 'otherElliptic'),
}

async function createKey(alg: string, kid: KeyName): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

/** `jose` creates no key that is so short. */
async function createShortKey(): Promise<SigningKey> {
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) }
  const usages: KeyUsage[] = ['sign', 'verify']
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { ...rsa, modulusLength: 1024 },
    true,
    usages,
  )
  return {
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid: 'short', alg: 'RS256', use: 'sig' },
  }
}

/**
 * Keys that no library can use: of an unknown type, and of a known type with an unknown variant.
 */
export const UNUSABLE_KEYS: readonly JWK[] = [
  { kty: 'AKP', alg: 'ML-DSA-99', kid: 'of-the-future', use: 'sig', pub: 'AAAA' },
  { kty: 'unheard-of', kid: 'unheard-of', use: 'sig' },
]

/**
 * Signs claims. With the algorithm `none`, the signature is empty. A short key signs without
 * `jose`, which rejects it.
 */
export async function signJwt(
  claims: JWTPayload,
  header: { alg: string; kid?: string; typ?: string },
  key: CryptoKey | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const content = [header, claims].map((part) => base64url.encode(JSON.stringify(part))).join('.')
  if (header.alg === 'none') return `${content}.`
  if (key !== KEYS.short.privateKey) return new SignJWT(claims).setProtectedHeader(header).sign(key)
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, new TextEncoder().encode(content))
  return `${content}.${base64url.encode(new Uint8Array(signature))}`
}

/**
 * Returns the `at_hash` of an access token, for the algorithms with SHA-256.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#CodeIDToken
 */
export async function computeAtHash(accessToken: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(accessToken))
  return base64url.encode(new Uint8Array(hash).slice(0, 16))
}
