import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import type { SessionFacts } from '../contract/sign-in.ts'
import { SignInExpired } from '../errors/second-factor.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { describeChallenge, verifySecondFactor } from '../second-factor/verify.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfField } from '../security/csrf.ts'
import { confirmSession, readFacts } from '../sessions/facts.ts'
import { passRequirements } from '../sign-in/gate.ts'
import { type Pending, readPending, takePending } from '../sign-in/pending.ts'
import { afterStepUp, continueConfirmed, queryForStepUp, signInAgain } from './step-up.ts'

/** Who is to be verified: the user of a sign-in that waits, or the session's user. */
type Purpose =
  | { readonly type: 'sign-in'; readonly ctx: Context; readonly pending: Pending; readonly userId: string }
  | { readonly type: 'step-up'; readonly ctx: Context; readonly userId: string }

/**
 * `GET /verify`: asks for a second factor, on the built-in page or the application's own. With
 * `Accept: application/json`, says what is needed.
 */
export async function showVerification(ctx: Context): Promise<Result> {
  const purpose = await findPurpose(ctx)
  const callbackUrl = purpose?.type === 'sign-in' ? undefined : await resolveCallbackUrl(ctx)
  if (purpose === undefined)
    return { type: 'redirect', url: namedPageUrl(ctx, 'signIn', { callbackUrl, error: 'SessionRequired' }) }
  if (purpose.type === 'step-up' && callbackUrl !== undefined) {
    const confirmed = await continueConfirmed(ctx, purpose.userId, callbackUrl)
    if (confirmed !== undefined) return confirmed
  }
  const query = callbackUrl === undefined ? {} : queryForStepUp(ctx, callbackUrl)
  const asksFor = await describeChallenge(purpose.ctx, purpose.userId)
  // The user has no second factor: signing in again proves who they are.
  if (callbackUrl !== undefined && asksFor.methods.length === 0) return signInAgain(ctx, callbackUrl)
  const error = ctx.query.get('error') ?? undefined
  if (wantsJson(ctx.headers))
    return { type: 'json', status: 200, body: { purpose: purpose.type, ...asksFor, callbackUrl } }
  if (ctx.auth.pages.verify)
    return { type: 'redirect', url: pageUrl(ctx.base, ctx.auth.pages.verify, { ...query, error }) }
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'verify',
      action: endpointUrl(ctx.base, 'verify', query),
      csrfToken: await csrfField(ctx),
      error,
      asksFor,
    },
  }
}

/**
 * `POST /verify`: checks the second factor. Then the sign-in goes on, or the session is confirmed.
 *
 * @throws {SecondFactorFailed} if it is wrong
 * @throws {SignInExpired} if nothing waits for it
 */
export async function verify(ctx: Context): Promise<Result> {
  const purpose = await findPurpose(ctx)
  if (purpose === undefined)
    throw new SignInExpired('A second factor was sent, but no sign-in in this browser waits for one.')
  const proof = await verifySecondFactor(purpose.ctx, purpose.userId)
  return purpose.type === 'sign-in'
    ? completeSignIn(purpose.ctx, purpose.pending, proof)
    : stepUp(purpose.ctx, proof)
}

async function completeSignIn(ctx: Context, pending: Pending, proof: readonly string[]): Promise<Result> {
  await takePending(ctx, pending)
  const { admission } = pending
  const facts = withProof(ctx, admission.facts, proof)
  return passRequirements(ctx, { ...admission, facts })
}

async function stepUp(ctx: Context, proof: readonly string[]): Promise<Result> {
  const isConfirmed = await confirmSession(ctx, withProof(ctx, await readFacts(ctx), proof))
  if (!isConfirmed) throw new SignInExpired('A session ended while its user sent a second factor.')
  return { type: 'redirect', url: afterStepUp(ctx, await resolveCallbackUrl(ctx)) }
}

function withProof(
  { auth }: Context,
  facts: SessionFacts | undefined,
  proof: readonly string[],
): SessionFacts {
  return {
    amr: [...new Set([...(facts?.amr ?? []), ...proof])],
    authTime: Math.floor(auth.now() / 1000),
  }
}

async function findPurpose(ctx: Context): Promise<Purpose | undefined> {
  if (!ctx.auth.session.keepsFacts) return undefined
  if (ctx.query.get('for') === 'session') {
    const userId = await ctx.auth.sessions.userId(ctx)
    return userId === undefined ? undefined : { type: 'step-up', ctx, userId }
  }
  const found = await readPending(ctx)
  return found && { type: 'sign-in', ...found, userId: String(found.pending.admission.user.id) }
}
