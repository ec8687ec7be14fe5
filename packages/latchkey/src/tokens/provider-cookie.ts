import type { SessionContext } from '../contract/context.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import { readChunked } from '../http/cookies/chunks.ts'
import { MAX_COOKIE_AGE_SECONDS } from '../http/cookies/max-age.ts'
import { chunksLength, isNamedBy, roomFor } from '../http/cookies/room.ts'
import { expireChunked, writeChunked } from '../http/cookies/write-chunks.ts'
import { STORE_CLOCK_TOLERANCE_SECONDS } from '../security/store-entry.ts'
import type { TokenSet } from '../types/token-set.ts'

/**
 * The length of three cookies, for the tokens and the session together. Servers accept only 8 to 16
 * KB of headers: with more, the browser could not even sign out.
 */
const MAX_LENGTH = 3 * 3936
/** Longer than what names the provider at a sign-out, which is kept in addition to any session. */
const MIN_LENGTH = 1000

/** What a browser keeps from the provider that its user signed in with. */
export interface ProviderCookie {
  /** The session's user. In another user's session, this value is useless. */
  readonly userId: string
  readonly provider: string
  readonly providerAccountId: string
  /** The sign-in's ID token, for signing out at the provider. */
  readonly idToken?: string
  /** The tokens, if there is no database. */
  readonly tokens?: Partial<TokenSet>
  /** Identifies what the store keeps for browsers that still have the previous tokens. */
  readonly replaced?: string
}

/** Returns what this browser keeps, or `undefined`. */
export async function readProviderTokens(ctx: SessionContext): Promise<ProviderCookie | undefined> {
  const { name } = ctx.base.cookies.providerTokens
  const value = readChunked(ctx.cookies, name)
  if (!value) return undefined
  // Only `keepProviderTokens` seals for this purpose.
  return (await unseal(value, cookieKeys(ctx), ctx.auth.now()))?.claims as ProviderCookie | undefined
}

/**
 * Keeps tokens in this browser, instead of earlier ones. If they are too long for cookies, nothing
 * changes.
 *
 * @returns whether it keeps them
 */
export async function keepProviderTokens(ctx: SessionContext, kept: ProviderCookie): Promise<boolean> {
  const issuedAt = ctx.auth.now() - STORE_CLOCK_TOLERANCE_SECONDS * 1000
  const { token, expiresAt } = await seal(kept, cookieKeys(ctx), cookieLifetime(ctx.auth), issuedAt)
  const { sessionToken, providerTokens } = ctx.base.cookies
  const session = readChunked(ctx.cookies, sessionToken.name) ?? ''
  const room = roomFor(ctx.cookies, (name) => isNamedBy(providerTokens, name))
  const maxLength = Math.max(MAX_LENGTH - session.length, MIN_LENGTH)
  if (token.length > maxLength || chunksLength(providerTokens.name, token) > room) {
    ctx.auth.warnOnce(
      'provider-tokens-too-large',
      `The tokens from "${kept.provider}" and the session are too long for cookies, so not all tokens are ` +
        'kept. Pass an `adapter`, or put less into the tokens or the session.',
    )
    return false
  }
  writeChunked(ctx.cookies, providerTokens, token, new Date(expiresAt * 1000))
  return true
}

/** Returns how long a browser keeps tokens, in seconds. */
export function cookieLifetime({ session }: SessionContext['auth']): number {
  return Math.min(session.absoluteMaxAge ?? MAX_COOKIE_AGE_SECONDS, MAX_COOKIE_AGE_SECONDS)
}

/** Removes the tokens from this browser. */
export function forgetProviderTokens(ctx: SessionContext): void {
  expireChunked(ctx.cookies, ctx.base.cookies.providerTokens)
}

function cookieKeys({ auth, base }: SessionContext): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: base.cookies.providerTokens.name }
}
