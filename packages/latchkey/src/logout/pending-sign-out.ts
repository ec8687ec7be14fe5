import type { Context } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import { ProviderSignOutError } from '../errors/provider.ts'
import { UnknownProvider } from '../errors/request.ts'
import { quoteError } from '../oauth/failures/quote.ts'
import { acceptCallbackUrl } from '../security/callback-url.ts'
import { forgetSealed, readSealed } from '../security/transaction-cookie.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'

/** How long a user may take at the provider. */
export const LIFETIME_SECONDS: number = 15 * 60

/** What the browser keeps until the provider sends it back. */
export interface PendingSignOut {
  /** The provider's id. Only a sign-out has this member. */
  readonly signedOutAt: string
  /** Validated at the sign-out. */
  readonly callbackUrl: string
}

/**
 * Returns the cookie's key: a sign-in's `state` has another one.
 *
 * @param state not set if the request had none, which the provider could not return: this browser's
 *   latest sign-out then counts
 */
export function cookieKey({ id }: ResolvedOAuthProvider, state: string | undefined): string {
  return state ? `signout:${state}` : `signout-at:${id}`
}

/**
 * Returns where a user goes after the return from the provider: the sign-out's callback URL, once;
 * the home page if this browser did not start that sign-out. Another site can lead the user to a
 * return without `state`, but never to a URL of its choice.
 *
 * Uses up only the cookie, not the `state` in the store: a copy of both leads to a URL that this
 * user may open, nothing changes, and a store outage stops no return.
 *
 * @throws {UnknownProvider} if users cannot sign out at the provider
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RedirectionAfterLogout
 */
export async function targetAfterReturn(ctx: Context): Promise<string> {
  const { auth, provider, query } = ctx
  if (!isOAuthProvider(provider))
    throw new UnknownProvider('Users cannot sign out at the provider in the path.')
  const [state, ...others] = query.getAll('state')
  const key = cookieKey(provider, state)
  const pending =
    others.length > 0 ? undefined : ((await readSealed(ctx, key)) as Partial<PendingSignOut> | undefined)
  if (pending?.signedOutAt !== provider.id || pending.callbackUrl === undefined) {
    auth.logger.debug('unknown return from a sign-out', { provider: provider.id })
    return acceptCallbackUrl(ctx, undefined)
  }
  await forgetSealed(ctx, key)
  if (query.has('error')) auth.logger.error(reportedError(provider, query))
  return pending.callbackUrl
}

function reportedError({ id }: ResolvedOAuthProvider, query: URLSearchParams): ProviderSignOutError {
  const quoted = quoteError({ error: query.get('error'), error_description: query.get('error_description') })
  return new ProviderSignOutError(
    `The user may stay signed in at the provider "${id}": it returned ${quoted}.`,
    { provider: id },
  )
}
