import { sha256Hex } from '../crypto/digest.ts'
import type { SealingKeys } from '../crypto/sealed.ts'
import { sealEntry, unsealEntry } from '../security/store-entry.ts'
import { idKey } from '../security/store-keys.ts'
import type { Store } from '../types/store.ts'

/** The purpose of results. They have no other, and nothing else has it. */
const SALT = 'latchkey.refresh'
/** A result that is lost in the store cannot be requested again. */
const MAX_ATTEMPTS = 3
const RETRY_PAUSE_MS = 100
/** How many results may lead from the stored tokens to the latest ones. */
export const MAX_REFRESHES_IN_A_ROW = 8

/** A store in which processes share results, and the secrets that seal them. */
export interface ResultStore {
  /** Its calls are bounded. */
  readonly store: Store
  readonly secrets: readonly string[]
}

/** The keys that processes with the same refresh token share. */
export interface Place {
  readonly store: Store
  readonly keys: SealingKeys
  readonly token: string
  /** The sealed result's key. */
  readonly result: string
  /** The lease's key: the process that has the lease refreshes. */
  readonly lease: string
}

/** The outcome of a refresh. A failure has the id of its sealed token. */
export type SharedOutcome<T> = { readonly value: T } | { readonly failure: string; readonly id: string }

/** An account's tokens. A refresh uses the refresh token. */
export interface TokenRef {
  readonly provider: string
  readonly providerAccountId: string
  readonly refreshToken: string
  /** Also identifies them: a provider may keep the same refresh token. */
  readonly accessToken: string | undefined
}

/** Returns the result key of their refresh. */
export async function resultKey(tokens: TokenRef): Promise<string> {
  const { provider, providerAccountId, refreshToken, accessToken = '' } = tokens
  return sha256Hex(JSON.stringify([provider, providerAccountId, refreshToken, accessToken]))
}

/** Returns a result, or `undefined` if there is none. @throws {Error} if it cannot be read */
export async function readResult<T>(results: ResultStore, token: string): Promise<T | undefined> {
  const outcome = await readOutcome<T>(resultPlace(results, token))
  return outcome !== undefined && 'value' in outcome ? outcome.value : undefined
}

/** Keeps a result for a time in seconds, instead of the one under the same token. */
export function keepResult(
  results: ResultStore,
  token: string,
  value: unknown,
  seconds: number,
): Promise<boolean> {
  return keepOutcome(resultPlace(results, token), { value }, seconds)
}

/**
 * Shortens how long a result is kept: no client needs it any longer, except for those whose
 * requests are on their way.
 *
 * @param seconds from now
 */
export async function shortenResult(results: ResultStore, token: string, seconds: number): Promise<void> {
  const { store, result } = resultPlace(results, token)
  const sealed = await store.get(result)
  if (typeof sealed === 'string') await store.set(result, sealed, seconds)
}

/**
 * Ends a refresh that may be in progress for a token: its process takes back the new tokens.
 *
 * @param seconds how long a refresh may take
 */
export async function cancelRefresh({ store }: ResultStore, token: string, seconds: number): Promise<void> {
  await store.set(idKey('refresh-ended', token), '1', seconds)
}

/** Returns whether a refresh was ended while it was in progress. */
export async function isRefreshCancelled({ store }: ResultStore, token: string): Promise<boolean> {
  return Boolean(await store.get(idKey('refresh-ended', token)))
}

/** Returns the key of a token's result. */
export function resultPlace({ store, secrets }: ResultStore, token: string): Place {
  return {
    store,
    keys: { secrets, salt: SALT },
    token,
    result: idKey('refresh', token),
    lease: idKey('refreshing', token),
  }
}

/** Returns whether it could store a refresh's outcome. */
export async function keepOutcome(
  { store, keys, token, result }: Place,
  outcome: object,
  seconds: number,
): Promise<boolean> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    try {
      await store.set(result, await sealEntry({ ...outcome, token }, keys, seconds, Date.now()), seconds)
      return true
    } catch {
      if (attempt < MAX_ATTEMPTS) await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
    }
  }
  return false
}

/** @throws {Error} if there is a result that cannot be read: the refresh token was used for it */
export async function readOutcome<T>({
  store,
  keys,
  token,
  result,
}: Place): Promise<SharedOutcome<T> | undefined> {
  const sealed = await store.get(result)
  if (typeof sealed !== 'string') return undefined
  const claims = await unsealEntry(sealed, keys, Date.now())
  if (claims?.token !== token)
    throw new Error(
      'A refresh result in the `store` cannot be read. Use the same `secret` in all processes, ' +
        'and store less than 20 KB.',
    )
  const { failure, jti, value } = claims
  // Sealed by this function.
  return typeof failure === 'string' ? { failure, id: String(jti) } : { value: value as T }
}
