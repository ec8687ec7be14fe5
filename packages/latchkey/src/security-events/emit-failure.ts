import type { AuthRequest } from '../contract/context.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { emitSecurity } from './emit.ts'
import type { NewSecurityEvent } from './event.ts'

/** Emits the security event of a failed request, if it was one to sign in or to confirm a session. */
export async function emitFailure(
  authRequest: AuthRequest,
  error: AuthError,
  reference: string,
): Promise<void> {
  if (authRequest.auth.isConfigProblem(error)) return
  const event = describeFailure(authRequest, error)
  if (event === undefined) return
  const user = error.cause?.user
  await emitSecurity(authRequest, {
    ...event,
    ...(typeof user === 'string' && { userId: user }),
    reference,
  })
}

function describeFailure(
  { action, method, providerId, query }: AuthRequest,
  error: AuthError,
): NewSecurityEvent | undefined {
  const failure = { error: error.type }
  if (action === 'callback' || (action === 'signin' && method === 'POST'))
    return { type: 'signInFailed', provider: providerId, ...failure }
  if (action !== 'verify' || method !== 'POST') return undefined
  return { type: query.get('for') === 'session' ? 'stepUpFailed' : 'secondFactorFailed', ...failure }
}
