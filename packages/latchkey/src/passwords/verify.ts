import { UnreadablePassword } from '../errors/passwords.ts'
import type { StoredPassword } from '../types/account-records.ts'
import type { PasswordFormat, PasswordFormats } from '../types/passwords.ts'
import { hasArgon2 } from './argon2.ts'
import { ARGON2_COST, HASH_BYTES, MAX_PASSWORD_LENGTH, SALT_BYTES, SCRYPT_COST } from './cost.ts'
import { argon2Format } from './formats/argon2.ts'
import type { BuiltInFormat } from './formats/format.ts'
import { scryptFormat } from './formats/scrypt.ts'
import { inTurn } from './in-turn.ts'
import { nodeCrypto } from './node-crypto.ts'
import { toPhc } from './phc.ts'

/** Whether a password is right, and whether its hash should be replaced. */
export interface Verification {
  readonly isRight: boolean
  /** The password is right, and its hash is weaker than a new one: store `hashNew(password)`. */
  readonly needsRehash: boolean
}

/**
 * Compares a password with a stored hash of any known format. Without a hash, it takes the time of
 * one in today's format.
 *
 * @param typed the password as the client sent it; `undefined` is wrong
 * @throws {ServiceUnavailable} when too many passwords are hashed at the same time
 * @throws {UnreadablePassword} if the hash cannot be compared
 */
export async function verifyStored(
  { legacy = [] }: PasswordFormats,
  typed: string | undefined,
  stored: Pick<StoredPassword, 'hash'> | null | undefined,
): Promise<Verification> {
  const password = typed !== undefined && typed.length <= MAX_PASSWORD_LENGTH ? typed : undefined
  const { format, compare } = await readStored(stored?.hash ?? dummyHash(), legacy)
  const match = await findMatch(password ?? '', compare)
  const isRight = match !== undefined && typeof password === 'string' && password !== '' && stored != null
  return { isRight, needsRehash: isRight && !isCurrent(format, stored.hash, match) }
}

/** A stored hash's format, and the function that compares a password with it. */
export interface ReadableHash {
  readonly format: BuiltInFormat
  readonly compare: NonNullable<ReturnType<PasswordFormat['read']>>
}

/**
 * Returns a hash's format. Formats other than today's are loaded with the first hash that needs them.
 *
 * @throws {UnreadablePassword} if the hash cannot be compared
 */
export async function readStored(hash: string, legacy: readonly PasswordFormat[]): Promise<ReadableHash> {
  const found = readAs(hash, [...legacy, scryptFormat, argon2Format])
  if (found) return found
  const { formats } = await import('./formats/all.ts')
  const other = readAs(hash, formats)
  if (other) return other
  throw new UnreadablePassword(
    'A stored password has a format that is not known. Add the format to `legacy` of `Password()`, or ' +
      'delete the password, so that the user resets it.',
  )
}

function readAs(hash: string, formats: readonly PasswordFormat[]): ReadableHash | undefined {
  for (const format of formats) {
    const compare = format.read(hash)
    if (compare) return { format, compare }
  }
  return undefined
}

/**
 * Compares a password as it was typed, as other programs hash it, and normalized, as Latchkey does.
 *
 * @returns the text that matches
 */
async function findMatch(password: string, compare: ReadableHash['compare']): Promise<string | undefined> {
  for (const text of new Set([password, password.normalize('NFKC')]))
    if (await inTurn(async () => compare(text))) return text
  return undefined
}

/** A password that only matches as it was typed is hashed again, normalized. */
function isCurrent(format: BuiltInFormat, hash: string, match: string): boolean {
  return format.isCurrent?.(hash) === true && match === match.normalize('NFKC')
}

let dummy: string | undefined

/** Returns a hash that no password has, with the cost of a new one. */
function dummyHash(): string {
  const cost = hasArgon2()
    ? { id: 'argon2id', version: 19, parameters: { ...ARGON2_COST } }
    : { id: 'scrypt', version: undefined, parameters: { ...SCRYPT_COST } }
  const { randomBytes } = nodeCrypto()
  dummy ??= toPhc({ ...cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) })
  return dummy
}
