import type { Context } from '../contract/context.ts'
import type { SessionFacts } from '../contract/sign-in.ts'
import { AuthError } from '../errors/auth-error.ts'
import { accountStorage, type MethodsOf } from '../persistence/account-methods.ts'
import {
  addPasskeyFactor,
  beginEnrolment,
  checkName,
  confirmEnrolment,
  replaceRecoveryCodes,
  requireOptions,
} from '../second-factor/enrolment.ts'
import { drawQrCode } from '../second-factor/qr-code.ts'
import { forgetDevices, removeFactor } from '../second-factor/remove.ts'
import { hasFactor } from '../second-factor/verify.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { confirmSession, withProof } from '../sessions/facts.ts'
import { endOthers } from '../sign-in/end-others.ts'
import { requireRecent } from '../sign-in/recent.ts'
import { inTurn } from '../tokens/in-turn.ts'
import type { TotpEnrolment, UserSecondFactor } from '../types/second-factor.ts'
import { requireChange } from './change.ts'

/** The adapter calls that replace recovery codes. */
const CALLS = 2

/** Returns what server code can do with a user's second factors. */
export function userSecondFactor(ctx: Context, userId: string): UserSecondFactor {
  return {
    list: () => list(ctx, userId),
    beginTotp: (options) => beginTotp(ctx, userId, options?.name),
    async confirm(id, code) {
      const facts = await requireFactorChange(ctx, userId)
      const confirmation = { id: String(id), code: String(code), onlyFirst: isUnverified(facts) }
      const added = await confirmEnrolment(ctx, userId, confirmation)
      await confirmSession(ctx, withProof(ctx, facts, ['otp', 'mfa']))
      await endOthers(ctx, userId)
      return added
    },
    async rename(id, name) {
      const text = checkName(name)
      await requireFactorChange(ctx, userId)
      return storage(ctx).updateSecondFactor({ id: String(id), userId, name: text })
    },
    async remove(id) {
      await requireFactorChange(ctx, userId)
      const isRemoved = await removeFactor(ctx, userId, String(id))
      if (isRemoved) await endOthers(ctx, userId)
      return isRemoved
    },
    newRecoveryCodes: () => newRecoveryCodes(ctx, userId),
    async forgetDevices() {
      await requireFactorChange(ctx, userId)
      await forgetDevices(ctx, userId)
    },
    async addPasskeys() {
      const facts = await requireFactorChange(ctx, userId)
      const added = await addPasskeyFactor(ctx, userId, { onlyFirst: isUnverified(facts) })
      await endOthers(ctx, userId)
      return added
    },
  }
}

/** Returns whether the user had no second factor: they may have set one up since then. */
function isUnverified({ amr }: SessionFacts): boolean {
  return !amr.includes('mfa')
}

async function list(ctx: Context, userId: string): ReturnType<UserSecondFactor['list']> {
  requireOptions(ctx)
  const [stored, recoveryCodesLeft] = await Promise.all([
    storage(ctx).listSecondFactors(userId),
    storage(ctx).countRecoveryCodes(userId),
  ])
  // Without the secrets.
  const factors = stored.map(({ userId: _, secret: __, ...factor }) => factor)
  return { factors, recoveryCodesLeft }
}

/** Stores nothing, so that a page can call it while it is rendered. */
async function beginTotp(ctx: Context, userId: string, name: string | undefined): Promise<TotpEnrolment> {
  requireOptions(ctx)
  refuseCrossOriginCaller(ctx)
  await requireRecent(ctx, userId)
  const stored = await ctx.auth.adapter?.getUser?.(userId)
  const enrolment = await beginEnrolment(ctx, { ...stored, id: userId }, name)
  return { ...enrolment, qr: await drawQrCode(enrolment.uri) }
}

async function newRecoveryCodes(ctx: Context, userId: string): Promise<readonly string[]> {
  await requireFactorChange(ctx, userId)
  // In turn: otherwise the codes of two calls could both stay, or those of a factor that was removed.
  const codes = await inTurn(ctx.auth, userId, CALLS, async () => {
    if (await hasFactor(ctx, userId)) return replaceRecoveryCodes(ctx, userId)
    throw new AuthError('A user without a second factor needs no recovery codes. Add a second factor first.')
  })
  await endOthers(ctx, userId)
  return codes
}

async function requireFactorChange(ctx: Context, userId: string): Promise<SessionFacts> {
  requireOptions(ctx)
  return requireChange(ctx, userId, 'A second factor was to be changed')
}

function storage({ auth }: Context): MethodsOf<'secondFactors'> {
  return accountStorage(auth).methods('secondFactors')
}
