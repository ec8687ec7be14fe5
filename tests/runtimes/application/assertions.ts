/** Throws unless two values are equal as JSON. */
export function assertEqual(actual: unknown, expected: unknown, what: string): void {
  const [actualJson, expectedJson] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (actualJson !== expectedJson) throw new Error(`${what}: expected ${expectedJson}, got ${actualJson}`)
}

/** Throws unless a text matches a pattern. */
export function assertMatch(actual: string | null | undefined, pattern: RegExp, what: string): void {
  if (!pattern.test(actual ?? '')) throw new Error(`${what}: expected ${pattern}, got "${actual}"`)
}
