import { type AuthorizationServer, customFetch } from 'oauth4webapi'
import { isRecent, RETRY_AFTER_SECONDS } from '../async/bounded-call.ts'
import { poll } from '../async/poll.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { InvalidEndpoints } from '../errors/configuration.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { isRecord, parseRecord } from '../records/record.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { requestOptions } from './backchannel.ts'
import type { Server } from './server.ts'

/** The same as for ID tokens, in seconds. */
const MAX_AGE = 5 * 60

/** A JSON Web Key Set. @see https://www.rfc-editor.org/rfc/rfc7517#section-5 */
export interface KeySet {
  readonly keys: readonly Record<string, unknown>[]
}

interface Attempt {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  state: 'running' | 'loaded' | 'failed'
}

const attempts = new WeakMap<object, Attempt>()

/**
 * Returns a provider's signing keys. They are shared with the ID token checks.
 *
 * @param isOutdated returns whether the needed key is missing. The keys are then requested again,
 *   but only every five seconds: anyone can cause it
 * @throws {ServiceUnavailable} if they cannot be requested now
 */
export async function fetchKeys(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  server: Server,
  isOutdated: (keys: KeySet) => boolean,
): Promise<KeySet> {
  const cached = cachedKeys(auth, server)
  if (cached !== undefined && !isOutdated(cached)) return cached
  const latest = attempts.get(server.jwks)
  if (latest === undefined || !isRecent(latest.startedAt, auth.now()))
    return requestKeys(auth, provider, server)
  // Another request is loading them, has just loaded them, or has just failed.
  await poll(async () => (latest.state === 'running' ? undefined : true))
  const loaded = cachedKeys(auth, server)
  if (loaded !== undefined && latest.state === 'loaded') return loaded
  throw unavailable(provider)
}

function cachedKeys(auth: ResolvedAuth, { jwks: { jwks, uat } }: Server): KeySet | undefined {
  const isFresh = uat !== undefined && Math.floor(auth.now() / 1000) - uat < MAX_AGE
  return isFresh ? (jwks as KeySet | undefined) : undefined
}

async function requestKeys(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  { metadata, jwks }: Server,
): Promise<KeySet> {
  const attempt: Attempt = { startedAt: auth.now(), state: 'running' }
  attempts.set(jwks, attempt)
  try {
    const url = keysUrl(provider, metadata)
    const response = await requestOptions(auth, provider)[customFetch](url, {
      headers: { accept: 'application/json, application/jwk-set+json' },
    })
    const keys = response.ok ? parseRecord(await response.text()) : undefined
    if (!isKeySet(keys)) throw unavailable(provider)
    Object.assign(jwks, { jwks: keys, uat: Math.floor(auth.now() / 1000) })
    attempt.state = 'loaded'
    return keys
  } catch (error) {
    attempt.state = 'failed'
    throw error
  }
}

function keysUrl({ id }: ResolvedOAuthProvider, { jwks_uri: url }: AuthorizationServer): string {
  if (url !== undefined && URL.canParse(url)) return url
  throw new InvalidEndpoints(
    `The discovery document for provider "${id}" has no \`jwks_uri\`. Check its \`issuer\`.`,
  )
}

function isKeySet(value: Record<string, unknown> | undefined): value is Record<string, unknown> & KeySet {
  return Array.isArray(value?.keys) && value.keys.every(isRecord)
}

function unavailable({ id }: ResolvedOAuthProvider): ServiceUnavailable {
  return new ServiceUnavailable(
    `The keys for provider "${id}" could not be loaded. Check \`jwks_uri\` in its discovery document.`,
    { provider: id, retryAfter: RETRY_AFTER_SECONDS },
  )
}
