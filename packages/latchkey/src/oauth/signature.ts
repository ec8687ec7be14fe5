import { type JWKSCacheInput, jwksCache, validateApplicationLevelSignature } from 'oauth4webapi'
import { fromBase64url } from '../crypto/base64url.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import type { RequestOptions } from './request-options.ts'
import type { Server } from './server.ts'

/**
 * Verifies the signature of an ID token: by the keys that the issuer publishes, or, only where the provider is configured so, by the client's
 * secret.
 *
 * @param response the token endpoint's, after `oauth4webapi` processed it
 * @throws when it does not verify
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation items 6 to 8
 */
export async function verifySignature(
  provider: ResolvedOAuthProvider,
  { metadata, jwks }: Server,
  response: Response,
  idToken: string,
  options: RequestOptions,
): Promise<void> {
  if (provider.client.id_token_signed_response_alg === 'HS256')
    return verifyWithSecret(provider.clientSecret ?? '', idToken)
  const cache: JWKSCacheInput = jwks
  await validateApplicationLevelSignature(metadata, response, { ...options, [jwksCache]: cache })
}

/** @see https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
async function verifyWithSecret(secret: string, idToken: string): Promise<void> {
  const end = idToken.lastIndexOf('.')
  const signature = fromBase64url(idToken.slice(end + 1)) ?? new Uint8Array()
  const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  if (await crypto.subtle.verify('HMAC', key, signature, encode(idToken.slice(0, end)))) return
  throw new Error('The signature of the ID token does not fit the client secret.')
}
