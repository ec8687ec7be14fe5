/** What a value is, which decides where it may appear. */
export type CanaryType = 'secret' | 'token' | 'code' | 'cookie' | 'address' | 'state' | 'link token' | 'csrf'

interface Canary {
  readonly name: string
  readonly type: CanaryType
  readonly value: string
  /** The value in every usual encoding. */
  readonly spellings: readonly string[]
}

/** Shorter values would be found by chance. */
const MIN_LENGTH = 8

/** Values that can be recognised wherever they turn up, in every usual encoding. */
export class Canaries {
  readonly #canaries = new Map<string, Canary>()

  /** Adds a value, or replaces the value of that name. @returns the value */
  add(type: CanaryType, name: string, value: string): string {
    if (value.length >= MIN_LENGTH) {
      const key = `${name}: ${value}`
      // A flow adds the same value many times, and encoding it takes longer than searching for it.
      const spellings = this.#canaries.get(key)?.spellings ?? listSpellings(value)
      this.#canaries.set(key, { type, name, value, spellings })
    }
    return value
  }

  /** Returns the names of the values in a text, except those of the given types. */
  foundIn(text: string, allowed: readonly CanaryType[] = []): string[] {
    const found = [...this.#canaries.values()].filter(
      ({ type, spellings }) => !allowed.includes(type) && spellings.some((each) => text.includes(each)),
    )
    return [...new Set(found.map(({ type, name }) => `${type}: ${name}`))]
  }

  /** Returns an error message as drivers and HTTP clients write it, which quotes all values. */
  quoted(): string {
    const all = [...this.#canaries.values()].slice(0, 30)
    const fields = Object.fromEntries(
      all.map(({ type, name, value }) => [`${name} ${type}`.replace(/\W/g, '_'), value]),
    )
    const addresses = all.filter(({ type }) => type === 'address').map(({ value }) => `(email)=(${value})`)
    return [
      'duplicate key value violates unique constraint',
      ...addresses,
      `Bearer ${this.#first('token')}`,
      `https://user:${this.#first('secret')}@db.test/app?${new URLSearchParams(fields)}`,
      JSON.stringify(fields),
    ].join(' ')
  }

  #first(type: CanaryType): string {
    return [...this.#canaries.values()].find((canary) => canary.type === type)?.value ?? ''
  }
}

/** Returns a value as a URL, a form, HTML, JSON and base64 write it. */
function listSpellings(value: string): string[] {
  const bytes = Buffer.from(value)
  const all = [
    value,
    encodeURIComponent(value),
    new URLSearchParams([['', value]]).toString().slice(1),
    value.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]
  return [...new Set(all)]
}
