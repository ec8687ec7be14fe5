import { loadOnce } from '../../async/awaitable.ts'
import type { JWT } from '../../types/session.ts'
import type { Store } from '../../types/store.ts'
import { isOrigin, namesOrigin } from '../jwt/audience.ts'

const externalStore = loadOnce(() => import('./external-store.ts'))

/** What a reader of tokens outside the application knows about it. */
interface Knowledge {
  readonly origin: string | undefined
  readonly store: Pick<Store, 'get'> | undefined
}

/**
 * Returns whether a token was issued for an origin, and its session was not ended. Skips a check
 * that lacks its value.
 *
 * @throws {StoreError} if the store fails or takes too long: the session is then unknown
 */
export async function isValidAt(claims: JWT, { origin, store }: Knowledge): Promise<boolean> {
  if (origin !== undefined && !URL.canParse(origin))
    throw new TypeError('`origin` is not a URL. Include the scheme, for example https://app.example.com')
  if (origin !== undefined && isOrigin(claims.aud) && !namesOrigin(claims.aud, origin)) return false
  return store === undefined || !(await (await externalStore()).isRevokedIn(store, claims))
}
