import type { Context } from '../contract/context.ts'
import { equalSecrets, sha256Hex } from '../crypto/digest.ts'
import type { AuthError } from '../errors/auth-error.ts'
import { InvalidCheck } from '../errors/sign-in.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import { isHeldBack, missingCookie, sentAnyCookie } from '../security/missing-cookie.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'
import type { CookieAttributes } from '../types/cookies.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { warnOfRejectedCallbackUrl } from './failures/failure.ts'
import { usesFormPost } from './form-post.ts'

/**
 * A sign-in that was started at a provider: everything that the provider's response is checked
 * against.
 */
export interface Transaction {
  readonly provider: string
  readonly state: string
  readonly codeVerifier: string
  /** Only with OpenID Connect. */
  readonly nonce?: string
  readonly redirectUri: string
  readonly callbackUrl: string
  /** The requested scopes. */
  readonly scope?: string | undefined
  /** How many seconds ago the user may have signed in at the provider, at most. */
  readonly within?: number | undefined
  /** The id of the user who was signed in when it started. */
  readonly startedBy?: string
}

/** How many seconds a user may spend at the provider. */
const LIFETIME = 15 * 60

/**
 * Stores a transaction in the browser until the provider responds.
 *
 * @param attributes for the cookie
 */
export async function remember(
  ctx: Context,
  transaction: Transaction,
  attributes: CookieAttributes,
): Promise<void> {
  // A redirect proxy's state is long, and the cookie must also hold a long callback URL.
  const sealed = { ...transaction, state: await sha256Hex(transaction.state) }
  await rememberSealed(ctx, transaction.state, sealed, LIFETIME, attributes)
}

/**
 * Returns the transaction that a response belongs to, and removes it from the browser in any case.
 *
 * @throws {InvalidCheck} if this browser has none for the response's `state`, or it belongs to
 *   another provider
 * @throws {MissingCookie} if the browser sent no cookies
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-10.12
 */
export async function take(
  ctx: Context<ResolvedOAuthProvider>,
  response: URLSearchParams,
): Promise<Transaction> {
  const provider = ctx.provider.id
  const state = response.get('state')
  if (!isPageLoad(ctx.headers))
    throw invalid(provider, 'was opened by a frame, an image or a script, not as a page')
  if (state === null) throw withoutState(ctx, response)
  // Only `remember` seals something with a `state`.
  const transaction = (await readSealed(ctx, state)) as Transaction | undefined
  await forgetSealed(ctx, state)
  if (transaction?.state === undefined) throw withoutTransaction(ctx, response)
  if (transaction.provider !== provider || !equalSecrets(transaction.state, await sha256Hex(state)))
    throw invalid(provider, 'belongs to a sign-in with another provider')
  return { ...transaction, state }
}

function withoutTransaction(ctx: Context<ResolvedOAuthProvider>, response: URLSearchParams): AuthError {
  const { provider } = ctx
  warnOfRejectedCallbackUrl(ctx, response)
  // The cookie of a sign-in whose response another site posts.
  const own: CookieAttributes = usesFormPost(provider) ? { sameSite: 'none', secure: true } : {}
  if (!sentAnyCookie(ctx) || isHeldBack(ctx, own))
    return missingCookie(
      ctx,
      'transaction',
      `A response from "${provider.id}" came without its sign-in cookie.`,
      own,
    )
  return invalid(
    provider.id,
    'belongs to no sign-in in this browser: it was already used, took longer than 15 minutes, ' +
      'or started elsewhere',
  )
}

function withoutState(ctx: Context<ResolvedOAuthProvider>, response: URLSearchParams): AuthError {
  warnOfRejectedCallbackUrl(ctx, response)
  return invalid(ctx.provider.id, 'has no `state`, so it belongs to no sign-in that started here')
}

function invalid(provider: string, what: string): InvalidCheck {
  return new InvalidCheck(`A response from "${provider}" ${what}. Start the sign-in again.`, { provider })
}

/**
 * Returns `true` for a transaction's first response. Two that arrive at the same time both find the
 * cookie.
 */
export async function isFirstResponse(ctx: Context, { state }: Transaction): Promise<boolean> {
  return takeOnce(ctx.auth, await hashedKey('transaction', state), LIFETIME)
}
