import type { JweKey } from '#jwe'

/** Tokens that are longer are opened each time: with these two numbers the memory holds at most about 8 MB, and mostly 1. */
const LONGEST_TOKEN = 4096
const MOST_TOKENS = 500

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
  #older = new Map<string, Opened>()

  get(token: string, key: JweKey): string | undefined {
    const young = this.#younger.get(token)
    const opened = young ?? this.#older.get(token)
    if (opened?.key !== key) return undefined
    if (young === undefined) this.#put(token, opened)
    return opened.text
  }

  add(token: string, key: JweKey, text: string): void {
    if (token.length <= LONGEST_TOKEN) this.#put(token, { key, text })
  }

  #put(token: string, opened: Opened): void {
    if (this.#younger.size >= MOST_TOKENS) {
      this.#older = this.#younger
      this.#younger = new Map()
    }
    this.#younger.set(token, opened)
  }
}
