import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import type { Identity } from '../../contract/sign-in.ts'
import { PhoneSignInError } from '../../errors/phone.ts'
import type { Subject } from '../../security/counted.ts'
import { type Attempt, countMessage } from '../../security/limits.ts'
import { getCountryCode, maskPhoneNumber, normalizePhoneNumber } from '../../security/phone-number.ts'
import type { Limit } from '../../types/limits.ts'

type EmailContext = Context<ResolvedEmailProvider>

/**
 * Returns the telephone number in a form.
 *
 * @throws {PhoneSignInError} if it is invalid, or has no country code
 */
export function readNumber({ normalize }: ResolvedEmailProvider, typed: unknown): string {
  const number = normalizePhoneNumber(typeof typed === 'string' ? tryOwn(normalize, typed) : undefined)
  if (number !== undefined) return number
  throw new PhoneSignInError(
    'A code was requested for a telephone number that is invalid or has no country code. Users type it as ' +
      '+49 151 23456789. To complete numbers of one country, set `normalize` of `Code`.',
  )
}

function tryOwn(normalize: ResolvedEmailProvider['normalize'], typed: string): string | undefined {
  try {
    return normalize?.(typed) ?? typed
  } catch {
    return undefined
  }
}

/** The defaults. They are not with the others, which every application loads. */
const LIMITS = {
  phone: { attempts: 5, seconds: 15 * 60 },
  phoneCountry: { attempts: 100, seconds: 60 * 60 },
} as const

/** Counts a message to a number, and logs if there were too many. */
export async function countMessageTo(
  ctx: EmailContext,
  number: string,
  known: readonly Subject[] | undefined,
): Promise<Attempt> {
  const { given } = ctx.auth.limits
  const find = (name: keyof typeof LIMITS): Limit | undefined =>
    (given && (given[name] ?? LIMITS[name])) || undefined
  const limits = { phone: find('phone'), phoneCountry: find('phoneCountry') }
  const attempt = await countMessage(ctx, { number, country: getCountryCode(number), limits, known })
  if (!attempt.isAllowed)
    ctx.auth.logger.warn('too-many-messages', { provider: ctx.provider.id, phone: maskPhoneNumber(number) })
  return attempt
}

/** Returns the user with this number, or a new one. The number is an account. */
export async function findUserByNumber(
  { auth, provider }: EmailContext,
  number: string,
): Promise<Omit<Identity, 'callbackUrl'>> {
  const key = { provider: provider.id, providerAccountId: number }
  const owner = (await auth.adapter?.getUserByAccount?.(key)) ?? null
  const user = owner ?? { id: crypto.randomUUID(), email: null }
  const account = { ...key, userId: user.id, type: 'email' } as const
  return { user, account, userOfLink: owner, hasAccount: true, amr: ['sms'] }
}
