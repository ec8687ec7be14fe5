import type { Context } from '../contract/context.ts'
import { type Attempt, countCredentials } from '../security/limits.ts'
import type { Limit } from '../types/limits.ts'

/** Limits attempts regardless of how the application limits passwords: codes are shorter. */
const TEN_ATTEMPTS: Limit = { attempts: 10, seconds: 15 * 60 }
/**
 * The code of an authenticator app is right by chance once in 330,000 attempts. The limit above alone
 * would allow a thousand a day.
 */
const THIRTY_A_DAY: Limit = { attempts: 30, seconds: 24 * 60 * 60 }

/** What a code is sent with. */
export interface CodeFacts {
  /** Whether it has few digits, so that guesses can succeed. */
  readonly isShort: boolean
  /** Whether a device sends it that the user trusts: guesses from elsewhere do not lock it out. */
  readonly isTrusted: boolean
}

/**
 * Counts an attempt to send a code for a user's second factor.
 *
 * @throws {StoreError} if the store fails; the attempt must not run then
 */
export async function countCode(
  ctx: Context,
  userId: string,
  { isShort, isTrusted }: CodeFacts,
): Promise<Attempt> {
  const first = await countWithin(ctx, 'second-factor', [userId], TEN_ATTEMPTS)
  if (!isShort || !first.isAllowed) return first
  const day = await countWithin(
    ctx,
    'second-factor-day',
    [userId, ...(isTrusted ? ['trusted'] : [])],
    THIRTY_A_DAY,
  ).catch(async (error: unknown) => {
    await first.takeBack()
    throw error
  })
  if (!day.isAllowed) await first.takeBack()
  return day.isAllowed ? both(first, day) : day
}

function countWithin(
  ctx: Context,
  providerId: string,
  parts: readonly string[],
  credentials: Limit,
): Promise<Attempt> {
  // Only the first limit counts for the client.
  const client = providerId === 'second-factor' ? ctx.auth.limits.client : undefined
  const auth = { ...ctx.auth, limits: { ...ctx.auth.limits, client, credentials } }
  return countCredentials({ ...ctx, providerId, auth }, [{ parts, share: 1 }])
}

function both(one: Attempt, other: Attempt): Attempt {
  const call = (name: 'takeBack' | 'takeBackFault' | 'keep' | 'clear') => async () => {
    await Promise.all([one[name](), other[name]()])
  }
  return {
    isAllowed: true,
    retryAfter: 0,
    takeBack: call('takeBack'),
    takeBackFault: call('takeBackFault'),
    keep: call('keep'),
    clear: call('clear'),
  }
}
