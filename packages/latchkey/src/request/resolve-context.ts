import { isPending, loadOnce } from '../async/awaitable.ts'
import type { AuthRequest, Context } from '../contract/context.ts'
import { noFields } from '../http/no-fields.ts'

// Loaded only when they are needed: a proxy that reads sessions should stay small.
const refusals = loadOnce(() => import('./refused-request.ts'))

/** Far more than any provider response or built-in page has. */
const MAX_PARAMETERS = 100

/**
 * Resolves everything that an endpoint needs: a valid configuration, a trusted address, the form,
 * and the provider that the path names.
 *
 * @throws {AuthError} a problem of the configuration or the provider, an `UntrustedHost`,
 *   {@link BadRequest}, {@link UnknownProvider}, or a problem of the form
 */
export async function resolveContext(authRequest: AuthRequest): Promise<Context> {
  const { auth, base, method, action, query, providerId } = authRequest
  const check = auth.checkConfig()
  const { providers, refused, problem } = isPending(check) ? await check : check
  if (problem !== undefined) throw problem
  if (base === undefined) throw (await refusals()).hostError(authRequest)
  if (query.size > MAX_PARAMETERS) throw (await refusals()).tooManyParameters(MAX_PARAMETERS)
  const form = method === 'POST' ? await authRequest.fields() : noFields
  const provider = providerId === undefined ? undefined : providers.get(providerId)
  // The account pages have sections there.
  if (providerId !== undefined && provider === undefined && action !== 'account')
    throw refused.get(providerId) ?? (await refusals()).unknownProvider(providerId)
  const signInMethod = provider && (await (await import('../methods/load.ts')).loadSignInMethod(provider))
  return { ...authRequest, base, form, providers, provider, signInMethod }
}
