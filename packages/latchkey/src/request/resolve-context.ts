import { isPending } from '../async/awaitable.ts'
import type { AuthRequest, Context } from '../contract/context.ts'
import { BadRequest, UnknownProvider } from '../errors/request.ts'
import { noFields } from '../http/no-fields.ts'

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
  const { auth, base, method, query, providerId } = authRequest
  const check = auth.checkConfig()
  const { providers, refused, problem } = isPending(check) ? await check : check
  if (problem !== undefined) throw problem
  // Loaded only when it is needed: a proxy that reads sessions should stay small.
  if (base === undefined) throw (await import('./host-error.ts')).hostError(authRequest)
  if (query.size > MAX_PARAMETERS)
    throw new BadRequest(`The query has more than ${MAX_PARAMETERS} parameters.`)
  const form = method === 'POST' ? await authRequest.fields() : noFields
  const provider = providerId === undefined ? undefined : providers.get(providerId)
  if (providerId !== undefined && provider === undefined)
    throw (
      refused.get(providerId) ??
      new UnknownProvider(
        `No provider has the id "${providerId.slice(0, 64)}". Use an id from \`providers\`.`,
      )
    )
  const signInMethod = provider && (await (await import('../methods/load.ts')).loadSignInMethod(provider))
  return { ...authRequest, base, form, providers, provider, signInMethod }
}
