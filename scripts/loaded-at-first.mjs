/**
 * The chunks of a bundle that are loaded with its entry; the others wait until something asks for them.
 *
 * @template {{ readonly fileName: string, readonly isEntry: boolean, readonly imports: readonly string[] }} C
 * @param {readonly C[]} chunks
 * @returns {C[]}
 */
export function loadedAtFirst(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
  // A set that grows while it is walked: what an import imports is walked too.
  for (const { imports } of reached) {
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk !== undefined) reached.add(chunk)
    }
  }
  return [...reached]
}
