import type { AuthRequest, ResolvedAuth } from '../contract/context.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { UntrustedHost } from '../errors/configuration.ts'
import { BadRequest, UnknownProvider } from '../errors/request.ts'
import { buildOrigin, HOST, isLoopback } from '../http/public-base.ts'
import type { HeaderReader } from '../types/basics.ts'

const MAX_HEADER_QUOTE_LENGTH = 100

/** Returns the error for a request whose address cannot be trusted. */
export function hostError({ auth, headers, url }: AuthRequest): AuthError {
  const malformed = malformedHeader(auth, headers)
  if (malformed !== undefined)
    return new BadRequest(
      `The header ${malformed} is not valid. ` +
        'Configure the proxy to send one host, and `http` or `https`.',
    )
  const forwarded = auth.hostTrust.headers === 'forwarded' ? headers.get('x-forwarded-host') : null
  const host = forwarded ?? headers.get('host') ?? url?.host ?? ''
  const shown = buildOrigin('https', host) === undefined ? 'of the request' : `"${host}"`
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
      'Unless NODE_ENV is "development", only loopback hosts such as localhost are trusted. ' +
      'In development, set NODE_ENV=development. ' +
      'In production, set AUTH_URL to the public address, such as AUTH_URL=https://app.example.com'
    )
  const origin = isLoopback(host) ? buildOrigin('http', host) : undefined
  return origin === undefined
    ? "Set AUTH_URL to the application's public address, such as AUTH_URL=https://app.example.com. " +
        'Behind a proxy that sets the host, you can set AUTH_TRUST_HOST=true instead.'
    : `${isProduction ? 'In production, no host is trusted by default. ' : ''}` +
        `To run the application on this machine, set AUTH_URL=${origin}`
}

/**
 * Returns the header whose host or protocol is malformed, with the start of its value. The request
 * is then invalid, not the configuration.
 */
export function malformedHeader({ hostTrust }: ResolvedAuth, headers: HeaderReader): string | undefined {
  if (hostTrust.headers === 'none') return undefined
  const forwarded = hostTrust.headers === 'forwarded' ? headers : undefined
  const protocol = forwarded?.get('x-forwarded-proto') ?? null
  if (protocol !== null && protocol !== 'https' && protocol !== 'http')
    return quote('X-Forwarded-Proto', protocol)
  const forwardedHost = forwarded?.get('x-forwarded-host') ?? null
  const host = forwardedHost ?? headers.get('host')
  if (host === null || (HOST.test(host) && URL.canParse(`https://${host}`))) return undefined
  return quote(forwardedHost === null ? 'Host' : 'X-Forwarded-Host', host)
}

function quote(name: string, value: string): string {
  return `\`${name}: ${JSON.stringify(value.slice(0, MAX_HEADER_QUOTE_LENGTH)).slice(1, -1)}\``
}

/** Returns the error for a path that names no provider. */
export function unknownProvider(id: string): UnknownProvider {
  return new UnknownProvider(`No provider has the id "${id.slice(0, 64)}". Use an id from \`providers\`.`)
}

/** Returns the error for a query with too many parameters. */
export function tooManyParameters(most: number): BadRequest {
  return new BadRequest(`The query has more than ${most} parameters.`)
}
