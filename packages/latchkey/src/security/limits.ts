import type { Context } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import type { Limit } from '../types/limits.ts'
import { accountKey } from './account-key.ts'
import { networkOf } from './client-network.ts'

/** How many attempts may fail without being counted, as a multiple of the limit. */
const FAULTS_PER_ATTEMPT = 5

/** Something that attempts are counted for. */
export interface Subject {
  /** What identifies it at its provider. An empty list stands for all attempts at the provider. */
  readonly parts: readonly string[]
  /** Multiple of the limit that it has. Above 1, several users share it. */
  readonly share: number
  /** What the client wrote, of which `parts` has a form that other names may share. */
  readonly spelling?: string
}

/** Key of a counter in the store, and its limit. */
interface Counter {
  readonly purpose: string
  readonly hash: string
  readonly limit: Limit
  /** Whether attempts of several users count here. */
  readonly isShared: boolean
  /** Counts those of the attempts that have the same spelling. */
  readonly ofSpelling?: Counter
}

/** Attempt that is counted before it runs, so that concurrent attempts cannot exceed the limit. */
export interface Attempt {
  readonly isAllowed: boolean
  /** Seconds until the next attempt is allowed; 0 if the attempt is allowed. */
  readonly retryAfter: number
  /** Removes the attempt from the counters, because it failed for a reason that does not count. */
  takeBack(): Promise<void>
  /**
   * Removes the attempt from each counter that has not seen too many faults: what looks like a
   * fault may be a wrong password.
   */
  takeBackFault(): Promise<void>
  /**
   * After a success: removes the attempts with the same spelling from the account's counter, and
   * this attempt from shared ones.
   */
  clear(): Promise<void>
}

/**
 * Counts an attempt against the limit of its subject and the limit of its client.
 *
 * @param name account name or e-mail address, if known
 * @throws {StoreError} when the store fails; the attempt must not run then
 */
export async function countAttempt(
  ctx: Context,
  action: 'credentials' | 'email',
  name: string | undefined,
): Promise<Attempt> {
  return countSubjects(ctx, action, name === undefined ? [] : [{ parts: [accountKey(name)], share: 1 }])
}

/**
 * Counts an attempt against the limits of several subjects and of its client.
 *
 * @throws {StoreError} when the store fails; the attempt must not run then
 */
export async function countSubjects(
  ctx: Context,
  action: 'credentials' | 'email',
  subjects: readonly Subject[],
): Promise<Attempt> {
  const ofSubjects = await Promise.all(subjects.map((subject) => subjectCounter(ctx, action, subject)))
  const counters = [...ofSubjects, await clientCounter(ctx, action)].filter((found) => found !== undefined)
  const sums = await addToAll(ctx, withSpellings(counters), 1)
  const exceeded = counters.filter(({ limit }, index) => (sums[index] ?? 0) > limit.attempts)
  const shared = counters.filter(({ isShared }) => isShared)
  // Otherwise one client could exhaust what many users share, with attempts that are rejected.
  if (exceeded.length > 0) await takeBack(ctx, shared)
  return {
    isAllowed: exceeded.length === 0,
    retryAfter: Math.max(0, ...exceeded.map(({ limit }) => limit.seconds)),
    takeBack: () => takeBack(ctx, withSpellings(counters)),
    takeBackFault: async () => takeBack(ctx, withSpellings(await withoutTooManyFaults(ctx, counters))),
    async clear() {
      const own = counters.filter(({ isShared }) => !isShared)
      // With two names, a success of one user could reset the counter of another.
      const [account] = own.length === 1 ? own : []
      if (account?.ofSpelling) await takeBackSpelling(ctx, account, account.ofSpelling)
      await takeBack(ctx, account?.ofSpelling ? shared : withSpellings(counters))
    },
  }
}

/**
 * Returns how long the client of a request has to wait because it reached its limit, in seconds; 0
 * if it did not. For requests of which many come at the same time, and only failures are counted.
 *
 * @throws {StoreError} when the store fails
 */
export async function waitOfClient(ctx: Context, action: string): Promise<number> {
  const counter = await clientCounter(ctx, action)
  if (counter === undefined) return 0
  const { attempts, seconds } = counter.limit
  return Number((await ctx.auth.store.get(keyOf(counter))) ?? 0) < attempts ? 0 : seconds
}

/** Counts a failure for the client of a request. @throws {StoreError} when the store fails */
export async function countForClient(ctx: Context, action: string): Promise<void> {
  const counter = await clientCounter(ctx, action)
  if (counter !== undefined) await add(ctx, counter, 1)
}

/** Returns the counters, followed by those of their spellings. */
function withSpellings(counters: readonly Counter[]): Counter[] {
  return [...counters, ...counters.flatMap(({ ofSpelling }) => ofSpelling ?? [])]
}

async function takeBack(ctx: Context, counters: readonly Counter[], amount = 1): Promise<void> {
  const sums = await addToAll(ctx, counters, -amount)
  // If its period ended meanwhile, the attempt is gone, and the new period must not start below 0.
  const below = counters.map((counter, index) => [counter, Math.min(0, sums[index] ?? 0)] as const)
  await Promise.all(below.map(([counter, sum]) => sum < 0 && add(ctx, counter, -sum)))
}

/**
 * Attempts with other spellings stay: an attacker may have an account of their own whose name looks
 * like that of another user.
 */
async function takeBackSpelling(ctx: Context, account: Counter, ofSpelling: Counter): Promise<void> {
  const attempts = Number(await ctx.auth.store.get(keyOf(ofSpelling)))
  if (attempts > 0) await takeBack(ctx, [account, ofSpelling], attempts)
}

function addToAll(ctx: Context, counters: readonly Counter[], amount: number): Promise<number[]> {
  return Promise.all(counters.map((counter) => add(ctx, counter, amount)))
}

/** Counts a fault, and returns the counters whose limit of faults is not exceeded. */
async function withoutTooManyFaults(ctx: Context, counters: readonly Counter[]): Promise<Counter[]> {
  const sums = await Promise.all(
    counters.map((counter) => add(ctx, { ...counter, purpose: `${counter.purpose}-faults` }, 1)),
  )
  return counters.filter(({ limit }, index) => (sums[index] ?? 0) <= limit.attempts * FAULTS_PER_ATTEMPT)
}

async function add({ auth }: Context, counter: Counter, amount: number): Promise<number> {
  return auth.store.add(keyOf(counter), amount, counter.limit.seconds)
}

async function subjectCounter(
  ctx: Context,
  action: 'credentials' | 'email',
  { parts, share, spelling }: Subject,
): Promise<Counter | undefined> {
  const limit = ctx.auth.limits[action]
  if (limit === undefined) return undefined
  const place = [hostOf(ctx), ctx.base.path, ctx.providerId]
  const counter: Counter = {
    purpose: action,
    hash: await hashOf([...place, ...parts]),
    limit: { ...limit, attempts: limit.attempts * share },
    isShared: share > 1,
  }
  if (spelling === undefined || share > 1) return counter
  const hash = await hashOf([...place, ...parts, spelling])
  return { ...counter, ofSpelling: { ...counter, purpose: `${action}-spelling`, hash } }
}

async function clientCounter(ctx: Context, action: string): Promise<Counter | undefined> {
  const { client, clientAddress } = ctx.auth.limits
  if (client === undefined || clientAddress === undefined) return undefined
  const network = networkOf(String(clientAddress(ctx.headers) ?? ''))
  if (network === undefined)
    ctx.auth.warnOnce(
      'client-address',
      '`limits.clientAddress` returned no IP address. All such clients are counted as one. ' +
        'Return one address, from a header that your proxy sets.',
    )
  const hash = await hashOf([hostOf(ctx), network ?? 'unknown'])
  return { purpose: `${action}-client`, hash, limit: client, isShared: true }
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

function keyOf({ purpose, hash }: Counter): string {
  return `latchkey:${purpose}:${hash}`
}

/** Hashes what a counter is for, so that keys contain no personal data. */
async function hashOf(parts: readonly (string | undefined)[]): Promise<string> {
  return sha256Hex(JSON.stringify(parts))
}
