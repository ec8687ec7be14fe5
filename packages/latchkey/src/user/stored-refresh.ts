import { processEnvironment, readEnvironment } from '../config/env.ts'
import { listSecrets } from '../config/secrets.ts'
import { resolveStore } from '../config/store.ts'
import { DEFAULT_TIMEOUTS } from '../config/timeouts.ts'
import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'
import { asError, MissingSecret } from '../errors.ts'
import type { Store } from '../types/store.ts'

/** A result is for nothing else, and nothing else is a result. */
const SALT = 'latchkey.refresh'
/** How often a process looks for the result of another one, in milliseconds. */
const FIRST_PAUSE = 25
const MAX_PAUSE = 250
/** How long the processes that wait can see that a refresh failed. */
const FAILURE_SECONDS = 5

/** The application logs a failed refresh itself. */
const CALLS = { timeouts: DEFAULT_TIMEOUTS, logger: console, channel: {} }

/** What `refreshOnce` passes on. */
interface StoredRefreshOptions {
  readonly store: Store
  readonly secret?: string | readonly string[] | undefined
  /** Seconds. */
  readonly keepFor: number
  /** Seconds. */
  readonly timeout: number
}

/** Where the processes meet that have the same refresh token. */
interface Place {
  readonly store: Store
  readonly keys: SealingKeys
  readonly token: string
  /** The key of the sealed result. */
  readonly result: string
  /** The counter that decides who refreshes: the first addition. */
  readonly lease: string
}

/** How a refresh ended. A failure has the id of its sealed token. */
type Outcome<T> = { readonly value: T } | { readonly failure: string; readonly id: string }

/**
 * Calls `refresh` in one of the processes that share a store. The others wait for the sealed
 * result. If the process dies, its lease ends after `timeout`, and another one takes its place.
 *
 * @param token the hash of the refresh token
 * @throws {MissingSecret} without a secret
 * @throws {StoreError} if the store fails: the refresh token may be in use, so it is not used
 */
export async function refreshOverStore<T>(
  token: string,
  refresh: () => Promise<T>,
  { store, secret, keepFor, timeout }: StoredRefreshOptions,
): Promise<T> {
  const place: Place = {
    store: resolveStore({ providers: [], store }, CALLS),
    keys: { secrets: secretsOf(secret), salt: SALT },
    token,
    result: `latchkey:refresh:${token}`,
    lease: `latchkey:refreshing:${token}`,
  }
  const end = Date.now() + 2 * timeout * 1000
  let earlier: Outcome<T> | undefined
  for (let pause = 0; Date.now() <= end; pause = Math.min(Math.max(FIRST_PAUSE, pause * 1.5), MAX_PAUSE)) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    const outcome = await readOutcome<T>(place)
    if (outcome !== undefined && 'value' in outcome) return outcome.value
    // A refresh that failed before this call is tried again.
    if (pause === 0) earlier = outcome
    else if (outcome !== undefined && outcome.id !== idOf(earlier))
      throw new Error(`Another process could not refresh the same token: ${outcome.failure}`)
    if ((await place.store.add(place.lease, 1, timeout)) === 1)
      return refreshHere(place, refresh, { keepFor, endsAt: Date.now() + timeout * 1000 })
  }
  throw new Error('Another process is refreshing the same token and did not finish in time. Try again.')
}

async function refreshHere<T>(
  place: Place,
  refresh: () => Promise<T>,
  { keepFor, endsAt }: { readonly keepFor: number; readonly endsAt: number },
): Promise<T> {
  const { store, lease } = place
  // Another process may have finished since the last look.
  const outcome = await readOutcome<T>(place)
  if (outcome !== undefined && 'value' in outcome) {
    await store.delete(lease)
    return outcome.value
  }
  let value: T
  try {
    value = await refresh()
  } catch (thrown) {
    const { message } = asError(thrown)
    // After the lease, another process may have stored a result.
    if (Date.now() < endsAt) await publish(place, { failure: message }, FAILURE_SECONDS)
    throw thrown
  }
  await publish(place, { value }, keepFor)
  return value
}

/**
 * Stores how a refresh ended, and ends the lease. An error of the store must not lose the new
 * tokens: the other processes then wait until the lease ends.
 */
async function publish(
  { store, keys, token, result, lease }: Place,
  outcome: object,
  seconds: number,
): Promise<void> {
  try {
    const sealed = await seal({ ...outcome, token }, keys, Math.ceil(seconds), Date.now())
    await store.set(result, sealed.token, seconds)
    await store.delete(lease)
  } catch {
    // The caller has what it needs.
  }
}

/** @throws {Error} if there is a result that cannot be read: the refresh token was used for it */
async function readOutcome<T>({ store, keys, token, result }: Place): Promise<Outcome<T> | undefined> {
  const sealed = await store.get(result)
  if (typeof sealed !== 'string') return undefined
  const { claims } = (await unseal(sealed, keys, Date.now())) ?? {}
  if (claims?.token !== token)
    throw new Error(
      'The result of a refresh in the `store` cannot be read. Use the same `secret` in all processes, ' +
        'and store less than 20 KB.',
    )
  const { failure, jti, value } = claims
  // Sealed by this function.
  return typeof failure === 'string' ? { failure, id: String(jti) } : { value: value as T }
}

function idOf(outcome: Outcome<unknown> | undefined): string | undefined {
  return outcome !== undefined && 'id' in outcome ? outcome.id : undefined
}

/** @throws {MissingSecret} */
function secretsOf(secret: StoredRefreshOptions['secret']): readonly string[] {
  const given = listSecrets(secret === undefined ? undefined : [secret].flat())
  const secrets = given.length > 0 ? given : readEnvironment(processEnvironment()).secrets
  if (secrets.length > 0) return secrets
  throw new MissingSecret(
    '`AUTH_SECRET` is not set, so a refreshed token cannot be encrypted in the `store`. ' +
      'Set it, or pass `secret` to `refreshOnce`.',
  )
}
