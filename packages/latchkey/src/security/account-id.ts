/** OpenID Connect allows 255 characters; others a little more. What is longer is no id, and would not fit into a database. */
const MAX_ID_LENGTH = 1024

/**
 * The id of an account as text; `undefined` when it is none that stays the same: missing, empty, too long, or a number that is not exact,
 * which could belong to two people.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#IDToken `sub`
 */
export function accountId(id: unknown): string | undefined {
  if (typeof id === 'string') return id !== '' && id.length <= MAX_ID_LENGTH ? id : undefined
  return Number.isSafeInteger(id) ? String(id) : undefined
}
