import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { hashedKey } from '../../security/hashed-key.ts'
import type { VerificationToken } from '../../types/adapter.ts'

/** Milliseconds by which a database may change `expires`: some store whole seconds. */
const PRECISION = 1000

/** The links to an address that ended before they expired. Times are milliseconds since 1970. */
export interface EndedLinks {
  /** Returns whether a link is one of them. */
  includes(link: VerificationToken): boolean
  /** Returns the time at which a link that is created now counts as created, to be none of them. */
  nextCreation(now: number): number
  /** Adds all links that were created so far. */
  endNow(): Promise<void>
}

/**
 * Reads from the store when links to an address were ended, for adapters that cannot delete all
 * tokens of an address. A link that was created before has ended: its creation follows from when it
 * expires.
 *
 * @throws {StoreError} when the store fails
 */
export async function readEndedLinks(
  ctx: Context<ResolvedEmailProvider>,
  identifier: string,
): Promise<EndedLinks> {
  const { auth, provider } = ctx
  const key = await hashedKey('ended-links', [auth.pinnedOrigin, auth.basePath, identifier])
  const endedAt = Number(await auth.store.get(key)) || Number.NEGATIVE_INFINITY
  // Whatever a database makes of the two times, a link that is created later expires later.
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

/** Returns the maximum lifetime of a link of any provider, in seconds. */
function maxLifetime({ providers }: Context): number {
  const lifetimes = [...providers.values()].map((each) => (each.type === 'email' ? each.maxAge : 0))
  return Math.ceil(Math.max(...lifetimes))
}
