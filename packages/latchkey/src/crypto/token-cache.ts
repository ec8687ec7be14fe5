import type { JweKey } from '#crypto'

/** Of tokens and texts together, in each generation. */
const MAX_CHARACTERS = 800_000
/** No single session may take the place of many. */
const MAX_ENTRY_CHARACTERS = MAX_CHARACTERS / 20
/** The last characters of a token, by which it is found: half of its tag. It counts only if all of it is the same. */
const LOOKUP_LENGTH = 22
/** Of those that were seen once. Fewer than there is room for: where more people take turns, hardly one is still known when it comes again. */
const MAX_SEEN = 1024

/** What a token says, once it was verified. */
export interface VerifiedToken {
  /** The one that opened it: for another secret or purpose it says nothing. */
  readonly key: JweKey
  readonly text: string
  /** Never handed out: whoever asks for them gets a copy. */
  readonly claims: Readonly<Record<string, unknown>>
  /** Made when it is first asked for. */
  expires?: string
}

interface Entry {
  readonly token: string
  readonly opened: VerifiedToken
}

/**
 * Remembers what tokens say that were verified already: a browser sends the same one with each request until it is renewed. Whether its time is over,
 * whether it was ended and what callbacks make of it is found out each time.
 *
 * Only what comes a second time is remembered: where more people come than there is room for, keeping all of them would cost more than it saves.
 * Two generations: when the younger one is full it becomes the older, and what the older one held is forgotten unless it was asked for since.
 */
export class TokenCache {
  /** Of each token that was seen lately a few bits, at a place that they choose. */
  readonly #seen = new Int32Array(MAX_SEEN)
  #younger = new Map<string, Entry>()
  /** In the younger one. */
  #characters = 0
  #older = new Map<string, Entry>()

  get(token: string): VerifiedToken | undefined {
    const lookup = token.slice(-LOOKUP_LENGTH)
    const young = this.#younger.get(lookup)
    const entry = young ?? this.#older.get(lookup)
    if (entry?.token !== token) return undefined
    if (young === undefined) this.#put(entry)
    return entry.opened
  }

  /** Remembers a token, if it is not the first time that it is seen. */
  add(token: string, opened: VerifiedToken): void {
    const isShort = token.length + opened.text.length <= MAX_ENTRY_CHARACTERS
    if (isShort && this.#wasSeen(token)) this.#put({ token: copyOf(token), opened })
  }

  #wasSeen(token: string): boolean {
    const bits = bitsOf(token)
    const lookup = Math.abs(bits) % MAX_SEEN
    const wasSeen = this.#seen[lookup] === bits
    this.#seen[lookup] = bits
    return wasSeen
  }

  #put(entry: Entry): void {
    const lookup = entry.token.slice(-LOOKUP_LENGTH)
    this.#characters += charactersOf(entry) - charactersOf(this.#younger.get(lookup))
    if (this.#characters > MAX_CHARACTERS) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#characters = charactersOf(entry)
    }
    this.#younger.set(lookup, entry)
  }
}

function charactersOf(entry: Entry | undefined): number {
  return entry === undefined ? 0 : entry.token.length + entry.opened.text.length
}

/** Some of the random bits in which a token ends. */
function bitsOf(token: string): number {
  let bits = 0
  for (const character of token.slice(-8)) bits = (Math.imul(bits, 31) + character.charCodeAt(0)) | 0
  return bits
}

/** A part of a text keeps the whole alive, and the token is a part of all cookies that came with it. */
function copyOf(token: string): string {
  return ` ${token}`.slice(1)
}
