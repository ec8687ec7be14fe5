import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

/** How an attacker signs an ID token. Default: with the key of the provider. */
export type Signature = 'none' | 'hs256-secret' | 'hs256-pub' | 'unknown-kid' | 'jku-header'

const keys = await generateKeyPair('RS256', { extractable: true })
const otherKeys = await generateKeyPair('RS256')
const publicPem = `${await exportSPKI(keys.publicKey)}\n`

/** The key that the provider publishes. */
export const PUBLIC_KEY = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }

export async function signIdToken(claims: JWTPayload, signature: Signature | undefined): Promise<string> {
  const token = new SignJWT(claims)
  const header = { alg: 'RS256', kid: 'k1', typ: 'JWT' }
  switch (signature) {
    case 'none':
      return new UnsecuredJWT(claims).encode()
    case 'hs256-secret':
      return token.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(encode('client-secret'))
    case 'hs256-pub':
      return token.setProtectedHeader({ ...header, alg: 'HS256' }).sign(encode(publicPem))
    case 'unknown-kid':
      return token.setProtectedHeader({ ...header, kid: 'zzz' }).sign(otherKeys.privateKey)
    case 'jku-header':
      return token
        .setProtectedHeader({ ...header, jku: 'https://evil.example/jwks' })
        .sign(otherKeys.privateKey)
    case undefined:
      return token.setProtectedHeader(header).sign(keys.privateKey)
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
