import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import { UnknownProvider } from '../errors.ts'
import { admit } from '../sign-in/admit.ts'

/** `GET` and `POST /callback/<provider>`: takes the proof of who somebody is, and lets them in. */
export async function completeSignIn(ctx: Context): Promise<Result> {
  if (ctx.signInMethod === undefined)
    throw new UnknownProvider('The callback path has no provider id at its end.')
  const proof = await ctx.signInMethod.complete(ctx)
  return 'type' in proof ? proof : admit(ctx, proof)
}
