import type { AdapterUser } from '../types/adapter.ts'

/**
 * Returns the user with an address, among those whose address the database treats as the same. An
 * address in the same letters takes precedence over one in capital letters, which other software
 * may have stored.
 *
 * @throws {Error} if several users have the address, and none in the same letters
 */
export function userWithEmail(found: readonly AdapterUser[], email: string): AdapterUser | null {
  const exact = found.find((user) => user.email === email)
  if (exact !== undefined) return exact
  const [user = null, ...others] = found.filter(
    (each) => typeof each.email === 'string' && lowerAscii(each.email) === lowerAscii(email),
  )
  if (others.length === 0) return user
  throw new Error(
    'Several users have this e-mail address, in upper and lower case. Run `npx latchkey migrate`, which ' +
      'prints the query that lists them',
  )
}

/** Other capital letters are not ignored: "K" can be the Kelvin sign, which is another mailbox. */
function lowerAscii(address: string): string {
  return address.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
