import { randomBytes, timingSafeEqual } from 'node:crypto'
import { HASH_BYTES, MAX_PASSWORD_LENGTH, SALT_BYTES, SCRYPT_COST } from '../passwords/cost.ts'
import { hashWithScrypt } from '../passwords/hash.ts'
import { inTurn } from '../passwords/in-turn.ts'
import { runScrypt, type ScryptCost } from '../passwords/scrypt.ts'

export { type Argon2Package, argon2 } from '../passwords/formats/argon2-package.ts'
export { type BcryptPackage, bcrypt } from '../passwords/formats/bcrypt.ts'
export { type FirebaseParameters, firebase } from '../passwords/formats/firebase.ts'
export type { Awaitable } from '../types/basics.ts'
export type { PasswordFormat } from '../types/passwords.ts'

/** The highest cost that is accepted in a stored hash. */
const MAX_COST = { ln: 20, r: 16, p: 16 }

/** @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md */
const FORMAT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/

interface ParsedHash extends ScryptCost {
  readonly salt: Buffer
  readonly hash: Buffer
}

/**
 * Hashes a password with scrypt for storage in a database: `$scrypt$ln=17,r=8,p=1$salt$hash`. Needs
 * `node:crypto`. Two calls run at the same time, for hashing and verifying together. 30 more wait
 * for at most ten seconds.
 *
 * @throws {ServiceUnavailable} when more calls wait, or a call waits for longer
 * @throws {RangeError} when the password is empty or longer than 1,024 characters
 * @throws {TypeError} when it is not a string
 * @see https://www.rfc-editor.org/rfc/rfc7914
 * @example
 * ```ts
 * import { hashPassword } from 'latchkey/password'
 *
 * const passwordHash = await hashPassword('correct horse battery staple')
 * ```
 */
export async function hashPassword(password: string): Promise<string> {
  if (typeof password !== 'string')
    throw new TypeError("The password is not a string. Pass one form field's value.")
  if (password === '') throw new RangeError('The password is empty. Ask the user for a longer one.')
  if (password.length > MAX_PASSWORD_LENGTH)
    throw new RangeError(
      `The password is longer than ${MAX_PASSWORD_LENGTH} characters. Ask the user for a shorter one.`,
    )
  return inTurn(() => hashWithScrypt(password.normalize('NFKC')))
}

/**
 * Returns whether a password matches a hash. Without a hash, it takes the same time and returns
 * `false`, so that the response time does not reveal whether a user exists.
 *
 * @param hash the result of `hashPassword`; `null` or `undefined` if the user does not exist
 * @throws {ServiceUnavailable} when too many calls wait, as for `hashPassword`. In `authorize`, let
 *   it pass: the response has status 503 and `Retry-After`, and no attempt is counted
 * @throws {TypeError} if `hash` was not returned by `hashPassword`
 * @example
 * ```ts
 * import Credentials from 'latchkey/providers/credentials'
 * import { verifyPassword } from 'latchkey/password'
 *
 * declare function findUser(email?: string): Promise<{ id: string; passwordHash: string } | null>
 *
 * Credentials({
 *   credentials: { email: { type: 'email' }, password: { type: 'password' } },
 *   async authorize({ email, password }) {
 *     const user = await findUser(email)
 *     return (await verifyPassword(password, user?.passwordHash)) ? user : null
 *   },
 * })
 * ```
 */
export async function verifyPassword(
  password: string | undefined,
  hash: string | null | undefined,
): Promise<boolean> {
  const isAccepted = typeof password === 'string' && password.length <= MAX_PASSWORD_LENGTH
  const expected = typeof hash === 'string' ? parse(hash) : dummyHash
  // Keyboards encode the same characters in different ways.
  const text = isAccepted ? password.normalize('NFKC') : ''
  const derived = await inTurn(() => runScrypt(text, expected.salt, expected.hash.length, expected))
  return timingSafeEqual(derived, expected.hash) && isAccepted && expected !== dummyHash
}

const dummyHash: ParsedHash = { ...SCRYPT_COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }

function parse(text: string): ParsedHash {
  const [, ln, r, p, salt = '', hash = ''] = FORMAT.exec(text) ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  if (
    cost.ln > 0 &&
    cost.ln <= MAX_COST.ln &&
    cost.r > 0 &&
    cost.r <= MAX_COST.r &&
    cost.p > 0 &&
    cost.p <= MAX_COST.p
  ) {
    return { ...cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
  }
  throw new TypeError('`hash` was not returned by `hashPassword`. Store the returned value unchanged.')
}
