import { isEmailProvider, isOAuthProvider, type ResolvedProvider } from '../../contract/providers.ts'
import { warnOnce } from '../../log/logger.ts'
import type { AuthConfig, LoggerInstance } from '../../types/config.ts'
import { canRemoveAccess } from '../strategy.ts'

/**
 * Warns if an e-mail link can verify the address of a user whom someone else created with it, and
 * the adapter cannot end their access.
 */
export function warnOfUnverifiedAccounts(
  config: AuthConfig,
  logger: LoggerInstance,
  providers: ReadonlyMap<string, ResolvedProvider>,
): void {
  const all = [...providers.values()]
  if (config.adapter === undefined || config.unverifiedAccounts !== undefined || canRemoveAccess(config))
    return
  if (!all.some(isEmailProvider) || !all.some(createsUnverifiedUsers)) return
  warnOnce(
    config,
    logger,
    'unverified-accounts',
    'When an e-mail link verifies an address, `adapter` cannot remove the accounts and sessions that ' +
      'another user may have created with it. Add `deleteAccountsByUserId` and ' +
      "`deleteSessionsByUserId` to it, or set `unverifiedAccounts: 'keep'` to accept this.",
  )
}

function createsUnverifiedUsers(provider: ResolvedProvider): boolean {
  if (provider.type === 'webauthn') return provider.registration === 'anyone'
  return isOAuthProvider(provider)
}
