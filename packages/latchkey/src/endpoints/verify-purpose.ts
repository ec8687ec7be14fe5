import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import type { SessionFacts } from '../contract/sign-in.ts'
import { findPasskeyProvider, passkeyOptions } from '../second-factor/passkey.ts'
import { readFacts } from '../sessions/facts.ts'
import { type Pending, readPending } from '../sign-in/pending.ts'

/** Who is to be verified: the user of a sign-in that waits, or the session's user. */
export type Purpose = SignInPurpose | StepUpPurpose

export interface SignInPurpose extends CommonPurpose {
  readonly type: 'sign-in'
  readonly pending: Pending
}

export interface StepUpPurpose extends CommonPurpose {
  readonly type: 'step-up'
}

interface CommonPurpose {
  readonly ctx: Context
  readonly userId: string
  readonly facts: SessionFacts | undefined
}

/** What a page of the application needs to know, and to repeat. */
export type PageQuery = Readonly<Record<string, string | undefined>>

/**
 * Returns who is to be verified, or `undefined` if there is no one.
 *
 * @throws {SignInExpired} if the user of a sign-in that waits no longer exists
 */
export async function findPurpose(ctx: Context): Promise<Purpose | undefined> {
  if (!ctx.auth.session.keepsFacts) return undefined
  if (isForSession(ctx)) {
    const userId = await ctx.auth.sessions.userId({ ...ctx, isFresh: true })
    return userId === undefined ? undefined : { type: 'step-up', ctx, userId, facts: await readFacts(ctx) }
  }
  const found = await readPending(ctx)
  if (found === undefined) return undefined
  const { user, facts } = found.pending.admission
  return { type: 'sign-in', ...found, userId: String(user.id), facts }
}

/** Returns whether the request is about the live session, and not about a sign-in that waits. */
export function isForSession({ query, form }: Context): boolean {
  return query.get('for') === 'session' || form.for === 'session'
}

/** Returns whether the first factor was a passkey that did not verify its user. */
export function isSamePasskey({ facts }: Purpose): boolean {
  return facts?.amr.includes('pop') === true && !facts.amr.includes('mfa')
}

/** Returns the options with which a browser requests a passkey as the second factor. */
export async function sendVerificationOptions(ctx: Context): Promise<Result> {
  const purpose = await findPurpose(ctx)
  const provider = purpose && findPasskeyProvider(ctx)
  if (purpose === undefined || provider === undefined)
    return { type: 'json', status: 400, body: { error: 'Invalid request' } }
  const options = await passkeyOptions(ctx, provider, purpose.userId, isSamePasskey(purpose))
  return {
    type: 'json',
    status: 200,
    body: { action: 'authenticate', options },
  }
}
