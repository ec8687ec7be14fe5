import { isPending } from '../async/awaitable.ts'
import type { AuthRequest, Context } from '../contract/context.ts'
import { type AuthError, BadRequest, UnknownProvider, UntrustedHost } from '../errors.ts'
import { noFields } from '../http/fields.ts'
import { isHostMalformed, isLoopback, originOf } from '../http/public-base.ts'
import { loadSignInMethod } from '../methods/load.ts'

/** No response of a provider and no built-in page has nearly as many. */
const MAX_PARAMETERS = 100

/**
 * Resolves everything that an endpoint needs: a valid configuration, a trusted address, the form,
 * and the provider that the path names.
 *
 * @throws {AuthError} the configuration's problem, {@link UntrustedHost}, {@link BadRequest},
 *   {@link UnknownProvider}, or what is wrong with the form
 */
export async function resolveContext(authRequest: AuthRequest): Promise<Context> {
  const { auth, base, method, query, providerId } = authRequest
  const check = auth.checkConfig()
  const { providers, problem } = isPending(check) ? await check : check
  if (problem !== undefined) throw problem
  if (base === undefined) throw hostError(authRequest)
  if (query.size > MAX_PARAMETERS)
    throw new BadRequest(`The query has more than ${MAX_PARAMETERS} parameters.`)
  const form = method === 'POST' ? await authRequest.fields() : noFields
  const provider = providerId === undefined ? undefined : providers.get(providerId)
  if (providerId !== undefined && provider === undefined)
    throw new UnknownProvider(
      `No provider has the id "${providerId.slice(0, 64)}". Use the id of one in \`providers\`.`,
    )
  const signInMethod = provider && (await loadSignInMethod(provider))
  return { ...authRequest, base, form, providers, provider, signInMethod }
}

function hostError({ auth, headers, url }: AuthRequest): AuthError {
  if (isHostMalformed(auth, headers))
    return new BadRequest(
      '`Host`, `X-Forwarded-Host` or `X-Forwarded-Proto` is not valid. ' +
        'Configure the proxy to send one host, and `http` or `https`.',
    )
  const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? url?.host ?? ''
  const shown = originOf('https', host) === undefined ? 'of the request' : `"${host}"`
  if (auth.trustedHosts)
    return new UntrustedHost(
      `The host ${shown} is not in \`trustedHosts\`. Add it there if the application is served from it.`,
    )
  return new UntrustedHost(`The host ${shown} is not trusted. ${hostAdvice(auth, host)}`)
}

/** A production build on the developer's own machine is the usual case of a loopback host. */
function hostAdvice({ isProduction }: AuthRequest['auth'], host: string): string {
  const origin = isLoopback(host) ? originOf('http', host) : undefined
  return origin === undefined
    ? 'Set AUTH_URL to the public address of the application, such as AUTH_URL=https://app.example.com. ' +
        'Behind a proxy that sets the host, you can set AUTH_TRUST_HOST=true instead.'
    : `${isProduction ? 'In production, no host is trusted by default. ' : ''}` +
        `To run the application on this machine, set AUTH_URL=${origin}`
}
