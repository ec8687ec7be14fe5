import type { Context } from '../../contract/context.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { accountStorage } from '../../persistence/account-methods.ts'
import { isTrusted } from '../../second-factor/trusted-device.ts'
import type { Requirement } from './requirement.ts'

/** Asks users for the second factor that they have set up. */
export const secondFactor: Requirement = {
  name: 'secondFactor',
  isOutstanding,
}

async function isOutstanding(ctx: Context, { user, facts }: Admission): Promise<boolean> {
  const { auth } = ctx
  if (!auth.secondFactor || facts?.amr.includes('mfa')) return false
  const userId = String(user.id)
  const factors = await accountStorage(auth).methods('secondFactors').listSecondFactors(userId)
  return factors.length > 0 && !(await isTrusted(ctx, userId, factors))
}
