import { andThen } from '../async/awaitable.ts'
import type { AuthRequest, Context } from '../contract/context.ts'
import { type AuthError, BadRequest, UnknownProvider, UntrustedHost } from '../errors.ts'
import { noFields } from '../http/fields.ts'
import { isHostMalformed } from '../http/public-base.ts'
import { loadSignInMethod } from '../methods/load.ts'
import type { Awaitable } from '../types/basics.ts'

/** No answer of a provider and no page of ours has nearly as many. */
const MAX_PARAMETERS = 100

/**
 * Opens a door: from here on there is a sound configuration, an address to believe, a form, and the provider that was named.
 *
 * @throws the configuration's problem, {UntrustedHost}, {BadRequest}, {UnknownProvider}, or what is wrong with the form
 */
export function resolveContext(authRequest: AuthRequest): Awaitable<Context> {
  return andThen(authRequest.auth.checkConfig(), ({ providers, problem }) => {
    const { base } = authRequest
    if (problem !== undefined) throw problem
    if (base === undefined) throw hostError(authRequest)
    if (authRequest.query.size > MAX_PARAMETERS)
      throw new BadRequest(`The query has more than ${MAX_PARAMETERS} parameters.`)
    return andThen(authRequest.method === 'POST' ? authRequest.fields() : noFields, (form) => {
      const ctx: Context = {
        ...authRequest,
        base,
        form,
        providers,
        provider: undefined,
        signInMethod: undefined,
      }
      return authRequest.providerId === undefined ? ctx : withProvider(ctx, authRequest.providerId)
    })
  })
}

async function withProvider(ctx: Context, providerId: string): Promise<Context> {
  const provider = ctx.providers.get(providerId)
  if (provider === undefined)
    throw new UnknownProvider(`No provider has the id "${providerId.slice(0, 64)}".`)
  return { ...ctx, provider, signInMethod: await loadSignInMethod(provider) }
}

function hostError({ auth, headers }: AuthRequest): AuthError {
  if (isHostMalformed(auth, headers))
    return new BadRequest('The host or protocol that the headers of the request name cannot be one.')
  return new UntrustedHost(
    auth.trustedHosts
      ? 'The host of the request is not in `trustedHosts`. Add it there if the application is reached under it.'
      : 'The host of the request is not trusted. Set AUTH_URL to the address of the application or, behind a proxy that sets the host safely, AUTH_TRUST_HOST=true.',
  )
}
