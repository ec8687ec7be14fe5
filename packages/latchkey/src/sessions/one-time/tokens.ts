import { loadOnce } from '../../async/awaitable.ts'
import type { OneTimeTokens, OneTimeTokensOptions } from '../../types/one-time-tokens.ts'
import { MAX_TOKEN_AGE_SECONDS } from '../ending/revocation.ts'

/** Loaded with the first token: `getToken` shares this module, and does not need it. */
const tokens = loadOnce(() => import('./token.ts'))

/**
 * Returns functions for encrypted tokens that work once, for links in e-mails and for codes: to
 * choose a password, change an e-mail address or accept an invitation. A token ends when it is
 * used, when it expires, and when `revokeSessions` or `removeAccess` is called for its user.
 *
 * `create`, `read` and `redeem` throw `MissingSecret` without a secret, and `StoreError` if the
 * store fails: it is then unknown whether a token is valid.
 *
 * @throws {TypeError} if an option is invalid
 * @example
 * ```ts
 * import type { Store } from 'latchkey'
 * import { oneTimeTokens } from 'latchkey/jwt'
 *
 * declare const store: Store
 *
 * const invitations = oneTimeTokens<{ email: string }>({
 *   purpose: 'invitation',
 *   maxAge: 3 * 24 * 60 * 60,
 *   secret: process.env.AUTH_SECRET,
 *   store,
 * })
 *
 * const token = await invitations.create({ data: { email: 'ann@example.com' } })
 * const invitation = await invitations.redeem(token)
 * if (invitation) console.log(invitation.data.email)
 * ```
 */
export function oneTimeTokens<Data extends object>(options: OneTimeTokensOptions): OneTimeTokens<Data> {
  requireOptions(options)
  return {
    create: async (content) => (await tokens()).createToken(options, content),
    read: async (token) => (await tokens()).readToken<Data>(options, token),
    redeem: async (token) => (await tokens()).redeemToken<Data>(options, token),
  }
}

function requireOptions({ purpose, maxAge, store }: OneTimeTokensOptions): void {
  if (typeof purpose !== 'string' || purpose === '')
    throw new TypeError('`purpose` is not set. Name what the tokens are for.')
  if (!Number.isInteger(maxAge) || maxAge < 1 || maxAge > MAX_TOKEN_AGE_SECONDS)
    throw new TypeError(
      `\`maxAge\` is ${maxAge}. Set it to a whole number of seconds from 1 to ${MAX_TOKEN_AGE_SECONDS}.`,
    )
  if (!store) throw new TypeError("`store` is not set. Pass the configuration's `store`.")
}
