import type { Context } from '../../contract/context.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { AccessDenied } from '../../errors/sign-in.ts'
import { accountStorage } from '../../persistence/account-methods.ts'

/**
 * Refuses users who are disabled.
 *
 * @throws {AccessDenied}
 */
export async function refuseDisabled({ auth }: Context, { user }: Admission): Promise<void> {
  const accounts = accountStorage(auth)
  if (!accounts.has('details')) return
  const details = await accounts.methods('details').getUserDetails(String(user.id))
  if (details?.disabledAt)
    throw new AccessDenied('A user who is disabled tried to sign in.', {
      user: user.id,
    })
}
