import { asError, StoreError } from '../errors.ts'
import type { JWT } from '../types/session.ts'
import type { Store } from '../types/store.ts'
import { isOrigin, namesOrigin } from './audience.ts'
import { isEnded } from './revocation.ts'

/** How long the store may take, in seconds: as long as for the application by default. */
const TIMEOUT = 1

/** What a reader of tokens outside the application knows about it. */
interface Knowledge {
  readonly origin: string | undefined
  readonly store: Pick<Store, 'get'> | undefined
}

/**
 * Returns whether a token was issued for an origin, and its session was not ended. A check that is
 * not known is left out.
 *
 * @throws {StoreError} when the store fails or takes too long: then the session is unknown
 */
export async function isValidAt(claims: JWT, { origin, store }: Knowledge): Promise<boolean> {
  if (origin !== undefined && !URL.canParse(origin))
    throw new TypeError('`origin` is not a URL. Include the scheme, for example https://app.example.com')
  if (origin !== undefined && isOrigin(claims.aud) && !namesOrigin(claims.aud, origin)) return false
  if (store === undefined) return true
  try {
    // Like in a session check, a token without a time counts as issued now.
    const issuedAt = claims.iat ?? Number.POSITIVE_INFINITY
    // Loaded only with a store, so that a proxy stays small.
    const { inTime } = await import('../async/in-time.ts')
    return !(await inTime(isEnded({ store }, { claims, issuedAt }), TIMEOUT))
  } catch (error) {
    const err = asError(error)
    const { isTimeout, isTemporary } = (await import('../async/temporary.ts')).failureOf(err)
    const message = `The \`get\` of the \`store\` failed: ${err.message}`
    throw Object.assign(new StoreError(message, { cause: { err, command: 'get' } }), {
      ...(isTimeout && { isTimeout }),
      ...(isTemporary && { isTemporary }),
    })
  }
}
