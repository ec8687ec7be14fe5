import { sessionCookieName } from '../config/cookies.ts'
import { processEnvironment, readCookiePrefix } from '../config/env.ts'
import type { CookieJar } from '../contract/cookie-jar.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import { asError } from '../errors/auth-error.ts'
import { JWTSessionError } from '../errors/session.ts'
import { hasChunked, readChunked } from '../http/cookies/chunks.ts'
import { readCookieHeader } from '../http/cookies/header.ts'
import { createCookieJar } from '../http/cookies/jar.ts'
import { isValidAt } from '../sessions/ending/check-token.ts'
import { requireSecrets } from '../sessions/jwt/required-secrets.ts'
import type { LoggerInstance } from '../types/config.ts'
import type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from '../types/jwt-options.ts'
import type { JWT } from '../types/session.ts'
import type { Store } from '../types/store.ts'

export { oneTimeTokens } from '../sessions/one-time/tokens.ts'
export type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from '../types/jwt-options.ts'
export type { OneTimeToken, OneTimeTokens, OneTimeTokensOptions } from '../types/one-time-tokens.ts'
export type { DefaultJWT, JWT } from '../types/session.ts'

const THIRTY_DAYS = 30 * 24 * 60 * 60

/**
 * Encrypts claims in the format of Latchkey's session tokens: a compact JWE (`dir`, A256CBC-HS512)
 * with a new `iat` and `exp`, and a new `jti` unless the claims contain one. The `jti` identifies a
 * session, even after its token was renewed, so that the session can be revoked.
 *
 * @throws {MissingSecret} when `secret` is empty
 * @example
 * ```ts
 * import { encode } from 'latchkey/jwt'
 *
 * const secret = process.env.AUTH_SECRET ?? ''
 * const token = await encode({ token: { sub: 'ann' }, secret, salt: 'invitation', maxAge: 3600 })
 * ```
 */
export async function encode<Payload extends object = JWT>({
  token = {} as Payload,
  secret,
  salt,
  maxAge = THIRTY_DAYS,
}: JWTEncodeParams<Payload>): Promise<string> {
  const { jti: id } = token as { jti?: unknown }
  const jti = typeof id === 'string' ? id : undefined
  const sealed = await seal(token, { secrets: requireSecrets(secret), salt }, maxAge, Date.now(), jti)
  return sealed.token
}

/**
 * Decrypts a token from `encode` or Auth.js that was encrypted with one of the given secrets and
 * the same salt. Returns its claims, or `null` without a token. `Payload` is the type that you
 * expect for the claims. It is not checked.
 *
 * @throws {JWTSessionError} when the token is invalid, was modified, was encrypted with another
 *   secret or salt, or expired more than 15 seconds ago
 * @throws {MissingSecret} when `secret` is empty
 * @example
 * ```ts
 * import { decode } from 'latchkey/jwt'
 *
 * declare const token: string
 *
 * const secret = process.env.AUTH_SECRET ?? ''
 * const claims = await decode({ token, secret, salt: 'invitations' })
 * ```
 */
export async function decode<Payload = JWT>({
  token,
  secret,
  salt,
}: JWTDecodeParams): Promise<Payload | null> {
  if (!token) return null
  const unsealed = await unseal(token, { secrets: requireSecrets(secret), salt }, Date.now())
  if (unsealed !== undefined) return unsealed.claims as Payload
  throw new JWTSessionError(
    'The token has expired, was modified, or was encrypted with another secret or salt.',
  )
}

/** The headers of a `Request`, or the headers object of a Node.js server. */
export type RequestHeaders = HeaderGetter | Readonly<Record<string, string | readonly string[] | undefined>>

interface HeaderGetter {
  get(name: string): string | null
}

/** Parameters of `getToken`: where to find a token, and how to decode it. */
export interface GetTokenParams<R extends boolean = false> {
  /** A `Request`, or any object with `headers`. */
  req: { readonly headers: RequestHeaders }
  /** The configuration's secret. Required; `undefined` is allowed only for `process.env`. */
  secret: string | string[] | undefined
  /**
   * Set to `true` if the application uses HTTPS: its cookies are then named `__Secure-…`. Default:
   * `false`.
   */
  secureCookie?: boolean
  /**
   * Cookie name. Default: `<cookiePrefix>.session-token`, prefixed with `__Secure-` if
   * `secureCookie` is set.
   */
  cookieName?: string
  /**
   * As in the configuration. Ignored if `cookieName` is set. Default: `AUTH_COOKIE_PREFIX`; else
   * `latchkey`, or `authjs` for a request that has no cookie of Latchkey.
   */
  cookiePrefix?: string
  /** The token's salt. Default: the cookie name. */
  salt?: string
  /** `true` returns the token without decoding or verifying it. Default: `false`. */
  raw?: R
  /**
   * The application's origin. Rejects tokens that Latchkey issued for another origin, for example
   * for a preview with the same secret. Default: any origin.
   */
  origin?: string
  /**
   * The configuration's `store`, which knows the ended sessions. Rejects their tokens, tokens that
   * you issued to a user whose sessions were revoked, and tokens that are older than 400 days.
   * Default: none, so a token is valid until it expires.
   */
  store?: Pick<Store, 'get'>
  /** The same function as `jwt.decode` in the configuration. */
  decode?: JWTOptions['decode']
  /** Receives an error for each token that cannot be decoded. */
  logger?: Partial<LoggerInstance>
}

/**
 * Returns the claims in a request's session token, from its cookie or from the header
 * `Authorization: Bearer <percent-encoded token>`. Returns `null` if the token is missing or
 * invalid. Runs no callbacks, sets no cookies and does not query a database, so it does not find
 * database sessions. No other Latchkey function accepts a bearer token.
 *
 * Without `store`, it also returns an ended session's token: it accepts a signed-out cookie's copy
 * until it expires.
 *
 * Without `cookieName`, `cookiePrefix` and `AUTH_COOKIE_PREFIX`, it reads the Auth.js cookie if the
 * request has no Latchkey cookie. The salt is the name of the cookie that it reads.
 *
 * @throws {MissingSecret} when `secret` is not set
 * @throws {StoreError} when the store fails
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
  const { req, secret, logger, decode: read = decode } = params
  if (!req?.headers) throw new TypeError('`req` is not set. Call `getToken({ req, secret })`.')
  const cookies = createCookieJar(readCookieHeader(readHeader(req.headers, 'cookie')))
  const cookieName = params.cookieName ?? findName(cookies, params)
  const token = readChunked(cookies, cookieName) || readBearer(readHeader(req.headers, 'authorization') ?? '')
  if (token === undefined || params.raw) return token ?? null
  const secrets = requireSecrets(secret)
  let claims: JWT | null
  try {
    claims = await read({
      token,
      secret: typeof secret === 'string' ? secret : secrets,
      salt: params.salt ?? cookieName,
    })
  } catch (error) {
    logger?.error?.(asError(error))
    return null
  }
  const { origin, store } = params
  if (claims === null || (origin === undefined && store === undefined)) return claims
  return (await isValidAt(claims, { origin, store })) ? claims : null
}

/**
 * Returns the name of the session cookie. An application that moved may set its prefix only in the
 * configuration. Any cookie with the default name takes precedence, even an invalid one: a cookie
 * that was left behind must not replace it.
 */
function findName(cookies: CookieJar, { cookiePrefix, secureCookie }: GetTokenParams<boolean>): string {
  const prefix = cookiePrefix ?? readCookiePrefix(processEnvironment())
  const name = sessionCookieName(prefix, secureCookie)
  const moved = sessionCookieName('authjs', secureCookie)
  return prefix === undefined && !hasChunked(cookies, name) && hasChunked(cookies, moved) ? moved : name
}

/** Returns a header's bearer token. @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
function readBearer(authorization: string): string | undefined {
  const [, encoded = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
  try {
    return decodeURIComponent(encoded) || undefined
  } catch {
    return undefined
  }
}

function readHeader(headers: RequestHeaders, name: string): string | null {
  if (isGetter(headers)) return headers.get(name)
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : null
}

/** Does not use `instanceof`: another realm's or a framework's `Headers` are another class. */
function isGetter(headers: RequestHeaders): headers is HeaderGetter {
  return typeof headers.get === 'function'
}
