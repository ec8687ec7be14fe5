import type { ResolvedAuth } from '../contract/context.ts'
import { findPasswordProvider } from '../contract/providers.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { emitSecurity } from '../security-events/emit.ts'

/** How often another change of the password may come first. */
const MAX_TRIES = 3

/**
 * Requires a new password at a user's next sign-in, and ends the user's sessions.
 *
 * @returns whether the user has a password
 * @throws {InvalidOption} if sign-ins would not ask for it
 */
export async function requirePasswordChange(auth: ResolvedAuth, userId: string): Promise<boolean> {
  const provider = findPasswordProvider((await auth.checkConfig()).providers)
  if (provider === undefined || provider.password.storage !== undefined)
    throw new InvalidOption(
      '`users.requirePasswordChange` would have no effect. ' +
        'Add `Password()` to `providers`, without `storage`: it has no place to note the requirement.',
    )
  if (!(await noteRequirement(auth, userId))) return false
  await auth.sessions.revoke(auth, userId)
  await emitSecurity({ auth }, { type: 'passwordChangeRequired', userId })
  return true
}

async function noteRequirement(auth: ResolvedAuth, userId: string): Promise<boolean> {
  const { getPassword, setPassword } = accountStorage(auth).methods('passwords')
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const stored = await getPassword(userId)
    if (!stored) return false
    // The hash may have been replaced since then, as at a sign-in.
    if ((await setPassword({ ...stored, mustChange: true }, stored.hash)) !== false) return true
  }
  throw new ServiceUnavailable("A user's password was replaced while a change of it was to be required.", {
    retryAfter: 1,
  })
}
