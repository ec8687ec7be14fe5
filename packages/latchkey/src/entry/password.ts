import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { createSlots, type Slots } from '../async/slots.ts'
import { ServiceUnavailable } from '../errors/services.ts'

const SALT_BYTES = 16
const HASH_BYTES = 32
/** In characters. Hashing longer passwords would let attackers overload the server. */
const MAX_PASSWORD_LENGTH = 1024
/**
 * Takes 128 MB of memory and a fraction of a second.
 *
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
 */
const COST = { ln: 17, r: 8, p: 1 }
/**
 * Node.js hashes on four threads, which files and DNS also use. Two stay free. Further calls wait.
 */
const LIMITS = { maxRunning: 2, maxWaiting: 30, maxWaitMs: 10_000 }
/** When a client whose call was rejected should try again, in seconds. */
const RETRY_AFTER = 10
/** The highest cost that is accepted in a stored hash. */
const MAX_COST = { ln: 20, r: 16, p: 16 }

/** @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md */
const FORMAT =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/

interface ParsedHash {
  readonly ln: number
  readonly r: number
  readonly p: number
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
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, { ...COST, salt, hash: Buffer.alloc(HASH_BYTES) })
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${toBase64(salt)}$${toBase64(hash)}`
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
  const derived = await derive(isAccepted ? password : '', expected)
  return timingSafeEqual(derived, expected.hash) && isAccepted && expected !== dummyHash
}

const dummyHash: ParsedHash = { ...COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) }

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

/** @throws {ServiceUnavailable} */
async function derive(password: string, parameters: ParsedHash): Promise<Buffer> {
  const slots = processSlots()
  if (!(await slots.enter()))
    throw new ServiceUnavailable(
      'Too many passwords are hashed at the same time. Set `limits.clientAddress`, ' +
        'so that one client cannot cause this, or start more processes.',
      { retryAfter: RETRY_AFTER },
    )
  try {
    return await runScrypt(password, parameters)
  } finally {
    slots.leave()
  }
}

const slotsKey = Symbol.for('latchkey.password-slots')

/**
 * Returns the slots of the whole process. They are stored globally, because a bundler can give each
 * entry point of an application its own copy of this module.
 */
function processSlots(): Slots {
  const shared = globalThis as { [slotsKey]?: Slots }
  shared[slotsKey] ??= createSlots(LIMITS)
  return shared[slotsKey]
}

function runScrypt(password: string, { ln, r, p, salt, hash }: ParsedHash): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 256 }
  // Keyboards encode the same characters in different ways.
  const text = password.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, hash.length, options, (error, derived) => (error ? reject(error) : resolve(derived)))
  })
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
