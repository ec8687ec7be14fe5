import type { Context } from '../contract/context.ts'
import { OAuthCallbackError } from '../errors/sign-in.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import type { Profile } from '../types/user.ts'

const COOKIE = 'recent-sign-in'
/** How long a browser may take to choose a provider, in seconds. */
const LIFETIME = 15 * 60

/**
 * Remembers in this browser that the next sign-in has to be recent at the provider, too.
 *
 * @param within how many seconds ago, at most
 */
export async function askForRecent(ctx: Context, within: number): Promise<void> {
  await rememberSealed(ctx, COOKIE, { within }, LIFETIME)
}

/** Returns how many seconds ago the user may have signed in at the provider. Only OpenID Connect knows it. */
export async function readWithin(ctx: Context<ResolvedOAuthProvider>): Promise<number | undefined> {
  if (!ctx.auth.session.keepsFacts || ctx.provider.type !== 'oidc') return undefined
  const within = (await readSealed(ctx, COOKIE))?.within
  return typeof within === 'number' ? within : undefined
}

/**
 * Returns the `max_age` of the request: half of the time, so that the other half is left for what the
 * user wanted to do.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest
 */
export function maxAgeFor(within: number): string {
  return String(Math.floor(within / 2))
}

/**
 * Returns when the user signed in at the provider, if the ID token says so.
 *
 * @param within how many seconds ago, at most. `undefined`: the sign-in here counts
 * @returns seconds since 1970
 * @throws {OAuthCallbackError} if it was too long ago: the provider did not ask the user again
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation item 11
 */
export async function readAuthTime(
  ctx: Context<ResolvedOAuthProvider>,
  within: number | undefined,
  claims: Profile | undefined,
): Promise<number | undefined> {
  const { auth, provider } = ctx
  if (within === undefined) return undefined
  await forgetSealed(ctx, COOKIE)
  const authTime: unknown = claims?.auth_time
  if (typeof authTime !== 'number') return undefined
  const now = Math.floor(auth.now() / 1000)
  if (now - authTime <= within) return Math.min(now, authTime)
  throw new OAuthCallbackError(
    `"${provider.id}" was asked for a sign-in within ${within} seconds, but its ID token says that the ` +
      `user signed in ${now - authTime} seconds ago (\`auth_time\`). Let the user sign out there first, ` +
      'or confirm with a second factor instead.',
    { provider: provider.id },
  )
}
