/** Replaces the characters from `start` to `end`. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Applies edits, whose positions are those in the unchanged text.
 *
 * @throws {Error} if two edits overlap
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.start - b.start || a.end - b.end)
  let result = ''
  let position = 0
  for (const edit of sorted) {
    if (edit.start < position) throw new Error(`Two edits overlap at character ${edit.start}.`)
    result += text.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return result + text.slice(position)
}
