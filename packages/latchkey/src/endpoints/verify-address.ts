import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { Verification } from '../errors/sign-in.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, namedPageUrl, pageUrl } from '../http/endpoint-url.ts'
import { readFlow, takeByCode, takeByLink } from '../proofs/proof.ts'
import { csrfField } from '../security/csrf.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { verifyAddress } from '../sign-in/email-user.ts'
import { passRequirements } from '../sign-in/gate.ts'
import { completePending, refuseEnded, waitingSince } from '../sign-in/pending.ts'
import type { AdapterUser } from '../types/adapter.ts'
import { conclude } from './go-on.ts'
import type { PageQuery, SignInPurpose } from './verify-purpose.ts'

const PURPOSE = 'verifyAddress'

/** Asks for the code that was sent to the user's address. With the link, only for a click. */
export async function show({ ctx, pending }: SignInPurpose, query: PageQuery): Promise<Result> {
  const { auth, base, headers } = ctx
  const error = ctx.query.get('error') ?? undefined
  const token = ctx.query.get('token') ?? undefined
  const email = pending.admission.user.email ?? ''
  if (wantsJson(headers)) return { type: 'json', status: 200, body: { purpose: PURPOSE, email } }
  if (auth.pages.verify)
    return {
      type: 'redirect',
      url: pageUrl(base, auth.pages.verify, { ...query, purpose: PURPOSE, token, error }),
    }
  const page = {
    name: 'verifyAddress',
    action: endpointUrl(base, 'verify', query),
    csrfToken: await csrfField(ctx),
    error,
    email,
    token,
    againUrl: namedPageUrl(ctx, 'signIn'),
  } as const
  return { type: 'page', status: 200, page }
}

/**
 * Marks the address as verified, and lets the sign-in go on. Whatever was added to the user before
 * ends, except the password, which this user has just sent.
 *
 * @throws {Verification} if the code is wrong or has expired, or the link is one of another browser
 */
export async function complete({ ctx, userId, pending }: SignInPurpose): Promise<Result> {
  const { admission } = pending
  await refuseEnded(ctx, admission)
  await takeProof(ctx, admission.user as AdapterUser)
  const result = await completePending(ctx, pending, async () => {
    const { user } = await verifyAddress(ctx, admission.user as AdapterUser, { keepsPassword: true })
    // It goes on, although the sessions that were older have ended.
    const waitsSince = await waitingSince(ctx.auth, userId)
    return passRequirements(ctx, { ...admission, user, waitsSince })
  })
  return conclude(ctx, result, {})
}

/**
 * Uses a proof that was sent for this sign-in. A link from another browser stays valid, and does not
 * help: someone else may know the password.
 */
async function takeProof(ctx: Context, { email }: AdapterUser): Promise<void> {
  const address = normalizeEmail(email)
  if (address === undefined || (await readFlow(ctx, PURPOSE))?.address !== address)
    throw new Verification('The address of a sign-in was to be verified by what was sent for another one.')
  const { token, code } = ctx.form
  if (typeof token === 'string' && token !== '') await takeByLink(ctx, { purpose: PURPOSE, address, token })
  else await takeByCode(ctx, PURPOSE, code)
}
