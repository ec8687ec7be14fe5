import type { SessionContext } from '../../contract/context.ts'

/** Distinguishes Latchkey's `aud` from one that the application writes into its tokens. */
const SCHEME = 'latchkey:'

/**
 * Returns a session token's `aud`: the origin that it is issued for. If the origin is pinned, a
 * token for another one is rejected, so that a preview's session with the same secret is not valid
 * in production.
 *
 * Returns `undefined` if a cookie domain makes several origins share the cookie, if tokens have the
 * application's own format, and if the application writes its own `aud`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7519#section-4.1.3
 */
export function audienceFor({ auth, base }: SessionContext, aud: unknown): string | undefined {
  if (auth.sessionCodec.isCustom || base.cookies.sessionToken.options.domain !== undefined) return undefined
  return aud === undefined || isOrigin(aud) ? SCHEME + base.origin : undefined
}

/** Returns whether a token may be used at this origin. A token that names no origin may. */
export function isForOrigin(ctx: SessionContext, aud: unknown): boolean {
  if (aud === undefined || ctx.auth.pinnedOrigin === undefined || !isOrigin(aud)) return true
  const { origin } = ctx.base
  // Not compared with a new text on each session check.
  if (aud.length === SCHEME.length + origin.length && aud.endsWith(origin)) return true
  return audienceFor(ctx, aud) === undefined
}

/** Returns whether an `aud` names a URL's origin. */
export function namesOrigin(aud: string, url: string): boolean {
  return aud === SCHEME + new URL(url).origin
}

/** Returns whether Latchkey wrote this `aud`. */
export function isOrigin(aud: unknown): aud is string {
  return typeof aud === 'string' && aud.startsWith(SCHEME)
}
