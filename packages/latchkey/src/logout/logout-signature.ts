// Not from the main entry: that loads the compression of encrypted tokens, about which Next.js 15
// warns in code for the Edge runtime.
import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose'
import { JOSEError } from 'jose/errors'
import { createLocalJWKSet } from 'jose/jwks/local'
import { compactVerify } from 'jose/jws/compact/verify'
import type { ResolvedAuth } from '../contract/context.ts'
import { fetchKeys, type KeySet } from '../oauth/provider-keys.ts'
import type { Server } from '../oauth/server.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

/** Imported keys, by the key set that they come from. */
const resolvers = new WeakMap<KeySet, JWTVerifyGetKey>()

/**
 * Returns whether the provider signed a token: with one of its published keys, or, if it is
 * configured for HS256, with the client secret.
 *
 * @param header the token's header, whose `alg` was checked
 * @throws {ServiceUnavailable} if the provider's keys cannot be loaded now
 */
export async function verifySignature(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  server: Server,
  token: string,
  header: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const { alg, kid } = header as { alg: string; kid?: unknown }
  const options = { algorithms: [alg] }
  if (alg === 'HS256')
    return isVerified(() =>
      compactVerify(token, new TextEncoder().encode(provider.clientSecret ?? ''), options),
    )
  // Without a `kid`, the key is found by its algorithm.
  const lacksKey = ({ keys }: KeySet): boolean =>
    kid === undefined ? keys.length === 0 : !keys.some((key) => key.kid === kid)
  const keys = await fetchKeys(auth, provider, server, lacksKey)
  if (lacksKey(keys)) return false
  const resolver =
    resolvers.get(keys) ?? (createLocalJWKSet(keys as unknown as JSONWebKeySet) as JWTVerifyGetKey)
  resolvers.set(keys, resolver)
  return isVerified(() => compactVerify(token, resolver, options))
}

async function isVerified(verify: () => Promise<unknown>): Promise<boolean> {
  try {
    await verify()
    return true
  } catch (error) {
    // A token or a key that cannot be used, for any reason.
    if (error instanceof JOSEError || error instanceof TypeError) return false
    throw error
  }
}
