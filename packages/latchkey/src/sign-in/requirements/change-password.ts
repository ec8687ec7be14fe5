import type { Context } from '../../contract/context.ts'
import { findPasswordProvider } from '../../contract/providers.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { accountStorage } from '../../persistence/account-methods.ts'
import type { Requirement } from './requirement.ts'

/** Asks users for another password, if server code has required it. */
export const changePassword: Requirement = { name: 'changePassword', isOutstanding }

async function isOutstanding({ auth, providers }: Context, { user }: Admission): Promise<boolean> {
  const provider = findPasswordProvider(providers)
  // The application's own storage has no place to note it.
  if (provider === undefined || provider.password.storage !== undefined) return false
  const { getPassword } = accountStorage(auth).methods('passwords')
  return (await getPassword(String(user.id)))?.mustChange === true
}
