/** Fails a step unless two values are the same as JSON. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [seen, wanted] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (seen !== wanted) throw new Error(`${what}: ${seen} instead of ${wanted}`)
}

/** Fails a step unless a text has a form. */
export function matches(actual: string | null | undefined, pattern: RegExp, what: string): void {
  if (!pattern.test(actual ?? '')) throw new Error(`${what}: "${actual}" instead of ${pattern}`)
}
