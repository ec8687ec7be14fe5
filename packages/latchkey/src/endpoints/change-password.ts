import { requirePasswordProvider } from '../account-changes/password-provider.ts'
import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { SignInExpired } from '../errors/second-factor.ts'
import { TooManyRequests } from '../errors/sign-in.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { hashAccepted } from '../passwords/hash-accepted.ts'
import { passwordLengths } from '../passwords/rules.ts'
import { passwordStorage } from '../passwords/storage.ts'
import { csrfField } from '../security/csrf.ts'
import { countCredentials } from '../security/limits.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { passRequirements } from '../sign-in/gate.ts'
import { completePending, refuseEnded, waitingSince } from '../sign-in/pending.ts'
import { conclude } from './go-on.ts'
import type { PageQuery, SignInPurpose } from './verify-purpose.ts'

/** Asks for another password. */
export async function show({ ctx, pending }: SignInPurpose, query: PageQuery): Promise<Result> {
  const { auth, base, headers } = ctx
  const error = ctx.query.get('error') ?? undefined
  const code = ctx.query.get('code') ?? undefined
  const { email } = pending.admission.user
  const lengths = passwordLengths(ctx, requirePasswordProvider(ctx).password)
  if (wantsJson(headers)) {
    const { min: minLength, max: maxLength } = lengths
    return { type: 'json', status: 200, body: { purpose: 'changePassword', minLength, maxLength } }
  }
  if (auth.pages.verify)
    return {
      type: 'redirect',
      url: pageUrl(base, auth.pages.verify, { ...query, purpose: 'changePassword', error, code }),
    }
  const page = {
    name: 'newPassword',
    action: endpointUrl(base, 'verify', query),
    csrfToken: await csrfField(ctx),
    error,
    code,
    email: email ?? undefined,
    lengths,
    isRequired: true,
  } as const
  return { type: 'page', status: 200, page }
}

/**
 * Stores another password, ends the user's sessions, and lets the sign-in go on.
 *
 * @throws {PasswordRejected} if the password does not meet the rules, or is the current one
 * @throws {SignInExpired} if the password was changed in the meantime
 */
export async function complete({ ctx, userId, pending }: SignInPurpose): Promise<Result> {
  const { auth } = ctx
  const { admission } = pending
  const provider = requirePasswordProvider(ctx)
  const storage = passwordStorage(auth, provider)
  const stored = await storage.read(userId)
  await refuseEnded(ctx, admission)
  // Otherwise, a sign-in with the previous password could replace the one that the user has chosen.
  if (!stored?.mustChange) throw changedMeanwhile()
  const hash = await hashWithinLimit(ctx, userId, () =>
    hashAccepted(
      ctx,
      provider.password,
      String(ctx.form.password ?? ''),
      { ...admission.user, userId },
      stored,
    ),
  )
  const result = await completePending(ctx, pending, async () => {
    if (!(await storage.write(userId, { hash }, stored.hash))) throw changedMeanwhile()
    await auth.sessions.revoke(auth, userId)
    await emitSecurity(ctx, { type: 'passwordChanged', userId, by: 'policy' })
    // It goes on, although the password is another one, and the sessions that were older have ended.
    const { password: _, ...identity } = admission.identity
    const waitsSince = await waitingSince(auth, userId)
    return passRequirements(ctx, { ...admission, identity, waitsSince })
  })
  return conclude(ctx, result, {})
}

/** The response reveals whether a password is the current one. */
async function hashWithinLimit(ctx: Context, userId: string, hash: () => Promise<string>): Promise<string> {
  const attempt = await countCredentials(ctx, [{ parts: ['new password', userId], share: 1 }])
  if (!attempt.isAllowed)
    throw new TooManyRequests("Too many new passwords were rejected during one user's sign-in.", {
      retryAfter: attempt.retryAfter,
    })
  const hashed = await hash()
  await attempt.clear()
  return hashed
}

function changedMeanwhile(): SignInExpired {
  return new SignInExpired('The password was changed while a sign-in waited for another one. Sign in again.')
}
