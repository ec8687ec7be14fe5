import type { Context } from '../contract/context.ts'
import type { SecondFactorChallenge } from '../contract/pages.ts'
import { SecondFactorFailed } from '../errors/second-factor.ts'
import { TooManyRequests } from '../errors/sign-in.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import { emitSecurity } from '../security-events/emit.ts'
import type { SecondFactor } from '../types/account-records.ts'
import { openSecret } from './factor-secret.ts'
import { countCode } from './limit.ts'
import { findPasskeyProvider, usePasskey } from './passkey.ts'
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts'
import { CODE_LIFETIME, findStep } from './totp.ts'
import { isTrusted, trustDevice } from './trusted-device.ts'

const ONE_DAY = 24 * 60 * 60

/** How a user was verified. */
export interface Proof {
  /** Values of `amr`. */
  readonly amr: readonly string[]
  /** Set after a recovery code was used. */
  readonly recoveryCodesLeft?: number | undefined
}

/** Returns whether a user has a second factor. */
export async function hasFactor({ auth }: Context, userId: string): Promise<boolean> {
  return (await accountStorage(auth).methods('secondFactors').listSecondFactors(userId)).length > 0
}

/** Returns what a user can send as the second factor. */
export async function describeChallenge(
  ctx: Context,
  userId: string,
  purpose: 'sign-in' | 'step-up',
): Promise<SecondFactorChallenge> {
  if (!ctx.auth.secondFactor) return { methods: [], trustDays: undefined }
  const methods = accountStorage(ctx.auth).methods('secondFactors')
  const factors = await methods.listSecondFactors(userId)
  const { trustDevice: trustSeconds = 30 * ONE_DAY } = ctx.auth.secondFactor ?? {}
  const provider = factors.some(({ type }) => type === 'passkey') ? findPasskeyProvider(ctx) : undefined
  return {
    methods: [
      ...(provider ? (['passkey'] as const) : []),
      ...(factors.some(({ type }) => type === 'totp') ? (['totp'] as const) : []),
      ...((await methods.countRecoveryCodes(userId)) > 0 ? (['recoveryCode'] as const) : []),
    ],
    // A session that is confirmed needs no trusted device.
    trustDays:
      trustSeconds === false || purpose === 'step-up'
        ? undefined
        : Math.max(1, Math.round(trustSeconds / ONE_DAY)),
    passkeyOptionsUrl: provider && endpointUrl(ctx.base, `webauthn-options/${provider.id}`),
  }
}

/**
 * Checks the code or the passkey in a posted form. A wrong code counts against the user's limit.
 *
 * @param isSamePasskey whether the first factor was a passkey that did not verify its user
 * @throws {SecondFactorFailed} if the code is wrong or was used before
 * @throws {TooManyRequests} after too many wrong codes
 */
export async function verifySecondFactor(
  ctx: Context,
  userId: string,
  isSamePasskey: boolean,
): Promise<Proof> {
  const factors = await accountStorage(ctx.auth).methods('secondFactors').listSecondFactors(userId)
  const proof =
    ctx.form.data === undefined
      ? await verifyCode(ctx, userId, factors)
      : await verifyPasskey(ctx, userId, factors, isSamePasskey)
  if (ctx.form.trustDevice !== undefined) await trustDevice(ctx, userId, factors)
  return proof
}

async function verifyPasskey(
  ctx: Context,
  userId: string,
  factors: readonly SecondFactor[],
  isSamePasskey: boolean,
): Promise<Proof> {
  const factor = factors.find(({ type }) => type === 'passkey')
  const provider = findPasskeyProvider(ctx)
  if (factor === undefined || provider === undefined)
    throw new SecondFactorFailed('A passkey was sent, but the user has another second factor.', {
      user: userId,
    })
  const amr = await usePasskey(ctx, provider, userId, isSamePasskey)
  await noteUse(ctx, factor)
  return { amr }
}

async function verifyCode(ctx: Context, userId: string, factors: readonly SecondFactor[]): Promise<Proof> {
  const code = typeof ctx.form.code === 'string' ? ctx.form.code : ''
  const attempt = await countCode(ctx, userId, {
    isShort: readDigits(code) !== undefined,
    isTrusted: await isTrusted(ctx, userId, factors),
  })
  if (!attempt.isAllowed)
    throw new TooManyRequests("Too many wrong codes for one user's second factor.", {
      retryAfter: attempt.retryAfter,
    })
  const proof = await useCode(ctx, userId, factors, code).catch(async (error: unknown) => {
    await attempt.takeBack()
    throw error
  })
  if (proof === undefined) {
    await attempt.keep()
    throw new SecondFactorFailed('A code for a second factor is wrong, has expired or was used before.', {
      user: userId,
    })
  }
  await attempt.clear()
  return proof
}

async function useCode(
  ctx: Context,
  userId: string,
  factors: readonly SecondFactor[],
  text: string,
): Promise<Proof | undefined> {
  const digits = readDigits(text)
  if (digits !== undefined) return useTotp(ctx, userId, factors, digits)
  const recoveryCode = readRecoveryCode(text)
  if (recoveryCode === undefined) return undefined
  const methods = accountStorage(ctx.auth).methods('secondFactors')
  const isUsed = await methods.useRecoveryCode(userId, await hashRecoveryCode(userId, recoveryCode))
  if (!isUsed) return undefined
  const left = await methods.countRecoveryCodes(userId)
  await emitSecurity(ctx, { type: 'recoveryCodeUsed', userId, left })
  return {
    amr: ['recovery', 'mfa'],
    recoveryCodesLeft: left,
  }
}

/** Returns the code of an authenticator app without spaces; `undefined` if the text is another one. */
function readDigits(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : undefined
}

async function useTotp(
  ctx: Context,
  userId: string,
  factors: readonly SecondFactor[],
  code: string,
): Promise<Proof | undefined> {
  const { auth } = ctx
  for (const factor of factors.filter(({ type }) => type === 'totp')) {
    const secret = await openSecret(auth, userId, factor.secret)
    const step = secret && (await findStep(secret, code, auth.now()))
    if (!step) continue
    // Each code once, in all processes that share the store.
    if (!(await takeOnce(auth, await hashedKey('totp-step', [factor.id, step]), CODE_LIFETIME)))
      return undefined
    await noteUse(ctx, factor)
    return { amr: ['otp', 'mfa'] }
  }
  return undefined
}

async function noteUse({ auth }: Context, { id, userId }: SecondFactor): Promise<void> {
  const { updateSecondFactor } = accountStorage(auth).methods('secondFactors')
  await updateSecondFactor({ id, userId, lastUsedAt: new Date(auth.now()) })
}
