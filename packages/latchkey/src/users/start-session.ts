import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Admission } from '../contract/sign-in.ts'
import { AuthError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/sign-in.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { pass } from '../sign-in/gate.ts'
import { startSession } from '../sign-in/start.ts'
import type { StartSessionOptions } from '../types/users.ts'

/** The provider id of sign-ins by server code. */
const PROVIDER = 'server'

/**
 * Starts a session for a user whom server code has verified, unless something is still required.
 *
 * @throws {AccessDenied} if the user is disabled or does not exist
 */
export async function startSessionFor(
  ctx: Context,
  userId: string,
  { amr = [], user: shown }: StartSessionOptions,
): Promise<RedirectResult> {
  refuseCrossOriginCaller(ctx)
  if (!ctx.canWrite)
    throw new AuthError(
      '`users.startSession` was called where cookies cannot be set, so no session was started. ' +
        'Call it where a form or a script of your application is handled, not while a page is rendered.',
    )
  const user = await findUser(ctx, userId, shown)
  const account = { provider: PROVIDER, providerAccountId: userId, type: 'credentials', userId } as const
  const identity = { user, account, callbackUrl: await resolveCallbackUrl(ctx), amr: checkMethods(amr) }
  const admission: Admission = { identity, user, isNewUser: false }
  if (!ctx.auth.session.keepsFacts) return startSession(ctx, admission)
  return pass(ctx, admission, { isLinked: false })
}

async function findUser(
  { auth }: Context,
  userId: string,
  shown: StartSessionOptions['user'],
): Promise<Admission['user']> {
  if (auth.adapter?.getUser === undefined) return { ...shown, id: userId }
  const user = await auth.adapter.getUser(userId)
  // A database may ignore case and accents, and find another user.
  if (user && String(user.id) === userId) return user
  throw new AccessDenied('`users.startSession` received the id of a user who does not exist.', {
    user: userId,
  })
}

/** @throws {TypeError} */
function checkMethods(amr: readonly string[]): readonly string[] {
  if (Array.isArray(amr) && amr.length <= 10 && amr.every((value) => /^\w{1,20}$/.test(value))) return amr
  throw new TypeError('`amr` must be a list of at most 10 words, such as ["pwd"].')
}
