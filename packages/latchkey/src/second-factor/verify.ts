import type { Context } from '../contract/context.ts'
import type { SecondFactorChallenge } from '../contract/pages.ts'
import { SecondFactorFailed } from '../errors/second-factor.ts'
import { TooManyRequests } from '../errors/sign-in.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import { countCredentials } from '../security/limits.ts'
import type { SecondFactor } from '../types/account-records.ts'
import { openSecret } from './factor-secret.ts'
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts'
import { CODE_LIFETIME, findStep } from './totp.ts'
import { trustDevice } from './trusted-device.ts'

const ONE_DAY = 24 * 60 * 60
const TEN_ATTEMPTS = { attempts: 10, seconds: 15 * 60 }

/** Returns what a user can send as the second factor. */
export async function describeChallenge(ctx: Context, userId: string): Promise<SecondFactorChallenge> {
  if (ctx.auth.secondFactor === undefined) return { methods: [], trustDays: undefined }
  const methods = accountStorage(ctx.auth).methods('secondFactors')
  const factors = await methods.listSecondFactors(userId)
  const { trustDevice: trustSeconds = 30 * ONE_DAY } = ctx.auth.secondFactor ?? {}
  return {
    methods: [
      ...(factors.some(({ type }) => type === 'totp') ? (['totp'] as const) : []),
      ...((await methods.countRecoveryCodes(userId)) > 0 ? (['recoveryCode'] as const) : []),
    ],
    trustDays: trustSeconds === false ? undefined : Math.max(1, Math.round(trustSeconds / ONE_DAY)),
  }
}

/**
 * Checks the code in a posted form. A wrong one counts against the user's limit.
 *
 * @returns how the user was verified, as values of `amr`
 * @throws {SecondFactorFailed} if the code is wrong or was used before
 * @throws {TooManyRequests} after too many wrong codes
 */
export async function verifySecondFactor(ctx: Context, userId: string): Promise<readonly string[]> {
  const factors = await accountStorage(ctx.auth).methods('secondFactors').listSecondFactors(userId)
  const code = typeof ctx.form.code === 'string' ? ctx.form.code : ''
  const attempt = await countCredentials(limited(ctx), [{ parts: [userId], share: 1 }])
  if (!attempt.isAllowed)
    throw new TooManyRequests("Too many wrong codes for one user's second factor.", {
      retryAfter: attempt.retryAfter,
    })
  const amr = await useCode(ctx, userId, factors, code).catch(async (error: unknown) => {
    await attempt.takeBack()
    throw error
  })
  if (amr === undefined) {
    await attempt.keep()
    throw new SecondFactorFailed('A code for a second factor is wrong, has expired or was used before.', {
      user: userId,
    })
  }
  await attempt.clear()
  if (ctx.form.trustDevice !== undefined) await trustDevice(ctx, userId, factors)
  return amr
}

/** Limits wrong codes even if the application does not limit credentials. */
function limited(ctx: Context): Context {
  const { credentials = TEN_ATTEMPTS } = ctx.auth.limits
  const auth = { ...ctx.auth, limits: { ...ctx.auth.limits, credentials } }
  return { ...ctx, providerId: 'second-factor', auth }
}

async function useCode(
  ctx: Context,
  userId: string,
  factors: readonly SecondFactor[],
  text: string,
): Promise<readonly string[] | undefined> {
  const digits = text.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) return useTotp(ctx, userId, factors, digits)
  const recoveryCode = readRecoveryCode(text)
  if (recoveryCode === undefined) return undefined
  const hash = await hashRecoveryCode(userId, recoveryCode)
  const isUsed = await accountStorage(ctx.auth).methods('secondFactors').useRecoveryCode(userId, hash)
  return isUsed ? ['recovery', 'mfa'] : undefined
}

async function useTotp(
  ctx: Context,
  userId: string,
  factors: readonly SecondFactor[],
  code: string,
): Promise<readonly string[] | undefined> {
  const { auth } = ctx
  for (const factor of factors.filter(({ type }) => type === 'totp')) {
    const secret = await openSecret(auth, userId, factor.secret)
    const step = secret && (await findStep(secret, code, auth.now()))
    if (!step) continue
    // Each code once, in all processes that share the store.
    if (!(await takeOnce(auth, await hashedKey('totp-step', [factor.id, step]), CODE_LIFETIME)))
      return undefined
    await noteUse(ctx, factor)
    return ['otp', 'mfa']
  }
  return undefined
}

async function noteUse({ auth }: Context, { id, userId }: SecondFactor): Promise<void> {
  const { updateSecondFactor } = accountStorage(auth).methods('secondFactors')
  await updateSecondFactor({ id, userId, lastUsedAt: new Date(auth.now()) })
}
