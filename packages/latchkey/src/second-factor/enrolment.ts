import type { Context } from '../contract/context.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { SecondFactorFailed } from '../errors/second-factor.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { inTurn } from '../tokens/in-turn.ts'
import type { SecondFactor } from '../types/account-records.ts'
import type { AddedFactor } from '../types/second-factor.ts'
import { sealSecret } from './factor-secret.ts'
import { hashRecoveryCode, newRecoveryCode } from './recovery-codes.ts'
import { CODE_LIFETIME, findStep, keyUri, newSecret } from './totp.ts'

/** How long a user can take to set up an authenticator app, in seconds. */
export const LIFETIME: number = 10 * 60
const SALT = 'latchkey.enrolment'
const CODES = 10
/** What shows a factor without a name. */
const DEFAULT_NAMES = {
  totp: 'Authenticator app',
  passkey: 'Passkeys',
} as const
const MAX_NAME_LENGTH = 100
/** The adapter calls that add a factor. */
const CALLS = 3

/** An authenticator app that the user has not confirmed yet. Nothing is stored until then. */
export interface Enrolment {
  /** Encrypted for its user. */
  readonly id: string
  /** In Base32. */
  readonly secret: string
  /** What apps read from the QR code. */
  readonly uri: string
}

/** Starts to set up an authenticator app. */
export async function beginEnrolment(
  ctx: Context,
  user: {
    readonly id: string
    readonly email?: string | null | undefined
    readonly name?: string | null | undefined
  },
  name: string = DEFAULT_NAMES.totp,
): Promise<Enrolment> {
  const { auth, base } = ctx
  const options = requireOptions(ctx)
  if (options.totp === false)
    throw new InvalidOption(
      '`secondFactor.totp` is `false`. Remove it to let users add an authenticator app.',
    )
  const secret = newSecret()
  const claims = {
    userId: user.id,
    secret,
    name: checkName(name),
    factorId: crypto.randomUUID(),
  }
  const id = (await seal(claims, { secrets: auth.secrets, salt: SALT }, LIFETIME, auth.now())).token
  const issuer = options.totp?.issuer ?? (await auth.theme()).name ?? new URL(base.origin).host
  return {
    id,
    secret,
    uri: keyUri(secret, {
      issuer,
      account: user.email ?? user.name ?? user.id,
    }),
  }
}

/** What a user confirms an authenticator app with. */
export interface Confirmation {
  /** From `beginEnrolment`. */
  readonly id: string
  readonly code: string
  /** Whether the user was not verified by a second factor, so that they must not have one. */
  readonly onlyFirst?: boolean
}

/**
 * Stores the authenticator app of an enrolment if its code is right. Works once.
 *
 * @throws {SecondFactorFailed} if the code is wrong, or the enrolment has expired, is another
 *   user's, or was already confirmed
 */
export async function confirmEnrolment(
  ctx: Context,
  userId: string,
  { id, code, onlyFirst = false }: Confirmation,
): Promise<AddedFactor> {
  const { auth } = ctx
  requireOptions(ctx)
  const { secret, name, factorId } = await openEnrolment(ctx, userId, id)
  const step = await findStep(secret, code.replace(/\s/g, ''), auth.now())
  if (step === undefined) throw failed('The code of a new authenticator app is wrong.', userId)
  if (!(await takeOnce(auth, await hashedKey('enrolment', factorId), LIFETIME + CODE_LIFETIME)))
    throw failed('A new authenticator app was already confirmed.', userId)
  // The same code must not be accepted as the second factor afterwards.
  await takeOnce(auth, await hashedKey('totp-step', [factorId, step]), CODE_LIFETIME)
  const now = new Date(auth.now())
  const factor: SecondFactor = {
    id: factorId,
    userId,
    type: 'totp',
    secret: await sealSecret(auth, userId, secret),
    name,
    createdAt: now,
    lastUsedAt: now,
  }
  return addFactor(ctx, factor, onlyFirst)
}

/** Lets the user's passkeys count as the second factor. */
export async function addPasskeyFactor(
  ctx: Context,
  userId: string,
  { onlyFirst = false }: Pick<Confirmation, 'onlyFirst'> = {},
): Promise<AddedFactor> {
  const { passkey = true } = requireOptions(ctx)
  if (!passkey)
    throw new InvalidOption(
      '`secondFactor.passkey` is `false`. Remove it to let passkeys be a second factor.',
    )
  const passkeys = (await ctx.auth.adapter?.listAuthenticatorsByUserId?.(userId)) ?? []
  if (passkeys.length === 0)
    throw failed('A user without passkeys cannot use them as the second factor. Add a passkey first.', userId)
  const factor: SecondFactor = {
    id: crypto.randomUUID(),
    userId,
    type: 'passkey',
    secret: '',
    name: DEFAULT_NAMES.passkey,
    createdAt: new Date(ctx.auth.now()),
    lastUsedAt: null,
  }
  return addFactor(ctx, factor, onlyFirst)
}

/** Replaces the user's recovery codes. Returns the new ones, which are stored only as hashes. */
export async function replaceRecoveryCodes(
  ctx: Context,
  userId: string,
  facts: { readonly isFirst?: true } = {},
): Promise<readonly string[]> {
  const { recoveryCodes: count = CODES } = requireOptions(ctx)
  const codes = Array.from({ length: count }, newRecoveryCode)
  const hashes = await Promise.all(codes.map((code) => hashRecoveryCode(userId, code)))
  await accountStorage(ctx.auth).methods('secondFactors').replaceRecoveryCodes(userId, hashes)
  await emitSecurity(ctx, { type: 'recoveryCodesReplaced', userId, count, ...facts })
  return codes
}

/** @throws {TypeError} if a name is empty or too long */
export function checkName(name: unknown): string {
  const text = typeof name === 'string' ? name.trim() : ''
  if (text !== '' && text.length <= MAX_NAME_LENGTH) return text
  throw new TypeError(`A second factor's name must be a string of 1 to ${MAX_NAME_LENGTH} characters.`)
}

/** @throws {InvalidOption} if the application has no second factors */
export function requireOptions({ auth }: Context): NonNullable<Context['auth']['secondFactor']> {
  if (auth.secondFactor) return auth.secondFactor
  throw new InvalidOption('`user.secondFactor` needs the option `secondFactor`. Add `secondFactor: {}`.')
}

/** Adds a factor, and recovery codes with the first one. There is one row for all passkeys. */
async function addFactor(ctx: Context, factor: SecondFactor, onlyFirst = false): Promise<AddedFactor> {
  const { userId } = factor
  const methods = accountStorage(ctx.auth).methods('secondFactors')
  return inTurn(ctx.auth, userId, CALLS, async () => {
    const factors = await methods.listSecondFactors(userId)
    if (onlyFirst && factors.length > 0)
      throw failed('Another second factor was added in the meantime. Use that one.', userId)
    const passkeys = factors.find(({ type }) => type === 'passkey')
    if (factor.type === 'passkey' && passkeys) return { id: passkeys.id, recoveryCodes: [] }
    // Before the factor: without codes, the user could be locked out.
    const recoveryCodes =
      factors.length === 0 ? await replaceRecoveryCodes(ctx, userId, { isFirst: true }) : []
    await methods.createSecondFactor(factor)
    await emitSecurity(ctx, { type: 'secondFactorAdded', userId, method: factor.type })
    return { id: factor.id, recoveryCodes }
  })
}

async function openEnrolment(
  { auth }: Context,
  userId: string,
  id: string,
): Promise<{
  readonly secret: string
  readonly name: string
  readonly factorId: string
}> {
  const keys = { secrets: auth.secrets, salt: SALT }
  const claims = typeof id === 'string' ? (await unseal(id, keys, auth.now()))?.claims : undefined
  if (claims?.userId !== userId)
    throw failed('The enrolment of an authenticator app has expired, or belongs to another user.', userId)
  // Only `beginEnrolment` seals for this purpose.
  return claims as unknown as {
    secret: string
    name: string
    factorId: string
  }
}

function failed(message: string, user: string): SecondFactorFailed {
  return new SecondFactorFailed(message, { user })
}
