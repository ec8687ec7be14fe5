import type { Base, Context } from '../contract/context.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import { keepCookie } from '../http/cookies/kept-cookies.ts'

/** How many seconds a sign-in page remembers where the user wanted to go. */
const LIFETIME = 60 * 60
const MAX_URL_LENGTH = 2048
/**
 * Browsers read a backslash as a slash and drop control characters: what looks like a path could
 * become a host.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const DECEPTIVE = /[\u0000-\u0020\u007f\\]/

/**
 * Returns where to go after this request: the `callbackUrl` of its form or query, otherwise the one
 * that the sign-in page was opened with. That one is sealed, so that a cookie from a neighbouring
 * host has no effect.
 */
export async function resolveCallbackUrl(ctx: Context): Promise<string> {
  return acceptCallbackUrl(ctx, requestedUrl(ctx) ?? (await rememberedUrl(ctx)))
}

/**
 * Returns the URL if the application allows it, otherwise the home page. By default, a path or a
 * URL of the application's own origin is allowed. The `redirect` callback may allow more, and
 * receives the home page if the request has no valid URL. Never throws for an invalid URL.
 */
export async function acceptCallbackUrl(ctx: Context, candidate: unknown): Promise<string> {
  const { origin, home } = ctx.base
  const url = typeof candidate === 'string' ? webUrl(candidate, origin) : undefined
  const { redirect } = ctx.auth.callbacks
  if (redirect !== undefined) {
    const requested = url === undefined ? home : (candidate as string)
    return safeUrlOrHome(await redirect({ url: requested, baseUrl: origin }), ctx.base)
  }
  return url?.origin === origin && !isEndpointWithEffect(ctx, url) ? url.href : home
}

/**
 * Remembers the URL for the steps that do not repeat it: a wrong password, the application's own
 * sign-in page.
 */
export async function rememberCallbackUrl(ctx: Context, url: string): Promise<void> {
  if (requestedUrl(ctx) === undefined) return
  const { name, options } = ctx.base.cookies.callbackUrl
  const { token } = await seal({ url }, { secrets: ctx.auth.secrets, salt: name }, LIFETIME, ctx.auth.now())
  ctx.cookies.set({ name, value: token, options })
}

/**
 * Remembers the requested URL even if the request fails: the next attempt may come from a page that
 * does not know it. The URL is then checked.
 */
export async function keepCallbackUrl(ctx: Context): Promise<void> {
  const url = requestedUrl(ctx)
  if (typeof url !== 'string' || url.length > MAX_URL_LENGTH) return
  await rememberCallbackUrl(ctx, url)
  keepCookie(ctx.cookies, ctx.base.cookies.callbackUrl.name)
}

/** Expires the cookie once the user was sent to the URL. */
export function forgetCallbackUrl(ctx: Context): void {
  const definition = ctx.base.cookies.callbackUrl
  if (ctx.cookies.get(definition.name) !== undefined) ctx.cookies.expire(definition)
}

/** The last value of a repeated parameter counts, as with form fields. */
function requestedUrl({ form, query }: Context): unknown {
  return form.callbackUrl ?? query.getAll('callbackUrl').at(-1)
}

async function rememberedUrl(ctx: Context): Promise<unknown> {
  const { name } = ctx.base.cookies.callbackUrl
  const token = ctx.cookies.get(name)
  if (token === undefined) return undefined
  const unsealed = await unseal(token, { secrets: ctx.auth.secrets, salt: name }, ctx.auth.now())
  return unsealed?.claims.url
}

/** A redirect must not lead from one endpoint that changes something to the next. */
function isEndpointWithEffect({ base }: Context, { pathname }: URL): boolean {
  // Servers read several slashes in a row as one.
  const path = pathname.replaceAll(/\/{2,}/g, '/')
  return ['callback', 'signout'].some((action) => path.startsWith(`${base.path}/${action}`))
}

/**
 * Returns the URL from the `redirect` callback if it is a valid http(s) URL that fits into a
 * header; otherwise the home page.
 */
export function safeUrlOrHome(target: unknown, { origin, home }: Base): string {
  // The home page as it is: an origin's URL would get a slash.
  if (typeof target !== 'string' || target === home) return home
  return webUrl(target, origin)?.href ?? home
}

function webUrl(target: string, origin: string): URL | undefined {
  if (target.length > MAX_URL_LENGTH || DECEPTIVE.test(target) || !URL.canParse(target, origin))
    return undefined
  const url = new URL(target, origin)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // As it is sent: each byte of a non-ASCII character takes three characters.
  const isShort = url.href.length <= MAX_URL_LENGTH
  return isWeb && isShort && url.username === '' && url.password === '' ? url : undefined
}
