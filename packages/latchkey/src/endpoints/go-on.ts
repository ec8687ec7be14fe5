import type { Context } from '../contract/context.ts'
import type { RedirectResult, Result } from '../contract/result.ts'
import { SignInExpired } from '../errors/second-factor.ts'
import { wantsJson } from '../http/accept.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { confirmSession, withProof } from '../sessions/facts.ts'
import { passRequirements } from '../sign-in/gate.ts'
import { completePending } from '../sign-in/pending.ts'
import { afterStepUp } from './step-up.ts'
import type { Purpose } from './verify-purpose.ts'

/** How many recovery codes are few, so that the user should get new ones. */
const FEW_CODES = 3

/**
 * Lets a sign-in go on, or confirms the session, after the user was verified.
 *
 * @param amr how the user was verified
 * @throws {SignInExpired} if another request completed the sign-in, or the session has ended
 */
export async function goOn(purpose: Purpose, amr: readonly string[]): Promise<RedirectResult> {
  const { ctx, userId } = purpose
  const facts = withProof(ctx, purpose.facts, amr)
  if (purpose.type === 'sign-in') {
    const admission = { ...purpose.pending.admission, facts }
    return completePending(ctx, { ...purpose.pending, admission }, async () => {
      await emitSecurity(ctx, { type: 'secondFactorPassed', userId, methods: amr })
      return passRequirements(ctx, admission)
    })
  }
  if (!(await confirmSession(ctx, facts)))
    throw new SignInExpired('A session ended while its user sent a second factor.')
  await emitSecurity(ctx, { type: 'stepUpPassed', userId, methods: amr })
  return { type: 'redirect', url: afterStepUp(ctx, await resolveCallbackUrl(ctx)) }
}

/** What the user has to see before they go on. */
export interface News {
  /** Recovery codes that the user does not know yet. */
  readonly recoveryCodes?: readonly string[] | undefined
  /** Set after a recovery code was used. */
  readonly recoveryCodesLeft?: number | undefined
}

/** Leads on. Before that, shows new recovery codes, or how few are left. */
export function conclude({ headers }: Context, { url, requirement }: RedirectResult, news: News): Result {
  const { recoveryCodes, recoveryCodesLeft } = news
  if (wantsJson(headers))
    return { type: 'json', status: 200, body: { url, requirement, recoveryCodes, recoveryCodesLeft } }
  const isFew = recoveryCodesLeft !== undefined && recoveryCodesLeft < FEW_CODES
  if (!recoveryCodes?.length && !isFew) return { type: 'redirect', url, requirement }
  const page = { name: 'recoveryCodes', continueUrl: url, recoveryCodes, recoveryCodesLeft } as const
  return { type: 'page', status: 200, page }
}
