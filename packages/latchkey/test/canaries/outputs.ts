import { inspect } from 'node:util'
import type { Canaries, CanaryType } from './canaries.ts'

/** A place that receives text from the library. */
export type Place =
  | 'console'
  | 'logger'
  | 'page'
  | 'error JSON'
  | 'URL of the application'
  | 'URL of a third party'
  | 'URL for the browser'
  | 'key in the store'
  | 'value in the store'
  | 'row in the database'

/** One text, and what may be in it. */
interface Output {
  readonly place: Place
  readonly what: string
  readonly text: string
  readonly allowed: readonly CanaryType[]
}

/** Everything that left the library. */
export class Outputs {
  readonly #outputs: Output[] = []

  add(place: Place, what: string, value: unknown, allowed: readonly CanaryType[] = []): void {
    const text =
      typeof value === 'string'
        ? value
        : inspect(value, { depth: 20, maxStringLength: null, maxArrayLength: null, showHidden: true })
    this.#outputs.push({ place, what, text, allowed })
  }

  /** Returns the places that received something. */
  places(): Set<Place> {
    return new Set(this.#outputs.map(({ place }) => place))
  }

  /** Returns where a value appeared that must not be there. */
  leaks(canaries: Canaries): string[] {
    const lines = this.#outputs.flatMap(({ place, what, text, allowed }) =>
      canaries.foundIn(text, allowed).map((name) => `${place} (${what}): ${name}`),
    )
    return [...new Set(lines)]
  }

  /** Returns the texts of a place. */
  of(place: Place): string[] {
    return this.#outputs.filter((output) => output.place === place).map(({ text }) => text)
  }
}
