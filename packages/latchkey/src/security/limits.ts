import type { Context } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import type { Limit } from '../types/limits.ts'
import { networkOf } from './client-network.ts'

/** Key of a counter in the store, and its limit. */
interface Counter {
  readonly key: string
  readonly limit: Limit
}

/** Attempt that is counted before it runs, so that concurrent attempts cannot exceed the limit. */
export interface Attempt {
  readonly isAllowed: boolean
  /** Seconds until the next attempt is allowed; 0 if the attempt is allowed. */
  readonly retryAfter: number
  /** Removes the attempt from the counters, because it failed for a reason that does not count. */
  takeBack(): Promise<void>
  /** After a success: resets the subject's counter, and removes the attempt from the client's. */
  clear(): Promise<void>
}

/**
 * Counts an attempt against the limit of its subject and the limit of its client.
 *
 * @param subject account name or e-mail address, if known
 * @throws {StoreError} when the store fails; the attempt must not run then
 */
export async function countAttempt(
  ctx: Context,
  action: 'credentials' | 'email',
  subject: string | undefined,
): Promise<Attempt> {
  const subjectCount = await subjectCounter(ctx, action, subject)
  const client = await clientCounter(ctx, action)
  const counters = [subjectCount, client].filter((counter) => counter !== undefined)
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
      if (subjectCount) await store.delete(subjectCount.key)
      if (client) await takeBack(client)
    },
  }
}

async function subjectCounter(ctx: Context, action: 'credentials' | 'email', subject: string | undefined) {
  const limit = ctx.auth.limits[action]
  if (limit === undefined || subject === undefined) return undefined
  const parts = [hostOf(ctx), ctx.base.path, ctx.providerId, subject.trim().toLowerCase()]
  return { key: await keyOf(action, parts), limit }
}

async function clientCounter(ctx: Context, action: string) {
  const { client, clientAddress } = ctx.auth.limits
  const address = client === undefined ? undefined : clientAddress?.(ctx.headers)
  const network = address ? networkOf(address) : undefined
  return client !== undefined && network !== undefined
    ? { key: await keyOf(`${action}-client`, [hostOf(ctx), network]), limit: client }
    : undefined
}

/**
 * Returns the host that attempts are counted for, so that applications that share a store, and
 * tenants of one application, have separate counters. Returns `undefined` if the host comes only
 * from headers: an attacker could send a different host with each attempt.
 */
function hostOf({ auth, base }: Context): string | undefined {
  const { host } = new URL(base.origin)
  // A client can choose among the hosts of a pattern, too.
  return auth.pinnedOrigin === undefined ? auth.trustedHosts?.(host)?.pattern : host
}

/** Returns the key of a counter. Its parts are hashed, so that keys contain no personal data. */
async function keyOf(purpose: string, parts: readonly (string | undefined)[]): Promise<string> {
  return `latchkey:${purpose}:${await sha256Hex(JSON.stringify(parts))}`
}
