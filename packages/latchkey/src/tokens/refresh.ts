import { RETRY_AFTER_SECONDS } from '../async/bounded-call.ts'
import type { Context } from '../contract/context.ts'
import { asError } from '../errors/auth-error.ts'
import { ProviderUnavailable, RefreshRejected } from '../errors/provider.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { RefreshFailure } from './refresh-failure.ts'
import { type RefreshOutcome, requestRefresh } from './request-refresh.ts'
import { keepResult, MAX_REFRESHES_IN_A_ROW, type ResultStore, resultKey, shortenResult } from './results.ts'
import { shareRefresh } from './share-between-processes.ts'
import { forgetInProcess, shareInProcess } from './share-in-process.ts'
import { afterRefresh, type StoredTokens, type TokenSource } from './source.ts'
import { refreshLeaseSeconds, waitSeconds } from './time-limits.ts'

/** How long requests that still have the old tokens get the same result, in seconds. */
const GRACE_SECONDS = 60
/** How long a result is kept after a newer one has replaced it for all but the slowest clients. */
const REPLACED_SECONDS = 24 * 60 * 60

/** What a refresh needs. */
export interface TokenRefresh {
  readonly ctx: Context
  readonly provider: ResolvedOAuthProvider
  readonly source: TokenSource
  readonly wanted: WantedToken
}

/** The requested access token. */
export interface WantedToken {
  /** How long it must stay valid, in seconds. */
  readonly minValid: number
  /** A token that the API has rejected. */
  readonly refused: string | undefined
}

/** A result, and its key in the store. */
interface RefreshResult {
  readonly key: string
  readonly outcome: RefreshOutcome
  /** Whether this request asked the provider. */
  readonly isOwn: boolean
}

/** What is known on the way to the latest tokens. */
interface Progress {
  /** The tokens at the source. */
  readonly found: StoredTokens
  /** The latest tokens. */
  readonly current: StoredTokens
  /** The results that lead from `found` to `current`. */
  readonly results: readonly RefreshResult[]
  /** Whether `current` is what is kept. If one result could not be saved, the next cannot be. */
  readonly isSaved: boolean
}

/**
 * Returns tokens that are newer than the source's: from one request to the provider, which all
 * processes share, or from an earlier one.
 *
 * @returns `undefined` if the provider no longer accepts the refresh token
 * @throws {ProviderUnavailable}
 * @throws {RefreshRejected}
 * @throws {StoreError}
 */
export async function refreshTokens(call: TokenRefresh): Promise<StoredTokens | undefined> {
  let progress = progressFrom(call.source.tokens)
  for (let step = 0; step < MAX_REFRESHES_IN_A_ROW; step++) {
    const next = await takeStep(call, progress)
    if (!('found' in next)) return next.tokens
    progress = next
  }
  const what = 'issued only access tokens that have expired or were refused'
  const message = `The provider "${call.provider.id}" ${what}.`
  throw toError(call, { failure: 'unavailable', message })
}

function progressFrom(found: StoredTokens): Progress {
  return { found, current: found, results: [], isSaved: true }
}

/** Refreshes the latest tokens. Returns the tokens to use, or how to continue. */
async function takeStep(
  call: TokenRefresh,
  progress: Progress,
): Promise<Progress | { readonly tokens: StoredTokens | undefined }> {
  const { found, current, results } = progress
  if (current.refreshToken === undefined) return { tokens: current }
  const result = await requestSharedRefresh(call, current, current.refreshToken)
  const { outcome, isOwn } = result
  if ('failure' in outcome) return afterFailure(call, found, outcome)
  const stored = progress.isSaved ? await saved(call, result, current, outcome.tokens) : undefined
  const tokens = stored ?? afterRefresh(current, outcome.tokens)
  const all = [...results, result]
  if (!isOwn && !isAcceptable(call, tokens, outcome.tokens))
    return { found, current: tokens, results: all, isSaved: stored !== undefined }
  await deliver(call, all, tokens)
  return { tokens }
}

/** Checks whether another process, or a new sign-in, has replaced the tokens. */
async function afterFailure(
  call: TokenRefresh,
  found: StoredTokens,
  failure: RefreshFailure,
): Promise<Progress | { readonly tokens: StoredTokens | undefined }> {
  if (failure.failure !== 'refused') throw toError(call, failure)
  const latest = await call.source.read()
  if (latest === undefined || isSame(latest, found)) return { tokens: undefined }
  return isUsable(call.ctx, latest, call.wanted) ? { tokens: latest } : progressFrom(latest)
}

/** Returns whether the access token is valid for as long as requested, and was not rejected. */
export function isUsable(
  { auth }: Context,
  { accessToken, expiresAt }: StoredTokens,
  { minValid, refused }: WantedToken,
): boolean {
  if (accessToken === undefined || accessToken === refused) return false
  return expiresAt === undefined || expiresAt - auth.now() / 1000 >= minValid
}

/** Returns the result of a refresh that all processes share. */
async function requestSharedRefresh(
  { ctx: { auth }, provider, source }: TokenRefresh,
  { accessToken, idToken, lifetime }: StoredTokens,
  refreshToken: string,
): Promise<RefreshResult> {
  const { providerAccountId } = source
  const key = await resultKey({ provider: provider.id, providerAccountId, refreshToken, accessToken })
  const lease = refreshLeaseSeconds(auth.timeouts.oauth, auth.timeouts.store)
  let isOwn = false
  const request = (): Promise<RefreshOutcome> => {
    isOwn = true
    return requestRefresh(auth, provider, { refreshToken, idToken, lifetime })
  }
  const keepFor = (outcome: RefreshOutcome): number =>
    'failure' in outcome ? failureSeconds(outcome) : source.keepFor
  const share = async (): Promise<RefreshOutcome> => {
    const shared = await shareRefresh(resultStore(auth), key, request, { keepFor, lease })
    return (isOwn && 'tokens' in shared && (await source.takeBack?.(key, shared.tokens))) || shared
  }
  const outcome = await shareInProcess(key, share, {
    keepFor: (value) => Math.min(keepFor(value), GRACE_SECONDS),
    timeout: waitSeconds(lease),
  }).catch((error: unknown) => lateOutcome(provider, error))
  return { key, outcome, isOwn }
}

/** An unavailable provider is asked again after the time that it names. */
function failureSeconds({ failure, retryAfter = RETRY_AFTER_SECONDS }: RefreshFailure): number {
  return failure === 'refused' ? GRACE_SECONDS : retryAfter
}

function lateOutcome({ id }: ResolvedOAuthProvider, thrown: unknown): RefreshFailure {
  const error = asError(thrown)
  if (error.name !== 'TimeoutError') throw error
  return { failure: 'unavailable', message: `The tokens from "${id}" were not refreshed: ${error.message}` }
}

function resultStore({ store, secrets }: Context['auth']): ResultStore {
  return { store, secrets }
}

function isSame(tokens: StoredTokens, others: StoredTokens): boolean {
  return tokens.refreshToken === others.refreshToken && tokens.accessToken === others.accessToken
}

/**
 * Returns whether an earlier refresh's result can still be used. If a token never lives as long as
 * the caller requests, it is used for half of its lifetime.
 */
function isAcceptable(
  { ctx, wanted: { minValid, refused } }: TokenRefresh,
  tokens: StoredTokens,
  { expires_in }: TokenSet,
): boolean {
  const enough = expires_in === undefined ? minValid : Math.min(minValid, expires_in / 2)
  return isUsable(ctx, tokens, { minValid: enough, refused })
}

const savings = new WeakMap<RefreshOutcome, Promise<StoredTokens | undefined>>()

/**
 * Saves a result, once in this process. After that, the store keeps it only for requests that have
 * already read the old tokens.
 *
 * @returns the stored tokens, or `undefined` if they could not be stored
 */
function saved(
  { ctx, source: { save } }: TokenRefresh,
  { key, outcome }: RefreshResult,
  used: StoredTokens,
  tokens: TokenSet,
): Promise<StoredTokens | undefined> | undefined {
  const known = savings.get(outcome)
  if (known !== undefined) return known
  const saving = save?.(used, tokens).then(async (stored) => {
    if (stored === undefined) savings.delete(outcome)
    else await keepResult(resultStore(ctx.auth), key, outcome, GRACE_SECONDS)
    return stored
  })
  if (saving !== undefined) savings.set(outcome, saving)
  return saving
}

/**
 * Gives the tokens to the client. The store then leads directly from the tokens that the client
 * sent to the latest ones, in case it sends the same again.
 */
async function deliver(
  { ctx: { auth }, source }: TokenRefresh,
  results: readonly RefreshResult[],
  tokens: StoredTokens,
): Promise<void> {
  const [first, last] = [results[0], results.at(-1)]
  if (source.deliver === undefined || first === undefined || last === undefined) return
  const store = resultStore(auth)
  const isShorter =
    last.isOwn && first !== last && (await keepResult(store, first.key, last.outcome, source.keepFor))
  if (isShorter) {
    forgetInProcess(first.key)
    for (const { key, outcome } of results.slice(1)) await keepResult(store, key, outcome, REPLACED_SECONDS)
  }
  const replaced = await source.deliver(first.key, tokens)
  if (replaced === undefined || replaced === first.key) return
  try {
    await shortenResult(store, replaced, GRACE_SECONDS)
  } catch {
    // It ends by itself.
  }
}

function toError(
  { provider: { id } }: TokenRefresh,
  { failure, message, retryAfter = RETRY_AFTER_SECONDS }: RefreshFailure,
): Error {
  if (failure === 'rejected') return new RefreshRejected(message, { provider: id })
  return new ProviderUnavailable(message, { provider: id, retryAfter })
}
