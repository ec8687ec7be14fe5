/**
 * Returns the chunks of a bundle that are loaded together with its entry, without those that are
 * loaded on demand.
 *
 * @template {{ readonly fileName: string, readonly isEntry: boolean, readonly imports: readonly
 *   string[] }} C
 * @param {readonly C[]} chunks
 * @returns {C[]}
 */
export function loadedAtFirst(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
  // The set grows during the iteration, so it also reaches imports of imports.
  for (const { imports } of reached) {
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk !== undefined) reached.add(chunk)
    }
  }
  return [...reached]
}
