import type { Base, Context } from '../contract.ts'

const LONGEST_URL = 2048
/** Browsers read a backslash as a slash and drop control characters: what looks like a path could become a host. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const DECEPTIVE = /[\u0000-\u0020\u007f\\]/

/**
 * Where to go after signing in or out: what was asked for, if the application allows it, else the start page.
 * By default a path or a URL of our own origin is allowed; the `redirect` callback may allow more. Never throws for a bad target.
 */
export async function acceptCallbackUrl(ctx: Context, candidate: unknown): Promise<string> {
  const { origin, home } = ctx.base
  const url = typeof candidate === 'string' ? webUrl(candidate, origin) : undefined
  if (url === undefined) return home
  const { redirect } = ctx.auth.callbacks
  if (redirect === undefined)
    return url.origin === origin && !isEndpointWithEffect(ctx, url) ? url.href : home
  return ownTarget(await redirect({ url: candidate as string, baseUrl: origin }), ctx.base)
}

/** One of our own doors behind which something happens: nobody is led from one to the next. */
function isEndpointWithEffect({ base }: Context, { pathname }: URL): boolean {
  // As a path is read: of several slashes in a row one counts.
  const path = pathname.replaceAll(/\/{2,}/g, '/')
  return ['callback', 'signout'].some((action) => path.startsWith(`${base.path}/${action}`))
}

/** A target that the application's own code chose: absolute, http(s), fit for a header; else the start page. */
export function ownTarget(target: unknown, { origin, home }: Base): string {
  return (typeof target === 'string' ? webUrl(target, origin)?.href : undefined) ?? home
}

function webUrl(target: string, origin: string): URL | undefined {
  if (target.length > LONGEST_URL || DECEPTIVE.test(target) || !URL.canParse(target, origin)) return undefined
  const url = new URL(target, origin)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // As it will be sent: of letters that are no ASCII each byte takes three characters.
  const isShort = url.href.length <= LONGEST_URL
  return isWeb && isShort && url.username === '' && url.password === '' ? url : undefined
}
