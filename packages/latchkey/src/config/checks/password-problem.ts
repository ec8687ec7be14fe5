import { findPasswordProvider, type ResolvedProvider } from '../../contract/providers.ts'
import type { AuthError } from '../../errors/auth-error.ts'
import { InvalidOption, MissingAdapter, MissingAdapterMethods } from '../../errors/configuration.ts'
import { describeMissing, missingAccountMethods } from '../../persistence/account-methods.ts'
import type { AuthConfig } from '../../types/config.ts'
import { accountOptions } from '../strategy.ts'
import { missingMethods } from './missing-methods.ts'

/** Returns what a configuration lacks for `Password`. */
export function findPasswordConfigProblem(
  config: AuthConfig,
  providers: ReadonlyMap<string, ResolvedProvider>,
): AuthError | undefined {
  const password = findPasswordProvider(providers)?.password
  if (password === undefined) return undefined
  const { adapter, unverifiedAccounts } = config
  if (adapter === undefined)
    return new MissingAdapter(
      '`adapter` is not set, but `Password` stores users in a database. ' +
        'Add one, for example `adapter: postgres(pool)` from "latchkey/adapters/postgres".',
    )
  if (accountOptions(config)?.security === false)
    return new InvalidOption('`account.security` is `false`, but `Password` needs it. Remove `security`.')
  if (!config.mail && (password.signUp || password.reset || password.verifyAddress))
    return new InvalidOption(
      '`mail` is not set, but `Password` sends e-mails. Set it to a transport such as `nodemailer()` of ' +
        '"latchkey/mail/nodemailer", or set `signUp`, `reset` and `verifyAddress` of `Password` to `false`.',
    )
  const tables = password.storage ? [] : missingAccountMethods(adapter, 'passwords')
  if (tables.length > 0)
    return new MissingAdapterMethods(
      `${describeMissing(adapter, tables)} To keep passwords in your own column, ` +
        'set `storage: { read, write }` of `Password`.',
    )
  const missing = missingMethods(adapter, {
    sessions: false,
    email: true,
    passkeys: false,
    removal: unverifiedAccounts !== 'keep',
  })
  if (missing.length === 0) return undefined
  return new MissingAdapterMethods(
    `\`adapter\` lacks ${missing.join(', ')}, which \`Password\` needs. Add what is missing, or use an adapter of ` +
      "Latchkey over your tables, for example `postgres(pool, { tables: 'auth.js/pg' })`.",
  )
}
