import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { hashedKey } from '../../security/hashed-key.ts'
import type { VerificationToken } from '../../types/adapter.ts'

/** How many milliseconds a database may change `expires` by: some store whole seconds. */
const PRECISION = 1000

/** The links to an address that ended before they expired. Times are milliseconds since 1970. */
export interface EndedLinks {
  /** Returns whether a link is one of them. */
  includes(link: VerificationToken): boolean
  /** Returns the creation time for a new link that keeps it from being one of them. */
  nextCreation(now: number): number
  /** Adds all links that have been created so far. */
  endNow(): Promise<void>
}

/**
 * Reads from the store when links to an address were ended, for adapters that cannot delete all
 * tokens of an address. A link that was created before then has ended. Its creation time is derived
 * from its expiry.
 *
 * @throws {StoreError} if the store fails
 */
export async function readEndedLinks(
  ctx: Context<ResolvedEmailProvider>,
  identifier: string,
): Promise<EndedLinks> {
  const { auth, provider } = ctx
  const key = await hashedKey('ended-links', [auth.pinnedOrigin, auth.basePath, identifier])
  const endedAt = Number(await auth.store.get(key)) || Number.NEGATIVE_INFINITY
  // However a database changes the two times, a link that is created later expires later.
  const nextCreation = (now: number): number => Math.max(now, endedAt + 2 * PRECISION)
  return {
    includes: ({ expires }) => new Date(expires).getTime() - provider.maxAge * 1000 < endedAt + PRECISION,
    nextCreation,
    async endNow() {
      const time = nextCreation(auth.now())
      const seconds = Math.ceil((time + 2 * PRECISION - auth.now()) / 1000) + maxLifetime(ctx)
      await auth.store.set(key, String(time), seconds)
    },
  }
}

/** Returns the maximum lifetime of any provider's links, in seconds. */
function maxLifetime({ providers }: Context): number {
  const lifetimes = [...providers.values()].map((each) => (each.type === 'email' ? each.maxAge : 0))
  return Math.ceil(Math.max(...lifetimes))
}
