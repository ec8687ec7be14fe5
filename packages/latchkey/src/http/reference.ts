const REFERENCE = /^[0-9a-f]{8}$/

/**
 * Returns the error reference in a query, if it has the format that Latchkey generates. Anyone can
 * put text into a URL, so a page must not show any other value.
 */
export function shownReference(query: URLSearchParams): string | undefined {
  const reference = query.get('reference')
  return reference !== null && REFERENCE.test(reference) ? reference : undefined
}
