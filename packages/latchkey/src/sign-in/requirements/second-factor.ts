import type { Context } from '../../contract/context.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { AccessDenied } from '../../errors/sign-in.ts'
import { accountStorage } from '../../persistence/account-methods.ts'
import { isTrusted } from '../../second-factor/trusted-device.ts'
import type { Requirement } from './requirement.ts'

/** Asks users for the second factor that they enrolled, or that the application requires. */
export const secondFactor: Requirement = { name: 'secondFactor', isOutstanding }

async function isOutstanding(ctx: Context, { identity, user, facts }: Admission): Promise<boolean> {
  const { auth } = ctx
  const options = auth.secondFactor
  if (options === undefined || facts?.amr.includes('mfa')) return false
  const userId = String(user.id)
  const factors = await accountStorage(auth).methods('secondFactors').listSecondFactors(userId)
  if (factors.length > 0) return !(await isTrusted(ctx, userId, factors))
  const { account } = identity
  const required = await options.require?.({ user, provider: account.provider, headers: ctx.headers })
  if (required === true)
    throw new AccessDenied('`secondFactor.require` refused a user who has no second factor.', {
      user: userId,
    })
  return required === 'enroll'
}
