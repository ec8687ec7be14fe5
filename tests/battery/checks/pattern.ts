/** Reports whether a text matches a pattern of a case: in any case, and `.` is any character. */
export function matches(pattern: string, text: string): boolean {
  return find(pattern, text) !== undefined
}

/** Returns the part of a text that matches a pattern. */
export function find(pattern: string, text: string): string | undefined {
  return new RegExp(pattern, 'is').exec(text)?.[0]
}
