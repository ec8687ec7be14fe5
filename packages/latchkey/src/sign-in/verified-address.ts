/**
 * Returns whether a user's e-mail address is verified. Some adapters return `undefined` for `null`.
 * Other software writes 0 or `false` for an unverified address, which an adapter may return as a
 * date or a text.
 */
export function hasVerifiedAddress(user: object): boolean {
  const { emailVerified } = user as { readonly emailVerified?: unknown }
  return Boolean(emailVerified) && emailVerified !== 'false' && Number(emailVerified) !== 0
}
