import { cookieDefinitions } from './config/cookies.ts'
import { seal, unseal } from './crypto/sealed.ts'
import { asError, JWTSessionError, MissingSecret } from './errors.ts'
import { readChunked } from './http/chunks.ts'
import { readCookieHeader } from './http/cookie-header.ts'
import { createCookieJar } from './http/cookie-jar.ts'
import type { LoggerInstance } from './types/config.ts'
import type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from './types/jwt-options.ts'
import type { JWT } from './types/session.ts'

export type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from './types/jwt-options.ts'
export type { DefaultJWT, JWT } from './types/session.ts'

const THIRTY_DAYS = 30 * 24 * 60 * 60

/**
 * Writes claims as the library writes a session: a compact JWE (`dir`, A256CBC-HS512) with `iat` and `exp` of its own, and a `jti` unless the
 * claims have one: by it a session is ended, also after it was written again.
 *
 * @throws {MissingSecret}
 * @example
 * ```ts
 * import { encode } from 'latchkey/jwt'
 *
 * const token = await encode({ token: { sub: 'ann' }, secret: process.env.AUTH_SECRET ?? '', salt: 'invitation', maxAge: 3600 })
 * ```
 */
export async function encode({
  token = {},
  secret,
  salt,
  maxAge = THIRTY_DAYS,
}: JWTEncodeParams): Promise<string> {
  const jti = typeof token.jti === 'string' ? token.jti : undefined
  const sealed = await seal(token, { secrets: requireSecrets(secret), salt }, maxAge, Date.now(), jti)
  return sealed.token
}

/**
 * Reads what `encode` wrote with one of these secrets and the same salt, and tokens of Auth.js. Without a token: `null`.
 *
 * @throws {JWTSessionError} when the token is foreign or broken, of another salt, or its time is over by more than 15 seconds
 * @throws {MissingSecret}
 */
export async function decode({ token, secret, salt }: JWTDecodeParams): Promise<JWT | null> {
  if (!token) return null
  const unsealed = await unseal(token, { secrets: requireSecrets(secret), salt }, Date.now())
  if (unsealed !== undefined) return unsealed.claims
  throw new JWTSessionError(
    'The token cannot be read: it is expired, was changed, or was sealed with another secret or salt.',
  )
}

/** The headers of a `Request`, or those of a Node.js server. */
export type RequestHeaders = HeaderGetter | Readonly<Record<string, string | readonly string[] | undefined>>

interface HeaderGetter {
  get(name: string): string | null
}

/** Where `getToken` finds a token, and how it reads it. */
export interface GetTokenParams<R extends boolean = false> {
  req: { readonly headers: RequestHeaders }
  /** The one of the configuration. It has to be passed; the type allows what `process.env` gives. */
  secret: string | string[] | undefined
  /** Is the application reached over HTTPS, so that its cookies are named `__Secure-…`? Default: `false`. */
  secureCookie?: boolean
  /** Default: `latchkey.session-token`, with `__Secure-` in front if `secureCookie` is set. */
  cookieName?: string
  /** As in the configuration; counts where no `cookieName` is given. Default: `latchkey`. */
  cookiePrefix?: string
  /** Default: the name of the cookie. */
  salt?: string
  /** `true`: the token as it came, unread. Nobody has checked it. */
  raw?: R
  /** As `jwt.decode` in the configuration. */
  decode?: JWTOptions['decode']
  /** Is told of tokens that cannot be read. */
  logger?: Partial<LoggerInstance>
}

/**
 * The claims of the session that a request carries, in its cookie or as `Authorization: Bearer <token>`; `null` when it carries none, or one
 * that is no good. Reads only, runs no callback, and knows nothing of sessions in a database. No other part of the library takes a bearer token.
 *
 * @throws {MissingSecret}
 * @example
 * ```ts
 * import { getToken } from 'latchkey/jwt'
 *
 * export async function GET(req: Request): Promise<Response> {
 *   const token = await getToken({ req, secret: process.env.AUTH_SECRET, secureCookie: true })
 *   return Response.json({ user: token?.sub ?? null })
 * }
 * ```
 */
export async function getToken<R extends boolean = false>(
  params: GetTokenParams<R>,
): Promise<R extends true ? string | null : JWT | null>
export async function getToken(params: GetTokenParams<boolean>): Promise<string | JWT | null> {
  const { req, secret, secureCookie = false, cookiePrefix, logger, decode: read = decode } = params
  if (!req?.headers) throw new TypeError('`getToken` got no request. Pass it: `getToken({ req, secret })`.')
  const cookieName =
    params.cookieName ?? cookieDefinitions({ providers: [], cookiePrefix }, secureCookie).sessionToken.name
  const token = tokenOf(req.headers, cookieName)
  if (token === undefined || params.raw) return token ?? null
  const secrets = requireSecrets(secret)
  try {
    return await read({
      token,
      secret: typeof secret === 'string' ? secret : secrets,
      salt: params.salt ?? cookieName,
    })
  } catch (error) {
    logger?.error?.(asError(error))
    return null
  }
}

function tokenOf(headers: RequestHeaders, cookieName: string): string | undefined {
  const cookies = createCookieJar(readCookieHeader(headerOf(headers, 'cookie')))
  return readChunked(cookies, cookieName) || bearerOf(headerOf(headers, 'authorization') ?? '')
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
function bearerOf(authorization: string): string | undefined {
  const [, encoded = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  try {
    return decodeURIComponent(encoded) || undefined
  } catch {
    return undefined
  }
}

function headerOf(headers: RequestHeaders, name: string): string | null {
  if (isGetter(headers)) return headers.get(name)
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : null
}

/** Asked by what it can do: the `Headers` of another realm or of a framework are of another class. */
function isGetter(headers: RequestHeaders): headers is HeaderGetter {
  return typeof headers.get === 'function'
}

/** @throws {MissingSecret} */
function requireSecrets(secret: string | readonly string[] = []): string[] {
  const secrets = (typeof secret === 'string' ? [secret] : secret).filter((entry) => entry !== '')
  if (secrets.length > 0) return secrets
  throw new MissingSecret(
    'There is no `secret`. Pass the one that the configuration has, usually `process.env.AUTH_SECRET`.',
  )
}
