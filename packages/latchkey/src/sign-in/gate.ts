import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Admission, Identity, SessionFacts } from '../contract/sign-in.ts'
import { StepUpRequired } from '../errors/second-factor.ts'
import { namedPageUrl } from '../http/endpoint-url.ts'
import { readFacts } from '../sessions/facts.ts'
import { endOthers } from './end-others.ts'
import { refuseEnded, rememberPending } from './pending.ts'
import { requireRecent } from './recent.ts'
import { refuseDisabled } from './requirements/disabled.ts'
import { findOutstanding } from './requirements/index.ts'
import { refuseRemovedPasskey } from './same-passkey.ts'
import { refuseOtherPassword } from './same-password.ts'
import { startSession } from './start.ts'

/**
 * Starts the session if nothing is required any more. Otherwise remembers the sign-in, and leads to
 * the page that asks for what is missing.
 *
 * @param isLinked whether the account was linked in a session: that proves no one's identity again
 */
export async function pass(
  ctx: Context,
  admission: Admission,
  { isLinked }: { readonly isLinked: boolean },
): Promise<RedirectResult> {
  const continued = isLinked ? await continuedFacts(ctx, admission) : undefined
  if (continued !== undefined) return start(ctx, { ...admission, facts: continued })
  const facts = admission.facts ?? factsOf(ctx, admission.identity)
  return passRequirements(ctx, { ...admission, facts })
}

/** Does the same for an admission whose facts are known: asks for the next requirement. */
export async function passRequirements(ctx: Context, admission: Admission): Promise<RedirectResult> {
  const requirement = await findOutstanding(ctx, admission)
  if (requirement === undefined) return start(ctx, admission)
  const { name } = requirement
  await rememberPending(ctx, admission, name)
  await requirement.begin?.(ctx, admission)
  return { type: 'redirect', url: namedPageUrl(ctx, 'verify'), requirement: name }
}

/**
 * Returns the page where this browser's user has to confirm who they are before an account is linked
 * to them: a stolen session must not become another way to sign in.
 */
export async function confirmBeforeLinking(
  ctx: Context,
  startedBy: string,
): Promise<RedirectResult | undefined> {
  if ((await ctx.auth.sessions.userId({ ...ctx, isFresh: true })) !== startedBy) return undefined
  try {
    await requireRecent(ctx, startedBy)
    return undefined
  } catch (error) {
    if (!(error instanceof StepUpRequired)) throw error
    return { type: 'redirect', url: error.url, requirement: 'recentSignIn' }
  }
}

/** The values of `amr` for the types of providers. `fed` and `email` are not registered. */
const METHODS = { oauth: 'fed', oidc: 'fed', email: 'email', credentials: 'pwd', webauthn: 'pop' } as const

function factsOf({ auth }: Context, { account, amr, authTime }: Identity): SessionFacts {
  return { amr: amr ?? [METHODS[account.type]], authTime: authTime ?? Math.floor(auth.now() / 1000) }
}

/** Of a session that started before its facts were kept. */
const UNKNOWN: SessionFacts = { amr: [], authTime: 0 }

/**
 * Returns the facts of this browser's session, if its user has linked an account. The user's other
 * sessions end: a stolen one must not outlive a change of how the user signs in.
 */
async function continuedFacts(
  ctx: Context,
  { identity: { startedBy }, user }: Admission,
): Promise<SessionFacts | undefined> {
  const { sessions } = ctx.auth
  if (startedBy === undefined || startedBy !== String(user.id)) return undefined
  if ((await sessions.userId({ ...ctx, isFresh: true })) !== startedBy) return undefined
  await endOthers(ctx, startedBy)
  // It may have ended in the meantime.
  if ((await sessions.userId({ ...ctx, isFresh: true })) !== startedBy) return undefined
  return (await readFacts(ctx)) ?? UNKNOWN
}

/**
 * Starts the session. Disabling a user ends the sessions that exist: one that starts at the
 * same time does not stay. Nor does one whose sign-in has waited since before they ended, or whose
 * password was changed, or whose passkey was removed.
 */
async function start(ctx: Context, admission: Admission): Promise<RedirectResult> {
  const check = async (): Promise<void> => {
    await refuseDisabled(ctx, admission)
    await refuseEnded(ctx, admission)
    await refuseOtherPassword(ctx, admission)
    await refuseRemovedPasskey(ctx, admission)
  }
  await check()
  return startSession(ctx, admission, check)
}
