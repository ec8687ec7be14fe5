import type { Context } from '../../contract/context.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { AccessDenied } from '../../errors/sign-in.ts'
import { accountStorage } from '../../persistence/account-methods.ts'
import type { Requirement } from './requirement.ts'

/** Lets users set up a second factor, if the application requires one. */
export const enroll: Requirement = { name: 'enroll', isOutstanding }

async function isOutstanding(ctx: Context, { identity, user, facts }: Admission): Promise<boolean> {
  const { auth, headers } = ctx
  const { require, totp } = auth.secondFactor ?? {}
  if (require === undefined || facts?.amr.includes('mfa')) return false
  const userId = String(user.id)
  const factors = await accountStorage(auth).methods('secondFactors').listSecondFactors(userId)
  if (factors.length > 0) return false
  const required = await require({
    user,
    provider: identity.account.provider,
    headers,
  })
  if (required === false) return false
  // Without authenticator apps, there is nothing to set up here.
  if (required === 'enroll' && totp !== false) return true
  throw new AccessDenied('`secondFactor.require` refused a user who has no second factor.', { user: userId })
}
