import { processEnvironment, readEnvironment } from '../config/env.ts'
import { listSecrets } from '../config/secrets.ts'
import { resolveStore } from '../config/store.ts'
import { DEFAULT_TIMEOUTS } from '../config/timeouts.ts'
import { MissingSecret } from '../errors/configuration.ts'
import { shareRefresh } from '../tokens/share-between-processes.ts'
import type { Store } from '../types/store.ts'

/** The application logs a failed refresh itself. */
const CALLS = { timeouts: DEFAULT_TIMEOUTS, logger: console, channel: {} }

/** What `refreshOnce` passes on. */
interface StoredRefreshOptions {
  readonly store: Store
  readonly secret?: string | readonly string[] | undefined
  /** Seconds. */
  readonly keepFor: number
  /** Seconds. */
  readonly lease: number
}

/** Does what `shareRefresh` does, with the options of `refreshOnce`. @throws {MissingSecret} */
export async function refreshOverStore<T>(
  token: string,
  refresh: () => Promise<T>,
  { store, secret, keepFor, lease }: StoredRefreshOptions,
): Promise<T> {
  const results = { store: resolveStore({ providers: [], store }, CALLS), secrets: findSecrets(secret) }
  return shareRefresh(results, token, refresh, { keepFor: () => keepFor, lease })
}

/** @throws {MissingSecret} */
function findSecrets(secret: StoredRefreshOptions['secret']): readonly string[] {
  const given = listSecrets(secret === undefined ? undefined : [secret].flat())
  const secrets = given.length > 0 ? given : readEnvironment(processEnvironment()).secrets
  if (secrets.length > 0) return secrets
  throw new MissingSecret(
    '`AUTH_SECRET` is not set, so a refreshed token cannot be encrypted in the `store`. ' +
      'Set it, or pass `secret` to `refreshOnce`.',
  )
}
