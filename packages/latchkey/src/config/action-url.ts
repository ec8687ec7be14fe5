import { BadRequest, InvalidOption } from '../errors.ts'
import { originOf } from '../http/public-base.ts'
import type { AuthAction } from '../types/auth-action.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { AuthConfig } from '../types/config.ts'
import { pathOfUrl, trimPath } from './base-path.ts'
import { type Environment, readEnvironment } from './env.ts'
import { resolveLogger, warnOnce } from './logger.ts'

/**
 * The public URL of one of our doors, for server code that knows only headers. Where `AUTH_URL` is set it begins with that; else the headers are
 * believed, so they must come from a framework or proxy that sets them safely.
 *
 * @param protocol of the request as the framework has it, with or without `:`; counts where `X-Forwarded-Proto` is not set
 * @param config of it, `basePath` and `logger` count
 * @throws {BadRequest} when the headers name no host
 * @throws {InvalidOption} when `AUTH_URL` is no URL
 * @example
 * ```ts
 * import { createActionURL } from 'latchkey'
 *
 * const url = createActionURL('signin', 'https', new Headers({ host: 'app.example.com' }), {}, { basePath: '/auth' })
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
  const ofUrl = pathOfUrl({ url })
  const path = trimPath(config.basePath ?? '') || (ofUrl ?? '')
  if (ofUrl !== undefined && ofUrl !== path) warnOfMismatch(config)
  const origin = url === undefined ? originFrom(headers, protocol) : originOfUrl(url)
  return new URL(`${origin}${path}/${action}`)
}

function warnOfMismatch(config: Pick<AuthConfig, 'basePath' | 'logger'>): void {
  const advice =
    'AUTH_URL has another path than `basePath`; `basePath` counts. Write the same in both, or only the origin in AUTH_URL.'
  warnOnce(config, resolveLogger(config), 'env-url-basepath-mismatch', advice)
}

function originOfUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed !== null) return parsed.origin
  throw new InvalidOption(
    'AUTH_URL is no URL. Write it with its scheme, for instance https://app.example.com',
  )
}

function originFrom(headers: HeaderReader, protocol = 'https'): string {
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  const scheme = headers.get('x-forwarded-proto') ?? protocol.replace(/:$/, '')
  const origin = originOf(scheme, host)
  if (origin !== undefined) return origin
  throw new BadRequest(
    'The headers name no host, or a host or protocol that cannot be one. Set AUTH_URL to the address of the application.',
  )
}
