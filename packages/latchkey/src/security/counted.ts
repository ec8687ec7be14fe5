import type { Context } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import type { Limit } from '../types/limits.ts'
import { toNetwork } from './client-network.ts'
import type { Counter } from './counter.ts'
import { type CountedAction, type CounterSuffix, idKey, type LimitedAction } from './store-keys.ts'

/** Something that attempts are counted for. */
export interface Subject {
  /** What identifies it at its provider. An empty list stands for all attempts at the provider. */
  readonly parts: readonly string[]
  /** The factor for its limit. Above 1, several users share it. */
  readonly share: number
  /** The client's original text. `parts` has a form of it that other names may share. */
  readonly spelling?: string
  /** It is one device, whose attempts do not count for its network. */
  readonly isKnownDevice?: boolean
}

/** One counter of an attempt, and the same counter for the attempts before a change of period. */
export interface Counters {
  readonly current: Counter
  readonly previous: Counter
}

/**
 * What an attempt counts against.
 *
 * Its counters' keys contain a number that changes with each clock period, so that an attempt takes
 * back only what was counted in its own period. A counter lives for one period from its first
 * attempt, so that the previous one still counts for the rest of its lifetime.
 */
export interface Counted {
  readonly limit: Limit
  /** Whether several users' attempts count here. */
  readonly isShared: boolean
  /** The attempts that failed or are running. */
  readonly attempts: Counters
  /** Those that failed. Written after `attempts`, so that it is never ahead. */
  readonly failures: Counters
  /** The failures with one spelling, which its owner can remove. */
  readonly ofSpelling?: Counters
  /** The failures that prove nothing. */
  readonly faults: Counter
}

/** Returns what the request's attempt counts against: the subjects, and its client. */
export async function countedFor(
  ctx: Context,
  action: LimitedAction,
  limit: Limit | undefined,
  subjects: readonly Subject[],
): Promise<Counted[]> {
  const found = countedSubjects(ctx, action, limit, subjects)
  const isKnown = subjects.some(({ isKnownDevice }) => isKnownDevice)
  const ofClient = isKnown ? undefined : await clientKey(ctx, action)
  const client = ofClient && countersFor(ctx, ofClient.limit, ofClient.key)
  return [...(await found), ...(client ? [{ ...client, isShared: true }] : [])]
}

/** Returns what the subjects' attempt counts against, without its client. */
export async function countedSubjects(
  ctx: Context,
  action: LimitedAction,
  limit: Limit | undefined,
  subjects: readonly Subject[],
): Promise<Counted[]> {
  if (limit === undefined) return []
  return Promise.all(subjects.map((subject) => countedSubject(ctx, action, limit, subject)))
}

/** Returns the counter for a request's client, if clients are limited. */
export async function clientCounter(
  ctx: Context,
  action: LimitedAction | 'logout',
): Promise<(Counter & { readonly limit: Limit }) | undefined> {
  const found = await clientKey(ctx, action)
  return found && { key: found.key(''), seconds: found.limit.seconds, limit: found.limit }
}

/** Returns a counter's key. */
type KeyFor = (suffix: CounterSuffix) => string

async function countedSubject(
  ctx: Context,
  action: LimitedAction,
  limit: Limit,
  { parts, share, spelling }: Subject,
): Promise<Counted> {
  const place = [countedHost(ctx), ctx.base.path, ctx.providerId]
  const ownLimit = { ...limit, attempts: limit.attempts * share }
  const counted = {
    ...countersFor(ctx, ownLimit, await keyFor(action, [...place, ...parts])),
    isShared: share > 1,
  }
  if (spelling === undefined || share > 1) return counted
  const ofSpelling = await keyFor(action, [...place, ...parts, spelling])
  return { ...counted, ofSpelling: countersIn(ctx, limit, ofSpelling('-spelling')) }
}

async function clientKey(
  ctx: Context,
  action: LimitedAction | 'logout',
): Promise<{ readonly key: KeyFor; readonly limit: Limit } | undefined> {
  const { client, given } = ctx.auth.limits
  const clientAddress = given?.clientAddress
  if (client === undefined || clientAddress === undefined) return undefined
  const network = toNetwork(String(clientAddress(ctx.headers) ?? ''))
  if (network === undefined)
    ctx.auth.warnOnce(
      'client-address',
      '`limits.clientAddress` returned no IP address. All such clients are counted as one. ' +
        'Return one address, from a header that your proxy sets.',
    )
  return { key: await keyFor(`${action}-client`, [countedHost(ctx), network ?? 'unknown']), limit: client }
}

function countersFor(ctx: Context, limit: Limit, key: KeyFor): Omit<Counted, 'isShared'> {
  return {
    limit,
    attempts: countersIn(ctx, limit, key('')),
    failures: countersIn(ctx, limit, key('-failures')),
    faults: { key: key('-faults'), seconds: limit.seconds },
  }
}

/** Returns the counters of a key, for this clock period and for the one before. */
export function countersIn(
  { auth }: Pick<Context, 'auth'>,
  { seconds }: Pick<Limit, 'seconds'>,
  key: string,
): Counters {
  const period = Math.floor(auth.now() / 1000 / seconds)
  return {
    current: { key: `${key}-${period}`, seconds },
    previous: { key: `${key}-${period - 1}`, seconds },
  }
}

/** Hashes what counters are for, so that their keys contain no personal data. */
async function keyFor(action: CountedAction, parts: readonly (string | undefined)[]): Promise<KeyFor> {
  const hash = await sha256Hex(JSON.stringify(parts))
  return (suffix) => idKey(`${action}${suffix}`, hash)
}

/**
 * Returns the host that attempts are counted for, so that applications that share a store, and
 * tenants of one application, have separate counters. Returns `undefined` if the host comes only
 * from headers: an attacker could send a different host with each attempt.
 */
function countedHost({ auth, base }: Context): string | undefined {
  const { host } = new URL(base.origin)
  // A client can also choose among a pattern's hosts.
  return auth.pinnedOrigin === undefined ? auth.trustedHosts?.(host)?.pattern : host
}
