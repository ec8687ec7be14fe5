import { loadOnce } from '../async/awaitable.ts'
import { type Context, hasProvider } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { UnknownProvider } from '../errors/request.ts'

// Most requests read a session.
const signIn = loadOnce(() => import('../sign-in/admit.ts'))

/** `GET` and `POST /callback/<provider>`: verifies who the user is, and signs them in. */
export async function completeSignIn(ctx: Context): Promise<Result> {
  if (!hasProvider(ctx)) throw new UnknownProvider('The callback path has no provider id at its end.')
  const outcome = await ctx.signInMethod.complete(ctx)
  return 'type' in outcome ? outcome : (await signIn()).admit(ctx, outcome)
}
