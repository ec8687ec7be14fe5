import { InvalidOption } from '../errors/configuration.ts'
import { BadRequest } from '../errors/request.ts'
import { buildOrigin } from '../http/public-base.ts'
import { resolveLogger, warnOnce } from '../log/logger.ts'
import type { AuthAction } from '../types/auth-action.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { AuthConfig } from '../types/config.ts'
import { trimPath, urlPath } from './base-path.ts'
import { type Environment, readEnvironment } from './env.ts'

/**
 * Returns an endpoint's public URL, for server code that has only a request's headers. The URL
 * starts with `AUTH_URL` from `env`. Without `AUTH_URL`, the headers determine the host and are
 * trusted, so they must come from a framework or proxy that sets them safely.
 *
 * @param protocol the request's protocol, with or without `:`; used if `X-Forwarded-Proto` is not
 *   set
 * @param config only `basePath` and `logger` are used
 * @throws {BadRequest} if the headers contain no valid host or protocol
 * @throws {InvalidOption} if `AUTH_URL` is not a valid URL
 * @example
 * ```ts
 * import { createActionURL } from 'latchkey'
 *
 * const headers = new Headers({ host: 'app.example.com' })
 * const url = createActionURL('signin', 'https', headers, {}, { basePath: '/auth' })
 * // https://app.example.com/auth/signin
 * ```
 */
export function createActionURL(
  action: AuthAction,
  protocol: string | undefined,
  headers: HeaderReader,
  env: object,
  config: Pick<AuthConfig, 'basePath' | 'logger'>,
): URL {
  const { url } = readEnvironment(env as Environment)
  const ofUrl = urlPath({ url })
  const path = trimPath(config.basePath ?? '') || (ofUrl ?? '')
  if (ofUrl !== undefined && ofUrl !== path) warnOfMismatch(config)
  const origin = url === undefined ? originFrom(headers, protocol) : urlOrigin(url)
  return new URL(`${origin}${path}/${action}`)
}

function warnOfMismatch(config: Pick<AuthConfig, 'basePath' | 'logger'>): void {
  const advice =
    '`AUTH_URL` and `basePath` have different paths; `basePath` takes precedence. ' +
    'Set the same path in both, or set `AUTH_URL` to the origin only.'
  warnOnce(config, resolveLogger(config), 'env-url-basepath-mismatch', advice)
}

function urlOrigin(url: string): string {
  const parsed = URL.parse(url)
  if (parsed !== null) return parsed.origin
  throw new InvalidOption(
    '`AUTH_URL` is not a valid URL. Include the scheme, for example https://app.example.com',
  )
}

function originFrom(headers: HeaderReader, protocol = 'https'): string {
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  const scheme = headers.get('x-forwarded-proto') ?? protocol.replace(/:$/, '')
  const origin = buildOrigin(scheme, host)
  if (origin !== undefined) return origin
  throw new BadRequest(
    "The headers contain no valid host or protocol. Set `AUTH_URL` to the application's URL.",
  )
}
