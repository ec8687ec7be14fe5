import type { Context } from '../contract/context.ts'
import { PasswordRejected } from '../errors/passwords.ts'
import { emitSecurity } from '../security-events/emit.ts'
import type { PasswordRules } from '../types/passwords.ts'
import { MAX_PASSWORD_LENGTH } from './cost.ts'
import type { RulesContext } from './rules-context.ts'

/** @see https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver */
const MIN_LENGTH = 15
/** For users who also have a second factor. */
const MIN_LENGTH_OF_TWO_FACTORS = 8

/** What is known of the user whose password it is. */
export interface PasswordOwner {
  readonly email?: string | null | undefined
  readonly name?: string | null | undefined
  readonly username?: string | null | undefined
  /** Its id, for security events. */
  readonly userId?: string | undefined
}

/** Returns the shortest and the longest password that is accepted, in characters. */
export function passwordLengths(
  { auth: { secondFactor } }: Pick<Context, 'auth'>,
  { minLength, maxLength = MAX_PASSWORD_LENGTH }: PasswordRules,
): { readonly min: number; readonly max: number } {
  return {
    min: minLength ?? (secondFactor?.require ? MIN_LENGTH_OF_TWO_FACTORS : MIN_LENGTH),
    max: maxLength,
  }
}

/**
 * Requires that a new password meets the rules: first its length, then the words in it, and last
 * whether it is known from a data breach.
 *
 * @throws {PasswordRejected}
 */
export async function checkRules(
  ctx: RulesContext,
  rules: PasswordRules,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  // As it is hashed.
  const text = password.normalize('NFKC')
  checkLength(text, passwordLengths(ctx, rules))
  // Typed in another form, it may be longer than what is verified later.
  if (password.length > MAX_PASSWORD_LENGTH) throw tooLong(MAX_PASSWORD_LENGTH)
  const { isCommon, isContextWord } = await import('./weak-words.ts')
  if (isContextWord(text, contextTexts(ctx, rules, owner)))
    throw new PasswordRejected('The password consists of names that are easy to guess.', {
      reason: 'contextWord',
    })
  if (isCommon(text))
    throw new PasswordRejected('The password is one of the most common ones.', { reason: 'common' })
  const { breached = 'refuse' } = rules
  if (breached !== false) await checkBreaches(ctx, rules, text, owner)
}

/** @throws {PasswordRejected} */
function checkLength(text: string, { min, max }: ReturnType<typeof passwordLengths>): void {
  // Code points, as NIST counts. A longer text needs no counting.
  const length = text.length > 2 * max ? text.length : [...text].length
  if (length < min)
    throw new PasswordRejected(`The password has fewer than ${min} characters.`, {
      reason: 'short',
      limit: min,
    })
  // What is verified later is limited in UTF-16 units.
  if (length > max || text.length > MAX_PASSWORD_LENGTH) throw tooLong(max)
}

function tooLong(max: number): PasswordRejected {
  return new PasswordRejected(`The password has more than ${max} characters.`, { reason: 'long', limit: max })
}

function contextTexts(
  { base }: RulesContext,
  { blocklist = [] }: PasswordRules,
  { email, name, username }: PasswordOwner,
): string[] {
  const host = base && new URL(base.origin).hostname
  return [...blocklist, host, email, name, username].filter((text) => typeof text === 'string')
}

/** @throws {PasswordRejected} */
async function checkBreaches(
  ctx: RulesContext,
  rules: PasswordRules,
  text: string,
  { userId }: PasswordOwner,
): Promise<void> {
  const { isBreached } = await import('./breaches.ts')
  if (!(await isBreached(ctx, rules, text))) return
  if (rules.breached !== 'warn')
    throw new PasswordRejected('The password is known from a data breach.', { reason: 'breached' })
  await emitSecurity(ctx, { type: 'breachedPasswordAccepted', userId })
}
