import { requestReset, resetPassword } from '../account-changes/reset.ts'
import type { Context, ResolvedAuth } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import type { Caller } from '../request/read-request.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { signUp } from '../sign-in/sign-up.ts'
import type { AuthAction } from '../types/auth-action.ts'
import type { AuthPasswords } from './passwords-on-demand.ts'
import { runServerCall } from './server-call.ts'
import { formEntries, toTextFields } from './text-fields.ts'
import { type Outcome, toOutcome } from './to-outcome.ts'

/** Returns the server functions for forms about passwords. */
export function createPasswords(auth: ResolvedAuth): AuthPasswords {
  const run =
    (action: AuthAction, work: (ctx: Context) => Promise<Result>) =>
    (caller: Caller | Request, given: FormData | object): Promise<Outcome> => {
      const entries = given instanceof FormData ? formEntries(given) : Object.entries(given)
      const fields = toTextFields(Object.fromEntries(entries))
      return runServerCall(auth, caller, { action, fields }, async (ctx) => {
        refuseCrossOriginCaller(ctx)
        return toOutcome(ctx, await work(ctx))
      })
    }
  return {
    signUp: run('signup', signUp),
    requestReset: run('reset', (ctx) => requestReset(ctx, ctx.form.email)),
    reset: run('reset', (ctx) => resetPassword(ctx, ctx.form)),
  }
}
