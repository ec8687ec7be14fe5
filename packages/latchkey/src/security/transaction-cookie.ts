import type { Context } from '../contract/context.ts'
import { toBase64url } from '../crypto/base64url.ts'
import { sha256 } from '../crypto/digest.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import { cookieLength, roomFor } from '../http/cookies/room.ts'
import type { CookieAttributes } from '../types/cookies.ts'

/** Maximum number of sign-ins in progress in one browser. A new one replaces the oldest. */
const MAX_TRANSACTIONS = 5
/**
 * Maximum size of all these cookies, in bytes. Together with the callback URL and CSRF token
 * cookies, they stay below 8 KB: servers reject requests with longer headers, often from 16 KB on.
 */
const MAX_BYTES = 4800
/**
 * Maximum number of cookies that one response expires. Proxies reject responses with long headers.
 */
const MAX_EXPIRED = 20
/** The part after the dot, as `cookieName` builds it. Other names may not be valid in a header. */
const KEY_HASH = /^[\w-]{16}$/

/** A cookie that is sealed for one purpose cannot be used for another. */
const PURPOSES = ['transaction', 'webauthnChallenge'] as const
type Purpose = (typeof PURPOSES)[number]

/**
 * Stores the data that a sign-in's callback is checked against in an encrypted cookie. Every
 * sign-in has its own cookie, so that two tabs do not interfere with each other.
 *
 * @param key value that the callback will contain, such as `state`; it identifies the cookie
 * @param lifetime lifetime in seconds
 * @returns the cookie's name
 */
export async function rememberSealed(
  ctx: Context,
  key: string,
  claims: object,
  lifetime: number,
  attributes: CookieAttributes = {},
  purpose: Purpose = 'transaction',
): Promise<string> {
  const { token } = await seal(claims, sealingKeys(ctx, purpose), lifetime, ctx.auth.now())
  const { options } = ctx.base.cookies[purpose]
  const name = await cookieName(ctx, key, purpose)
  await makeRoom(ctx, { name, purpose, bytes: cookieLength(name, token) })
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

/** Expires a key's cookie. */
export async function forgetSealed(
  ctx: Context,
  key: string,
  purpose: Purpose = 'transaction',
): Promise<void> {
  const name = await cookieName(ctx, key, purpose)
  if (ctx.cookies.get(name) !== undefined) ctx.cookies.expire({ ...ctx.base.cookies[purpose], name })
}

interface PendingCookie {
  readonly name: string
  readonly purpose: Purpose
  readonly bytes: number
}

/**
 * Expires invalid or expired cookies, and the oldest ones if there are too many or if they are too
 * long together.
 */
async function makeRoom(ctx: Context, added: PendingCookie): Promise<void> {
  const others = (await pendingCookies(ctx)).filter(({ name }) => name !== added.name)
  const room = roomFor(ctx.cookies, (name) => findPurpose(ctx, name) !== undefined)
  const kept: PendingCookie[] = [added]
  const stale = others.filter((cookie) => {
    const ofPurpose = kept.filter(({ purpose }) => purpose === cookie.purpose)
    const bytes = kept.reduce((sum, one) => sum + one.bytes, cookie.bytes)
    const fits =
      cookie.issuedAt > 0 && ofPurpose.length < MAX_TRANSACTIONS && bytes <= Math.min(MAX_BYTES, room)
    if (fits) kept.push(cookie)
    return !fits
  })
  for (const { name, purpose } of stale.slice(-MAX_EXPIRED))
    ctx.cookies.expire({ ...ctx.base.cookies[purpose], name })
}

/** Returns the cookies of all purposes, the newest first. `issuedAt` is 0 for an invalid one. */
async function pendingCookies(ctx: Context): Promise<(PendingCookie & { readonly issuedAt: number })[]> {
  const pending: (PendingCookie & { readonly issuedAt: number })[] = []
  for (const name of ctx.cookies.names()) {
    const purpose = findPurpose(ctx, name)
    if (purpose === undefined) continue
    const value = ctx.cookies.get(name) ?? ''
    const unsealed = await unseal(value, sealingKeys(ctx, purpose), ctx.auth.now())
    pending.push({ name, purpose, bytes: cookieLength(name, value), issuedAt: unsealed?.issuedAt ?? 0 })
  }
  // Browsers send older cookies first, which decides between two cookies from the same second.
  return pending.reverse().sort((a, b) => b.issuedAt - a.issuedAt)
}

function findPurpose({ base }: Context, name: string): Purpose | undefined {
  return PURPOSES.find((purpose) => {
    const start = `${base.cookies[purpose].name}.`
    return name.startsWith(start) && KEY_HASH.test(name.slice(start.length))
  })
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
