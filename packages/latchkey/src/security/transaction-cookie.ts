import type { Context } from '../contract/context.ts'
import { toBase64url } from '../crypto/base64url.ts'
import { sha256 } from '../crypto/digest.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import type { CookieAttributes } from '../types/cookies.ts'

/** Sign-ins that one browser may have under way; the oldest makes room. */
const MAX_TRANSACTIONS = 5
/** Cookies that one answer makes a browser forget; with many more its headers would not pass a proxy. */
const MAX_EXPIRED = 20
/** What `cookieName` puts behind the dot. Of any other name nobody knows whether it can be written. */
const KEY_HASH = /^[\w-]{16}$/

/** What is sealed for one purpose is of no use for another. */
type Purpose = 'transaction' | 'webauthnChallenge'

/**
 * Seals what a sign-in under way has to be checked against into a cookie of its own, so that two tabs do not disturb each other.
 *
 * @param key what the answer will carry; the cookie is found by it
 * @param lifetime seconds
 */
export async function rememberSealed(
  ctx: Context,
  key: string,
  claims: object,
  lifetime: number,
  more: CookieAttributes = {},
  purpose: Purpose = 'transaction',
): Promise<void> {
  await makeRoom(ctx, purpose)
  const { token } = await seal(claims, sealingKeys(ctx, purpose), lifetime, ctx.auth.now())
  const { options } = ctx.base.cookies[purpose]
  const name = await cookieName(ctx, key, purpose)
  ctx.cookies.set({ name, value: token, options: { ...options, ...more, maxAge: lifetime } })
  ctx.auth.logger.debug('cookie_set', { name })
}

/** What was sealed for a key in this browser, if its time is not over. */
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

/** Makes the browser forget what was sealed for a key. */
export async function forgetSealed(
  ctx: Context,
  key: string,
  purpose: Purpose = 'transaction',
): Promise<void> {
  const name = await cookieName(ctx, key, purpose)
  if (ctx.cookies.get(name) !== undefined) ctx.cookies.expire({ ...ctx.base.cookies[purpose], name })
}

/** Expires what nobody will come back for: broken and old cookies, and the oldest when there are too many. */
async function makeRoom(ctx: Context, purpose: Purpose): Promise<void> {
  const definition = ctx.base.cookies[purpose]
  const underWay: { name: string; issuedAt: number }[] = []
  for (const name of ctx.cookies.names()) {
    if (!name.startsWith(`${definition.name}.`) || !KEY_HASH.test(name.slice(definition.name.length + 1)))
      continue
    const unsealed = await unseal(ctx.cookies.get(name) ?? '', sealingKeys(ctx, purpose), ctx.auth.now())
    underWay.push({ name, issuedAt: unsealed?.issuedAt ?? 0 })
  }
  // Browsers send older cookies first; that decides between two of the same second.
  const newestFirst = underWay.reverse().sort((a, b) => b.issuedAt - a.issuedAt)
  const stale = newestFirst.filter(({ issuedAt }, index) => issuedAt === 0 || index >= MAX_TRANSACTIONS - 1)
  for (const { name } of stale.slice(-MAX_EXPIRED)) ctx.cookies.expire({ ...definition, name })
}

/** The name tells which key it belongs to, without telling the key. */
async function cookieName(ctx: Context, key: string, purpose: Purpose): Promise<string> {
  return `${ctx.base.cookies[purpose].name}.${toBase64url(await sha256(key)).slice(0, 16)}`
}

function sealingKeys(
  { auth, base }: Context,
  purpose: Purpose,
): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: base.cookies[purpose].name }
}
