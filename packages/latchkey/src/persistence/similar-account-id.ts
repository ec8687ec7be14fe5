import { AdapterError } from '../errors/services.ts'
import type { AdapterAccount, AdapterUser } from '../types/adapter.ts'

type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>
type FindOwner = (key: AccountKey) => Promise<AdapterUser | null>

/** An id that some databases confuse with another one. */
interface SimilarId {
  readonly id: string
  /**
   * What a database is known to compare if it does not find it. Missing if that proves nothing
   * about other ids.
   */
  readonly compares?: 'case' | 'digits'
}

/** A UUID as a database returns it from a UUID column. */
const CANONICAL_UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** What an adapter's database is known to compare. */
const known = new WeakMap<object, Set<string>>()

/**
 * Makes sure that a database found a user by the exact id, where the adapter cannot return the
 * account: a similar id must not find the same user. Checks a database that compares exactly once
 * per adapter, and any other database each time: a user may have two accounts whose ids differ only
 * in case, which must not affect others.
 *
 * @param adapter identifies the database
 * @throws {AdapterError} if the similar id finds the same user
 */
export async function requireExactOwner(
  adapter: object,
  findOwner: FindOwner,
  user: AdapterUser,
  { provider, providerAccountId }: AccountKey,
): Promise<void> {
  const compared = known.get(adapter) ?? new Set()
  known.set(adapter, compared)
  const finds = async (id: string): Promise<boolean> => {
    const owner = await findOwner({ provider, providerAccountId: id })
    return owner !== null && String(owner.id) === String(user.id)
  }
  const similar = similarTo(providerAccountId)
  if (similar.compares !== undefined && compared.has(similar.compares)) return
  // A `uuid` column ignores case and hyphens, and rejects every other text. It contains this exact
  // id, because its ids have one form. A text column that ignores case does not ignore hyphens.
  if (CANONICAL_UUID.test(providerAccountId) && (await finds(providerAccountId.replaceAll('-', '')))) return
  if (await finds(similar.id)) throw foldingDatabase()
  if (similar.compares !== undefined) compared.add(similar.compares)
}

function similarTo(id: string): SimilarId {
  const plain = id.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim()
  if (plain !== id) return { id: plain }
  // Turkish collations distinguish "i" and "I", which proves nothing about other letters.
  const upper = id.replaceAll(/[a-hj-z]/g, (letter) => letter.toUpperCase())
  if (upper !== id) return { id: upper, compares: 'case' }
  const lower = id.replaceAll(/[A-HJ-Z]/g, (letter) => letter.toLowerCase())
  if (lower !== id) return { id: lower, compares: 'case' }
  const swapped = id.replaceAll(/i/gi, (letter) => (letter === 'i' ? 'I' : 'i'))
  if (swapped !== id) return { id: swapped }
  // A number column ignores a leading zero.
  return { id: `0${id}`, compares: 'digits' }
}

function foldingDatabase(): AdapterError {
  return new AdapterError(
    'The database treats two different account ids as the same, so that a user could sign in as another ' +
      'one, and the adapter has no `getAccount` to tell them apart. Give the columns a type and a ' +
      'collation that compare exactly. In MySQL: ALTER TABLE `Account` MODIFY `provider` VARCHAR(255) ' +
      'CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL, MODIFY `providerAccountId` VARCHAR(255) ' +
      'CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL. In MariaDB: COLLATE utf8mb4_nopad_bin. ' +
      '`npx latchkey migrate --tables …` prints the statement with your names.',
  )
}
