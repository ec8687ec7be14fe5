import type { Context } from '../contract/context.ts'
import { toBase64url } from '../crypto/base64url.ts'
import { sha256 } from '../crypto/digest.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import type { CookieAttributes } from '../types/cookies.ts'

/** Maximum number of sign-ins in progress in one browser. A new one replaces the oldest. */
const MAX_TRANSACTIONS = 5
/**
 * Maximum number of cookies that one response expires. Proxies reject responses with long headers.
 */
const MAX_EXPIRED = 20
/** The part after the dot, as `cookieName` builds it. Other names may not be valid in a header. */
const KEY_HASH = /^[\w-]{16}$/

/** A cookie that is sealed for one purpose cannot be used for another. */
type Purpose = 'transaction' | 'webauthnChallenge'

/**
 * Stores the data that the callback of a sign-in is checked against in an encrypted cookie. Every
 * sign-in has its own cookie, so that two tabs do not interfere with each other.
 *
 * @param key value that the callback will contain, such as `state`; it identifies the cookie
 * @param lifetime lifetime in seconds
 * @returns the name of the cookie
 */
export async function rememberSealed(
  ctx: Context,
  key: string,
  claims: object,
  lifetime: number,
  attributes: CookieAttributes = {},
  purpose: Purpose = 'transaction',
): Promise<string> {
  await expireOldCookies(ctx, purpose)
  const { token } = await seal(claims, sealingKeys(ctx, purpose), lifetime, ctx.auth.now())
  const { options } = ctx.base.cookies[purpose]
  const name = await cookieName(ctx, key, purpose)
  ctx.cookies.set({ name, value: token, options: { ...options, ...attributes, maxAge: lifetime } })
  ctx.auth.logger.debug('cookie_set', { name })
  return name
}

/**
 * Returns the data that this browser stores for a key, or `undefined` if there is none or it has
 * expired.
 */
export async function readSealed(
  ctx: Context,
  key: string,
  purpose: Purpose = 'transaction',
): Promise<Record<string, unknown> | undefined> {
  const name = await cookieName(ctx, key, purpose)
  const sealed = ctx.cookies.get(name)
  ctx.auth.logger.debug('cookie_read', { name, isThere: sealed !== undefined })
  return sealed === undefined
    ? undefined
    : (await unseal(sealed, sealingKeys(ctx, purpose), ctx.auth.now()))?.claims
}

/** Expires the cookie of a key. */
export async function forgetSealed(
  ctx: Context,
  key: string,
  purpose: Purpose = 'transaction',
): Promise<void> {
  const name = await cookieName(ctx, key, purpose)
  if (ctx.cookies.get(name) !== undefined) ctx.cookies.expire({ ...ctx.base.cookies[purpose], name })
}

/** Expires cookies that are invalid or expired, and the oldest ones if there are too many. */
async function expireOldCookies(ctx: Context, purpose: Purpose): Promise<void> {
  const definition = ctx.base.cookies[purpose]
  const pending: { name: string; issuedAt: number }[] = []
  for (const name of ctx.cookies.names()) {
    if (!name.startsWith(`${definition.name}.`) || !KEY_HASH.test(name.slice(definition.name.length + 1)))
      continue
    const unsealed = await unseal(ctx.cookies.get(name) ?? '', sealingKeys(ctx, purpose), ctx.auth.now())
    pending.push({ name, issuedAt: unsealed?.issuedAt ?? 0 })
  }
  // Browsers send older cookies first, which decides between two cookies of the same second.
  const newestFirst = pending.reverse().sort((a, b) => b.issuedAt - a.issuedAt)
  const stale = newestFirst.filter(({ issuedAt }, index) => issuedAt === 0 || index >= MAX_TRANSACTIONS - 1)
  for (const { name } of stale.slice(-MAX_EXPIRED)) ctx.cookies.expire({ ...definition, name })
}

/** Returns the cookie name for a key. It contains a hash of the key, not the key itself. */
async function cookieName(ctx: Context, key: string, purpose: Purpose): Promise<string> {
  return `${ctx.base.cookies[purpose].name}.${toBase64url(await sha256(key)).slice(0, 16)}`
}

function sealingKeys(
  { auth, base }: Context,
  purpose: Purpose,
): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: base.cookies[purpose].name }
}
