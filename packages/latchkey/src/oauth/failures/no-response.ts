import { RETRY_AFTER_SECONDS } from '../../async/bounded-call.ts'
import { asError } from '../../errors/auth-error.ts'
import { ServiceUnavailable } from '../../errors/services.ts'
import type { ResolvedOAuthProvider } from '../../types/providers/oauth.ts'

/** The codes for an address that this server cannot use. It may be an address for browsers only. */
const UNKNOWN = /^(?:ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN)$/

/** How to fix a failed request, by the platform's error code. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^(?:ECONNREFUSED|ConnectionRefused)$/, 'Nothing accepts connections there. Check host and port.'],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "The host name is not known. Check it, and this server's DNS."],
  [/^CERT_(?:NOT_YET_VALID|HAS_EXPIRED)$/, "Check this server's clock, then the certificate."],
  [
    /CERT|TLS|SSL|UNABLE_TO/,
    'This server does not trust the certificate. Fix it there, or set NODE_EXTRA_CA_CERTS to its issuer.',
  ],
  [
    /TIMEOUT|ETIMEDOUT|^TimeoutError$/,
    "Check this server's network, firewall and proxy. `timeouts.oauth` is the time limit.",
  ],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'The connection was closed. Try again, then check the network.'],
]

/**
 * Returns the error for a request to which a provider did not respond. It contains nothing that was
 * sent, and no text in which a platform could quote it.
 *
 * @param request method and URL, without the query
 * @param timeout the time limit, in seconds
 */
export function noResponse(
  { id: provider }: ResolvedOAuthProvider,
  request: string,
  thrown: unknown,
  timeout: number,
): ServiceUnavailable {
  const error = asError(thrown)
  const code = findCode(error) ?? error.name
  const reason = code === 'TimeoutError' ? `no response within ${timeout} seconds` : code
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(code)) ?? []
  const err = Object.assign(new Error(reason), { name: error.name, code })
  const otherName = UNKNOWN.test(code) && request.endsWith('/.well-known/openid-configuration')
  return new ServiceUnavailable(
    `The provider "${provider}" could not be reached. ${request}: ${reason}. ` +
      (advice ?? 'Check that this server can reach that address.') +
      (otherName ? ' If this server knows the provider by another name, set `discovery`.' : ''),
    { cause: { err, provider, request, retryAfter: RETRY_AFTER_SECONDS } },
  )
}

/** Returns an error's code, which platforms set on the error or on one of its causes. */
function findCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 3) return undefined
  const { code } = error as Error & { code?: unknown }
  if (typeof code === 'string' && /^[a-z]\w{2,50}$/i.test(code)) return code
  return findCode(error.cause, depth + 1)
}
