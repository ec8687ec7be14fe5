import type { SessionContext } from '../../contract/context.ts'
import { expireChunked } from '../../http/cookies/write-chunks.ts'

/** Returns this browser's session token. */
export function readSessionToken(ctx: SessionContext): string | undefined {
  return ctx.cookies.get(ctx.base.cookies.sessionToken.name)
}

/** Writes the token into this browser's cookie. */
export function write(ctx: SessionContext, token: string, expires: Date): void {
  const { name, options } = ctx.base.cookies.sessionToken
  // Removes the chunks of an earlier, larger session.
  expireCookie(ctx)
  ctx.cookies.set({ name, value: token, options: { ...options, expires } })
}

/** Removes the cookie. */
export function expireCookie(ctx: SessionContext): void {
  expireChunked(ctx.cookies, ctx.base.cookies.sessionToken)
}
