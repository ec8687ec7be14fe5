import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { UntrustedHost } from '../errors/configuration.ts'
import { BadRequest } from '../errors/request.ts'
import { HOST, isLoopback, originOf } from '../http/public-base.ts'
import type { HeaderReader } from '../types/basics.ts'

/** Returns the error for a request whose address cannot be trusted. */
export function hostError({ auth, headers, url }: AuthRequest): AuthError {
  if (isHostMalformed(auth, headers))
    return new BadRequest(
      '`Host`, `X-Forwarded-Host` or `X-Forwarded-Proto` is not valid. ' +
        'Configure the proxy to send one host, and `http` or `https`.',
    )
  const forwarded = auth.hostTrust.headers === 'forwarded' ? headers.get('x-forwarded-host') : null
  const host = forwarded ?? headers.get('host') ?? url?.host ?? ''
  const shown = originOf('https', host) === undefined ? 'of the request' : `"${host}"`
  if (auth.trustedHosts)
    return new UntrustedHost(
      `The host ${shown} is not in \`trustedHosts\`. Add it there if the application is served from it.`,
    )
  return new UntrustedHost(`The host ${shown} is not trusted. ${hostAdvice(auth, host)}`)
}

/** A production build on the developer's own machine is the usual case of a loopback host. */
function hostAdvice({ isProduction, hostTrust }: ResolvedAuth, host: string): string {
  if (hostTrust.headers === 'loopback')
    return (
      'Unless NODE_ENV is "development", only hosts of this machine such as localhost are trusted. ' +
      'In development, set NODE_ENV=development. ' +
      'In production, set AUTH_URL to the public address, such as AUTH_URL=https://app.example.com'
    )
  const origin = isLoopback(host) ? originOf('http', host) : undefined
  return origin === undefined
    ? 'Set AUTH_URL to the public address of the application, such as AUTH_URL=https://app.example.com. ' +
        'Behind a proxy that sets the host, you can set AUTH_TRUST_HOST=true instead.'
    : `${isProduction ? 'In production, no host is trusted by default. ' : ''}` +
        `To run the application on this machine, set AUTH_URL=${origin}`
}

/**
 * Returns whether the headers contain a malformed host or protocol. In that case the request is
 * invalid, not the configuration.
 */
export function isHostMalformed(auth: ResolvedAuth, headers: HeaderReader): boolean {
  if (auth.hostTrust.headers === 'none') return false
  const forwarded = auth.hostTrust.headers === 'forwarded' ? headers : undefined
  const host = forwarded?.get('x-forwarded-host') ?? headers.get('host')
  const protocol = forwarded?.get('x-forwarded-proto') ?? null
  if (protocol !== null && protocol !== 'https' && protocol !== 'http') return true
  return host !== null && !(HOST.test(host) && URL.canParse(`https://${host}`))
}
