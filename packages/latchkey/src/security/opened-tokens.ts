import type { JweKey } from '#jwe'

/** Of tokens and texts together, in each generation: 4 MB at most for both, since texts may take two bytes for a character. */
const MOST_CHARACTERS = 1_000_000
/** No single session may take the place of many. */
const LONGEST = MOST_CHARACTERS / 20

interface Opened {
  readonly key: JweKey
  readonly text: string
}

/**
 * Remembers what tokens say that were verified already: a browser sends the same one with each request until it is renewed. What is remembered is
 * the text alone, under the whole token and for the key that opened it. Whether its time is over, whether it was ended and what callbacks make of it
 * is found out each time.
 *
 * Two generations: when the younger one is full it becomes the older, and what the older one held is forgotten unless it was asked for since.
 */
export class OpenedTokens {
  #younger = new Map<string, Opened>()
  /** In the younger one. */
  #characters = 0
  #older = new Map<string, Opened>()

  get(token: string, key: JweKey): string | undefined {
    const young = this.#younger.get(token)
    const opened = young ?? this.#older.get(token)
    if (opened?.key !== key) return undefined
    if (young === undefined) this.#put(token, opened)
    return opened.text
  }

  add(token: string, key: JweKey, text: string): void {
    if (token.length + text.length <= LONGEST) this.#put(copyOf(token), { key, text })
  }

  #put(token: string, opened: Opened): void {
    this.#characters += token.length + opened.text.length
    if (this.#characters > MOST_CHARACTERS) {
      this.#older = this.#younger
      this.#younger = new Map()
      this.#characters = token.length + opened.text.length
    }
    this.#younger.set(token, opened)
  }
}

/** A part of a text keeps the whole alive, and the token is a part of all cookies that came with it. */
function copyOf(token: string): string {
  return ` ${token}`.slice(1)
}
