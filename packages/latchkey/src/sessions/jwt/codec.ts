import { loadOnce } from '../../async/awaitable.ts'
import type { SessionCodec } from '../../contract/session.ts'
import { seal, unseal } from '../../crypto/sealed.ts'
import { TokenCache } from '../../crypto/token-cache.ts'
import type { JWTOptions } from '../../types/jwt-options.ts'

const custom = loadOnce(() => import('./custom-codec.ts'))

/** One for the whole process, also for a configuration that is created again for each request. */
const sessionTokens = new TokenCache()

/**
 * Returns how session tokens are written and read: in Latchkey's encrypted format, or by the
 * application's own functions.
 *
 * @param secrets the first one writes, all of them read
 * @param maxAge seconds
 */
export function createSessionCodec(
  { encode, decode }: Partial<JWTOptions>,
  secrets: readonly string[],
  maxAge: number,
): SessionCodec {
  return {
    maxAge,
    isCustom: encode !== undefined || decode !== undefined,
    encode: encode
      ? async (...args) => (await custom()).encodeBy(encode, secrets)(...args)
      : (claims, salt, { now, lifetime, jti }) => seal(claims, { secrets, salt }, lifetime, now, jti),
    decode: decode
      ? async (...args) => (await custom()).decodeBy(decode, secrets, maxAge)(...args)
      : (token, salt, now) => unseal(token, { secrets, salt }, now, sessionTokens),
  }
}
