/**
 * OpenID Connect allows 255 characters, other providers a few more. A longer id may not fit into a
 * database.
 */
const MAX_ID_LENGTH = 1024

/**
 * Returns the id of an account as a string, or `undefined` if it cannot identify the account:
 * missing, empty, too long, or a number that is not a safe integer. Two accounts could have the
 * same rounded number.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken `sub`
 */
export function accountId(id: unknown): string | undefined {
  if (typeof id === 'string') return id !== '' && id.length <= MAX_ID_LENGTH ? id : undefined
  return Number.isSafeInteger(id) ? String(id) : undefined
}
