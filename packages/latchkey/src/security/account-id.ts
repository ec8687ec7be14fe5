/**
 * OpenID Connect allows 255 characters, other providers a few more. A longer id may not fit into a
 * database.
 */
const MAX_ID_LENGTH = 1024

/**
 * What `String()` makes of a missing or invalid value. As an id, it would give all users the same
 * account.
 */
const NO_ID = /^(?:\s*|undefined|null|NaN|\[object \w+\])$/

/**
 * Returns an account's id as a string, or `undefined` if it cannot identify the account: missing
 * (also as text), empty, too long, or a number that is not a safe integer. Two accounts could have
 * the same rounded number.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken `sub`
 */
export function accountId(id: unknown): string | undefined {
  if (typeof id === 'string') return id.length <= MAX_ID_LENGTH && !NO_ID.test(id) ? id : undefined
  return Number.isSafeInteger(id) || typeof id === 'bigint' ? accountId(String(id)) : undefined
}
