import type { ResolvedAuth } from '../contract/context.ts'
import { hashedKey } from '../security/hashed-key.ts'
import type { VerificationToken } from '../types/adapter.ts'

/** How many milliseconds a database may change `expires` by: some store whole seconds. */
const PRECISION = 1000

/** How long tokens work, in seconds. */
export interface TokenLifetimes {
  /** Those of these tokens. */
  readonly maxAge: number
  /** The longest of all with the same identifier. */
  readonly longest: number
}

/** The tokens of an identifier that ended before they expired. Times are milliseconds since 1970. */
export interface EndedTokens {
  /** Returns whether a token is one of them. */
  includes(token: VerificationToken): boolean
  /** Returns the creation time for a new token that keeps it from being one of them. */
  nextCreation(now: number): number
  /** Adds all tokens that have been created so far. */
  endNow(): Promise<void>
}

/**
 * Reads from the store when the tokens of an identifier were ended, for adapters that cannot delete all
 * of them. A token that was created before then has ended. Its creation time is derived from its
 * expiry.
 *
 * @throws {StoreError} if the store fails
 */
export async function readEndedTokens(
  auth: ResolvedAuth,
  identifier: string,
  { maxAge, longest }: TokenLifetimes,
): Promise<EndedTokens> {
  const key = await hashedKey('ended-links', [auth.pinnedOrigin, auth.basePath, identifier])
  const endedAt = Number(await auth.store.get(key)) || Number.NEGATIVE_INFINITY
  // However a database changes the two times, a token that is created later expires later.
  const nextCreation = (now: number): number => Math.max(now, endedAt + 2 * PRECISION)
  return {
    includes: ({ expires }) => new Date(expires).getTime() - maxAge * 1000 < endedAt + PRECISION,
    nextCreation,
    async endNow() {
      const time = nextCreation(auth.now())
      const seconds = Math.ceil((time + 2 * PRECISION - auth.now()) / 1000) + longest
      await auth.store.set(key, String(time), seconds)
    },
  }
}
