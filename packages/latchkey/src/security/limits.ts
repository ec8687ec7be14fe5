import type { Context } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import type { Limit } from '../types/limits.ts'
import { networkOf } from './client-network.ts'

/** Something that is tried, and how often it may be. */
interface Counter {
  readonly key: string
  readonly limit: Limit
}

/** An attempt that was counted before it is made: of many at once, no more than are allowed get through. */
export interface Attempt {
  readonly isAllowed: boolean
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number
  /** It was none: something else failed. */
  takeBack(): Promise<void>
  /** It succeeded: whoever knows the credentials begins anew. */
  clear(): Promise<void>
}

/**
 * Counts an attempt, for what it is tried on and for who tries.
 *
 * @param subject an account or address, if it is known what is tried
 * @throws {StoreError} when it cannot be counted: then nothing is tried
 */
export async function countAttempt(
  ctx: Context,
  what: 'credentials' | 'email',
  subject: string | undefined,
): Promise<Attempt> {
  const own = await subjectCounter(ctx, what, subject)
  const client = await clientCounter(ctx, what)
  const counters = [own, client].filter((counter) => counter !== undefined)
  const { store } = ctx.auth
  const sums = await Promise.all(counters.map(({ key, limit }) => store.add(key, 1, limit.seconds)))
  const exceeded = counters.filter(({ limit }, index) => (sums[index] ?? 0) > limit.attempts)
  const takeBack = async ({ key, limit }: Counter): Promise<unknown> => store.add(key, -1, limit.seconds)
  return {
    isAllowed: exceeded.length === 0,
    retryAfter: Math.max(0, ...exceeded.map(({ limit }) => limit.seconds)),
    async takeBack() {
      await Promise.all(counters.map(takeBack))
    },
    async clear() {
      if (own) await store.delete(own.key)
      if (client) await takeBack(client)
    },
  }
}

async function subjectCounter(ctx: Context, what: 'credentials' | 'email', subject: string | undefined) {
  const limit = ctx.auth.limits[what]
  if (limit === undefined || subject === undefined) return undefined
  const whose = [hostOf(ctx), ctx.base.path, ctx.providerId, subject.trim().toLowerCase()]
  return { key: await keyOf(what, whose), limit }
}

async function clientCounter(ctx: Context, what: string) {
  const { client, clientAddress } = ctx.auth.limits
  const address = client === undefined ? undefined : clientAddress?.(ctx.headers)
  const network = address ? networkOf(address) : undefined
  return client !== undefined && network !== undefined
    ? { key: await keyOf(`${what}-client`, [hostOf(ctx), network]), limit: client }
    : undefined
}

/**
 * The host that it is counted for: applications that share a store, and tenants of one, count for themselves. `undefined` where only headers tell
 * it: whoever tries could name another one each time.
 */
function hostOf({ auth, base }: Context): string | undefined {
  return auth.pinnedOrigin !== undefined || auth.trustedHosts !== undefined
    ? new URL(base.origin).host
    : undefined
}

/** Keys tell nothing about people. */
async function keyOf(what: string, parts: readonly (string | undefined)[]): Promise<string> {
  return `latchkey:${what}:${await sha256Hex(JSON.stringify(parts))}`
}
