import { loadOnce } from '../async/awaitable.ts'
import type { Context } from '../contract/context.ts'
import type { SecondFactorChallenge } from '../contract/pages.ts'
import type { Result } from '../contract/result.ts'
import { SignInExpired } from '../errors/second-factor.ts'
import { AccessDenied } from '../errors/sign-in.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { describeChallenge, hasFactor, verifySecondFactor } from '../second-factor/verify.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfField } from '../security/csrf.ts'
import { isRecent } from '../sign-in/recent.ts'
import type { Awaitable } from '../types/basics.ts'
import { conclude, goOn } from './go-on.ts'
import { continueConfirmed, queryForStepUp, signInAgain } from './step-up.ts'
import {
  findPurpose,
  isSamePasskey,
  type PageQuery,
  type Purpose,
  type SignInPurpose,
} from './verify-purpose.ts'

/**
 * `GET /verify`: asks for a second factor, on the built-in page or the application's own. With
 * `Accept: application/json`, says what is needed.
 *
 * @throws {SignInExpired} for a script, if nothing waits for it
 */
export async function showVerification(ctx: Context): Promise<Result> {
  const purpose = await findPurpose(ctx)
  // A script cannot use the sign-in page.
  if (purpose === undefined && wantsJson(ctx.headers)) throw nothingWaits()
  const callbackUrl = purpose?.type === 'sign-in' ? undefined : await resolveCallbackUrl(ctx)
  if (purpose === undefined)
    return { type: 'redirect', url: namedPageUrl(ctx, 'signIn', { callbackUrl, error: 'SessionRequired' }) }
  if (callbackUrl !== undefined) {
    const confirmed = await continueConfirmed(ctx, purpose.userId, callbackUrl)
    if (confirmed !== undefined) return confirmed
  }
  const query = callbackUrl === undefined ? {} : queryForStepUp(ctx, callbackUrl)
  if (hasForm(purpose)) return (await formFor(purpose)).show(purpose, query)
  const enrolment = await findEnrolment(purpose)
  if (enrolment !== undefined) return enrolment.show(purpose, query)
  const asksFor = await describeChallenge(purpose.ctx, purpose.userId, purpose.type)
  // The user has no second factor: signing in again proves who they are.
  if (callbackUrl !== undefined && asksFor.methods.length === 0) return signInAgain(ctx, callbackUrl)
  if (asksFor.methods.length === 0)
    throw new AccessDenied(
      'A user has a second factor that the configuration no longer accepts, and no recovery codes. ' +
        'Accept it again, or call `users.resetSecondFactor`.',
      { user: purpose.userId },
    )
  return showChallenge(purpose, asksFor, query)
}

/**
 * `POST /verify`: checks the second factor. Then the sign-in goes on, or the session is confirmed.
 *
 * @throws {SecondFactorFailed} if it is wrong
 * @throws {SignInExpired} if nothing waits for it
 */
export async function verify(ctx: Context): Promise<Result> {
  const purpose = await findPurpose(ctx)
  if (purpose === undefined) throw nothingWaits()
  if (hasForm(purpose)) return (await formFor(purpose)).complete(purpose)
  const enrolment = await findEnrolment(purpose)
  if (enrolment !== undefined) return enrolment.complete(purpose)
  const proof = isVerified(purpose)
    ? { amr: [] }
    : await verifySecondFactor(purpose.ctx, purpose.userId, isSamePasskey(purpose))
  return conclude(ctx, await goOn(purpose, proof.amr), proof)
}

/** Returns whether the second factor was right before, but the session could not start. */
function isVerified(purpose: Purpose): boolean {
  if (purpose.type !== 'sign-in' || !purpose.facts?.amr.includes('mfa')) return false
  return ['secondFactor', 'enroll'].includes(purpose.pending.requirement)
}

function nothingWaits(): SignInExpired {
  return new SignInExpired('No sign-in in this browser waits for a second factor.')
}

async function showChallenge(
  { ctx, type }: Purpose,
  asksFor: SecondFactorChallenge,
  query: PageQuery,
): Promise<Result> {
  const { auth, base, headers } = ctx
  const error = ctx.query.get('error') ?? undefined
  if (wantsJson(headers))
    return { type: 'json', status: 200, body: { purpose: type, ...asksFor, callbackUrl: query.callbackUrl } }
  if (auth.pages.verify)
    return { type: 'redirect', url: pageUrl(base, auth.pages.verify, { ...query, error }) }
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'verify',
      purpose: type,
      action: endpointUrl(base, 'verify', query),
      csrfToken: await csrfField(ctx),
      error,
      asksFor,
    },
  }
}

/** Returns how to set up a second factor, if the user has to. */
async function findEnrolment(purpose: Purpose): Promise<typeof import('./enroll.ts') | undefined> {
  const { ctx, userId, facts } = purpose
  const isAsked =
    purpose.type === 'sign-in'
      ? purpose.pending.requirement === 'enroll'
      : ctx.query.get('secondFactor') === '1'
  // The user may have set one up in the meantime. Only that one counts then.
  if (!isAsked || !ctx.auth.secondFactor || (await hasFactor(ctx, userId))) return undefined
  // A session that was stolen earlier must not set up the user's factor.
  const isAllowed = purpose.type === 'sign-in' || (facts !== undefined && isRecent(ctx, facts))
  return isAllowed ? import('./enroll.ts') : undefined
}

/** What asks for a requirement, and meets it. */
interface RequirementForm {
  show(purpose: SignInPurpose, query: PageQuery): Promise<Result>
  complete(purpose: SignInPurpose): Promise<Result>
}

/** The requirements with a form of their own. To add one, add a line. */
const FORMS = {
  changePassword: loadOnce(() => import('./change-password.ts')),
  verifyAddress: loadOnce(() => import('./verify-address.ts')),
} satisfies Record<string, () => Awaitable<RequirementForm>>

type WaitingForForm = SignInPurpose & { readonly pending: { readonly requirement: keyof typeof FORMS } }

/** Returns whether a sign-in waits for a requirement with a form of its own. */
function hasForm(purpose: Purpose): purpose is WaitingForForm {
  return purpose.type === 'sign-in' && Object.hasOwn(FORMS, purpose.pending.requirement)
}

function formFor({ pending }: WaitingForForm): Awaitable<RequirementForm> {
  return FORMS[pending.requirement]()
}
