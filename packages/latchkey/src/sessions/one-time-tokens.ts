import { seal, unseal } from '../crypto/sealed.ts'
import type { Awaitable } from '../types/basics.ts'
import type { Store } from '../types/store.ts'
import { requireSecrets } from './required-secrets.ts'
import { GRACE_SECONDS, isEnded, MAX_TOKEN_AGE, userKey } from './revocation.ts'

/** Options of `oneTimeTokens`. */
export interface OneTimeTokensOptions {
  /**
   * What the tokens are for, such as `change-email`. A token for one purpose is not valid for
   * another.
   */
  readonly purpose: string
  /** Lifetime of a token in seconds; at most 34560000 (400 days). */
  readonly maxAge: number
  /** The secret of the configuration. Required; `undefined` is allowed only for `process.env`. */
  readonly secret: string | string[] | undefined
  /** The `store` of the configuration. It knows the tokens that were used, and revoked users. */
  readonly store: Store
}

/** What a valid token contains. */
export interface OneTimeToken<Data extends object> {
  /** Id of the user whom the token was created for, if any. */
  readonly userId: string | undefined
  readonly data: Data
  readonly expires: Date
}

/** Creates and checks the tokens of one purpose. `Data` is what you store in them, as JSON. */
export interface OneTimeTokens<Data extends object> {
  /**
   * Returns a new token: URL-safe text of about 300 characters. With `userId`, the token ends when
   * the sessions of this user are revoked.
   */
  create(content: { readonly userId?: string | undefined; readonly data: Data }): Promise<string>
  /**
   * Returns the content of a token, and does not use it. Returns `null` if the token is invalid,
   * has expired, was used, or if the sessions of its user were revoked since.
   */
  read(token: string | null | undefined): Promise<OneTimeToken<Data> | null>
  /**
   * Uses a token. Does the same as `read`, but only one of all calls with the same token returns
   * its content.
   */
  redeem(token: string | null | undefined): Promise<OneTimeToken<Data> | null>
}

/** A token that is valid now. */
interface ValidToken<Data extends object> extends OneTimeToken<Data> {
  /** Key in the store that is set when the token is used. */
  readonly usedKey: string
}

/**
 * Returns functions for encrypted tokens that work once, for links in e-mails and for codes: to
 * choose a password, to change an e-mail address, to accept an invitation. A token ends when it is
 * used, when it expires, and when `revokeSessions` or `removeAccess` is called for its user.
 *
 * `create`, `read` and `redeem` throw `MissingSecret` without a secret, and `StoreError` if the
 * store fails: then it is unknown whether a token is valid.
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
  const { purpose, maxAge, secret, store } = options
  const keys = (): Parameters<typeof seal>[1] => ({
    secrets: requireSecrets(secret),
    salt: `latchkey:one-time-token:${purpose}`,
  })
  const find = async (token: unknown): Promise<ValidToken<Data> | null> => {
    const found = typeof token === 'string' ? await unseal(token, keys(), Date.now()) : undefined
    if (found === undefined) return null
    const { sub, jti, data } = found.claims
    const usedKey = `latchkey:used-token:${jti}`
    const [wasUsed, wasRevoked] = await Promise.all([
      callStore('get', () => store.get(usedKey)),
      callStore('get', () => isEnded({ store }, { claims: { sub }, issuedAt: found.issuedAt })),
    ])
    if (wasUsed || wasRevoked) return null
    const userId = typeof sub === 'string' ? sub : undefined
    return { userId, data: data as Data, expires: new Date(found.expiresAt * 1000), usedKey }
  }
  return {
    create: async ({ userId, data }) => {
      const sub = userId === undefined ? undefined : String(userId)
      const now = sub === undefined ? Date.now() : await firstMomentAfterRevocation(store, sub)
      return (await seal({ sub, data }, keys(), maxAge, now)).token
    },
    read: async (token) => toContent(await find(token)),
    redeem: async (token) => {
      const found = await find(token)
      if (found === null) return null
      const seconds = Math.ceil((found.expires.getTime() - Date.now()) / 1000) + GRACE_SECONDS
      const uses = await callStore('add', () => store.add(found.usedKey, 1, seconds))
      return uses === 1 ? toContent(found) : null
    },
  }
}

function toContent<Data extends object>(found: ValidToken<Data> | null): OneTimeToken<Data> | null {
  return found && { userId: found.userId, data: found.data, expires: found.expires }
}

/**
 * Returns the time of a new token of a user. A token that is created in the second in which the
 * sessions of the user were revoked is valid.
 *
 * @returns milliseconds since 1970
 */
async function firstMomentAfterRevocation(store: Store, userId: string): Promise<number> {
  const until = await callStore('get', () => store.get(userKey(userId)))
  return Math.max(Date.now(), (Number(until ?? -1) + 1) * 1000)
}

function requireOptions({ purpose, maxAge, store }: OneTimeTokensOptions): void {
  if (typeof purpose !== 'string' || purpose === '')
    throw new TypeError('`purpose` is not set. Name what the tokens are for.')
  if (!Number.isInteger(maxAge) || maxAge < 1 || maxAge > MAX_TOKEN_AGE)
    throw new TypeError(
      `\`maxAge\` is ${maxAge}. Set it to a whole number of seconds from 1 to ${MAX_TOKEN_AGE}.`,
    )
  if (!store) throw new TypeError('`store` is not set. Pass the `store` of the configuration.')
}

/** Loaded with the first call: `getToken` shares this module, and does not need it. */
async function callStore<T>(command: keyof Store, call: () => Awaitable<T>): Promise<T> {
  return (await import('./external-store.ts')).callStore(command, call)
}
