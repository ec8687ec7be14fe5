import type { JweKey } from '#crypto'

/** Maximum number of characters in each generation: tokens and plaintexts together. */
const MAX_CHARACTERS = 800_000
/** Maximum number of characters per entry, so that one session does not replace many others. */
const MAX_ENTRY_CHARACTERS = MAX_CHARACTERS / 20
/**
 * Number of characters at a token's end that serve as its lookup key: half of the authentication
 * tag. An entry is used only if the whole token is equal.
 */
const LOOKUP_LENGTH = 22
/**
 * Number of tokens that are remembered as seen once. It is smaller than the number of entries that
 * fit into the cache. With more active sessions than that, most entries would be removed before
 * their next use.
 */
const MAX_SEEN = 1024

/** The content of a decrypted and verified token. */
export interface VerifiedToken {
  /** The key that decrypted the token. The entry is not valid for another secret or purpose. */
  readonly key: JweKey
  readonly text: string
  /** Never passed to callers, who get a copy. */
  readonly claims: Readonly<Record<string, unknown>>
  /** ISO date, computed on first use. */
  expires?: string
}

interface Entry {
  readonly token: string
  readonly verified: VerifiedToken
}

/**
 * Caches the content of verified tokens. A browser sends the same token with each request until it
 * is renewed. Expiry, revocation and the callbacks are still evaluated on each request.
 *
 * Caches a token only when it is seen for the second time. With more active sessions than fit into
 * the cache, caching all of them would cost more than it saves.
 *
 * The cache has two generations. When the younger one is full, it becomes the older one. Entries of
 * the previous older generation are dropped, unless they were read in the meantime.
 */
export class TokenCache {
  /** A few bits of each recently seen token, at an index that these bits determine. */
  readonly #seen = new Int32Array(MAX_SEEN)
  #younger = new Map<string, Entry>()
  /** Number of characters in the younger generation. */
  #characters = 0
  #older = new Map<string, Entry>()

  get(token: string): VerifiedToken | undefined {
    const lookup = token.slice(-LOOKUP_LENGTH)
    const young = this.#younger.get(lookup)
    const entry = young ?? this.#older.get(lookup)
    if (entry?.token !== token) return undefined
    if (young === undefined) this.#put(entry)
    return entry.verified
  }

  /** Adds a token to the cache if it was seen before. */
  add(token: string, verified: VerifiedToken): void {
    const isShort = token.length + verified.text.length <= MAX_ENTRY_CHARACTERS
    if (isShort && this.#wasSeen(token)) this.#put({ token: copyToken(token), verified })
  }

  #wasSeen(token: string): boolean {
    const bits = lastBits(token)
    const lookup = Math.abs(bits) % MAX_SEEN
    const wasSeen = this.#seen[lookup] === bits
    this.#seen[lookup] = bits
    return wasSeen
  }

  #put(entry: Entry): void {
    const lookup = entry.token.slice(-LOOKUP_LENGTH)
    this.#characters += countCharacters(entry) - countCharacters(this.#younger.get(lookup))
    if (this.#characters > MAX_CHARACTERS) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#characters = countCharacters(entry)
    }
    this.#younger.set(lookup, entry)
  }
}

function countCharacters(entry: Entry | undefined): number {
  return entry === undefined ? 0 : entry.token.length + entry.verified.text.length
}

/** Returns some of the random bits at a token's end. */
function lastBits(token: string): number {
  let bits = 0
  for (const character of token.slice(-8)) bits = (Math.imul(bits, 31) + character.charCodeAt(0)) | 0
  return bits
}

/** Copies a token, because a substring keeps the whole `Cookie` header in memory. */
function copyToken(token: string): string {
  return ` ${token}`.slice(1)
}
