import type { Context } from '../contract/context.ts'
import type { SessionFacts } from '../contract/sign-in.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { StepUpRequired } from '../errors/second-factor.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { readFacts } from '../sessions/facts.ts'
import { isMet, stepUpUrl } from '../step-up/demand.ts'

/** How recent a sign-in must be to change how a user signs in, in seconds. */
const FIFTEEN_MINUTES = 15 * 60

/**
 * Requires that this browser's user has signed in recently, or confirmed it. A user with a second
 * factor must have used it in this session.
 *
 * @param within in seconds. Default: 900 (15 minutes)
 * @returns when and how the user signed in
 * @throws {StepUpRequired} otherwise, with the page that asks for it
 * @throws {InvalidOption} if sessions do not keep it
 */
export async function requireRecent(
  ctx: Context,
  userId: string,
  { within = FIFTEEN_MINUTES }: { readonly within?: number } = {},
): Promise<SessionFacts> {
  if (!ctx.auth.session.keepsFacts)
    throw new InvalidOption(
      'Sessions do not keep when their user signed in. Set `account: { security: true }`.',
    )
  const isLive = (await ctx.auth.sessions.userId(asFresh(ctx))) === userId
  const facts = isLive ? await readFacts(ctx) : undefined
  const demand = { within, secondFactor: await hasSecondFactor(ctx, userId) }
  if (facts !== undefined && isMet(demand, facts, ctx.auth.now())) return facts
  throw new StepUpRequired('This change needs a recent sign-in. Redirect to `url`.', {
    url: stepUpUrl(ctx, { ...demand, callbackUrl: currentPage(ctx) }),
  })
}

/**
 * What asks for a recent sign-in is not to run in a session that has just been ended elsewhere, nor
 * while the store cannot say whether it was.
 */
export function asFresh(ctx: Context): Context {
  const session = { ...ctx.auth.session, acceptsUnchecked: false }
  return { ...ctx, auth: { ...ctx.auth, session }, isFresh: true }
}

/** Returns whether a user has signed in, or confirmed it, in the last 15 minutes. */
export function isRecent({ auth }: Pick<Context, 'auth'>, facts: SessionFacts): boolean {
  return isMet({ within: FIFTEEN_MINUTES }, facts, auth.now())
}

async function hasSecondFactor({ auth }: Context, userId: string): Promise<boolean> {
  if (!auth.secondFactor) return false
  return (await accountStorage(auth).methods('secondFactors').listSecondFactors(userId)).length > 0
}

/** Returns the page that the user is on, if it is the application's, and otherwise the home page. */
function currentPage({ base, headers }: Context): string {
  const page = URL.parse(headers.get('referer') ?? '')
  return page?.origin === base.origin ? page.href : base.home
}
