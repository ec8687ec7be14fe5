import type { Context } from '../contract/context.ts'
import type { SessionFacts } from '../contract/sign-in.ts'
import { AuthError } from '../errors/auth-error.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { requireRecent } from '../sign-in/recent.ts'

/**
 * Requires what a change of how the user signs in needs: a request of the application, a response
 * that can set cookies, and a recent sign-in.
 *
 * @param attempt the beginning of the message if cookies cannot be set
 * @returns when and how the user signed in
 */
export async function requireChange(ctx: Context, userId: string, attempt: string): Promise<SessionFacts> {
  refuseCrossOriginCaller(ctx)
  requireWritable(ctx, attempt)
  return requireRecent(ctx, userId)
}

/** @throws {AuthError} if the response cannot set cookies */
export function requireWritable({ canWrite }: Context, attempt: string): void {
  if (canWrite) return
  throw new AuthError(
    `${attempt} where cookies cannot be set, so nothing was changed. ` +
      'Call it where a form or a script of your application is handled, not while a page is rendered.',
  )
}
