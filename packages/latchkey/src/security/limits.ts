import { poll } from '../async/poll.ts'
import type { Context } from '../contract/context.ts'
import type { Limit } from '../types/limits.ts'
import { accountKey } from './account-key.ts'
import { type Counted, clientCounter, countedFor, countedSubjects, type Subject } from './counted.ts'
import { addOrUndo, addTo, readCounter, takeFrom } from './counter.ts'

/** How many attempts may fail without being counted, as a multiple of the limit. */
const FAULTS_PER_ATTEMPT = 5

/**
 * An attempt that is counted before it runs, so that concurrent attempts cannot exceed the limit.
 */
export interface Attempt {
  readonly isAllowed: boolean
  /** Seconds until the next attempt is allowed; 0 if the attempt is allowed. */
  readonly retryAfter: number
  /** Removes the attempt from the counters, because it failed for a reason that does not count. */
  takeBack(): Promise<void>
  /**
   * Removes the attempt from each counter that has not seen too many faults: an apparent fault may
   * be a wrong password.
   */
  takeBackFault(): Promise<void>
  /**
   * After wrong credentials: keeps the attempt, as one that a success with its spelling removes.
   */
  keep(): Promise<void>
  /** After a success: removes the attempt, and failures with its spelling from the account. */
  clear(): Promise<void>
}

/**
 * Counts an e-mail against the limits of its address and its client.
 *
 * @param known what it counts against on a known device, instead of these
 * @throws {StoreError} if the store fails; the e-mail must not be sent then
 */
export async function countEmail(
  ctx: Context,
  address: string,
  known?: readonly Subject[],
): Promise<Attempt> {
  const subjects = known ?? [{ parts: [accountKey(address)], share: 1 }]
  const counted = await countedFor(ctx, 'email', ctx.auth.limits.email, subjects)
  return createAttempt(ctx, counted, await count(ctx, counted))
}

/** What a message to a telephone number counts against. */
export interface CountedMessage {
  readonly number: string
  /** What all numbers of the country, or of an area, have in common. */
  readonly country: string
  /** The limit for each of them, if there is one. */
  readonly limits: { readonly phone?: Limit | undefined; readonly phoneCountry?: Limit | undefined }
  /** What it counts against on a known device, instead of the number and the client. */
  readonly known?: readonly Subject[] | undefined
}

/**
 * Counts a message to a telephone number against the limits of the number, its country and its client.
 *
 * @throws {StoreError} if the store fails; the message must not be sent then
 */
export async function countMessage(
  ctx: Context,
  { number, country, limits, known = [{ parts: [number], share: 1 }] }: CountedMessage,
): Promise<Attempt> {
  const counted = [
    ...(await countedFor(ctx, 'phone', limits.phone, known)),
    ...(await countedSubjects(ctx, 'phoneCountry', limits.phoneCountry, [{ parts: [country], share: 1 }])),
  ]
  return createAttempt(ctx, counted, await count(ctx, counted))
}

/**
 * Counts an attempt to sign in against the limits of several subjects and of its client. If others
 * are running whose success would allow it, waits for them for up to two seconds.
 *
 * @throws {StoreError} if the store fails; the attempt must not run then
 */
export async function countCredentials(ctx: Context, subjects: readonly Subject[]): Promise<Attempt> {
  const counted = await countedFor(ctx, 'credentials', ctx.auth.limits.credentials, subjects)
  let exceeded: readonly Counted[] = []
  await poll(async () => {
    exceeded = await count(ctx, counted)
    return exceeded.length === 0 || (await areReached(ctx, exceeded)) ? exceeded : undefined
  })
  return createAttempt(ctx, counted, exceeded)
}

/**
 * Counts a failure for a request's client.
 *
 * @returns how long the client has to wait if it has too many of them, in seconds; otherwise 0
 * @throws {StoreError} if the store fails
 */
export async function countForClient(ctx: Context, action: 'logout'): Promise<number> {
  const counter = await clientCounter(ctx, action)
  if (counter === undefined) return 0
  return (await addTo(ctx.auth.store, counter)) > counter.limit.attempts ? counter.seconds : 0
}

function createAttempt(ctx: Context, counted: readonly Counted[], exceeded: readonly Counted[]): Attempt {
  return {
    isAllowed: exceeded.length === 0,
    retryAfter: Math.max(0, ...exceeded.map(({ limit }) => limit.seconds)),
    takeBack: () => takeBack(ctx, counted),
    async takeBackFault() {
      const excessive = await withTooManyFaults(ctx, counted)
      await takeBack(
        ctx,
        counted.filter((one) => !excessive.includes(one)),
      )
      await noteFailure(ctx, excessive)
    },
    keep: () => noteFailure(ctx, counted),
    async clear() {
      await takeBack(ctx, counted)
      const own = counted.filter(({ isShared }) => !isShared)
      // With two names, one user's success could reset another's counter.
      if (own.length === 1) await Promise.all(own.map((account) => removeFailures(ctx, account)))
    },
  }
}

/**
 * Counts an attempt, and returns the limit that it exceeds. Does not count it if it must not run:
 * because it exceeds a limit, or because the store fails.
 */
async function count(ctx: Context, counted: readonly Counted[]): Promise<Counted[]> {
  const sums = await Promise.allSettled(counted.map((each) => countOne(ctx, each)))
  const failure = sums.find((sum) => sum.status === 'rejected')
  const exceeded = counted.filter(({ limit }, at) => valueAt(sums, at) > limit.attempts)
  if (failure !== undefined || exceeded.length > 0) {
    const added = counted.filter((_, at) => sums[at]?.status === 'fulfilled')
    await takeBack(ctx, added).catch((error: unknown) => {
      throw failure?.reason ?? error
    })
  }
  if (failure !== undefined) throw failure.reason
  return exceeded
}

/** @returns how many attempts failed or are running, including this one */
async function countOne({ auth: { store } }: Context, { attempts }: Counted): Promise<number> {
  // First: if it fails, nothing was counted.
  const earlier = await readCounter(store, attempts.previous)
  return earlier + (await addOrUndo(store, attempts.current))
}

function valueAt(results: readonly PromiseSettledResult<number>[], at: number): number {
  const result = results[at]
  return result?.status === 'fulfilled' ? result.value : 0
}

/** Returns whether one of the limits is reached by failures alone. */
async function areReached({ auth: { store } }: Context, counted: readonly Counted[]): Promise<boolean> {
  const failures = await Promise.all(
    counted.map(async ({ failures: { current, previous } }) => {
      const [now, before] = [readCounter(store, current), readCounter(store, previous)]
      return (await now) + (await before)
    }),
  )
  return counted.some(({ limit }, at) => (failures[at] ?? 0) >= limit.attempts)
}

async function takeBack({ auth: { store } }: Context, counted: readonly Counted[]): Promise<void> {
  await Promise.all(counted.map(({ attempts }) => takeFrom(store, attempts.current)))
}

/** If the store fails, the attempts stay counted, and a success does not remove them. */
async function noteFailure({ auth: { store } }: Context, counted: readonly Counted[]): Promise<void> {
  const notes = counted.map(async ({ failures, ofSpelling }) => {
    await addTo(store, failures.current)
    // Last: what a success finds here has been counted everywhere else.
    if (ofSpelling) await addTo(store, ofSpelling.current)
  })
  await Promise.allSettled(notes)
}

/**
 * Removes the failures with a success's spelling. Those with other spellings stay: an attacker may
 * have their own account whose name looks like another user's.
 *
 * They are taken from the spelling first, so that no two successes remove the same failure.
 */
async function removeFailures({ auth: { store } }: Context, account: Counted): Promise<void> {
  const { attempts, failures, ofSpelling } = account
  if (ofSpelling === undefined) return
  const periods = ['current', 'previous'] as const
  const removed = periods.map(async (period) => {
    const noted = await readCounter(store, ofSpelling[period])
    const taken = noted > 0 ? await takeFrom(store, ofSpelling[period], noted) : 0
    if (taken > 0) await Promise.all([attempts, failures].map((each) => takeFrom(store, each[period], taken)))
  })
  await Promise.all(removed)
}

/** Counts a fault, and returns the counters that have too many of them. */
async function withTooManyFaults(
  { auth: { store } }: Context,
  counted: readonly Counted[],
): Promise<Counted[]> {
  const sums = await Promise.all(counted.map(({ faults }) => addTo(store, faults)))
  return counted.filter(({ limit }, at) => (sums[at] ?? 0) > limit.attempts * FAULTS_PER_ATTEMPT)
}
