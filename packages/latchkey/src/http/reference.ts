const REFERENCE = /^[0-9a-f]{8}$/

/** The reference that a page may show. Anybody can write into a URL, so nothing that we would not have made is shown. */
export function shownReference(query: URLSearchParams): string | undefined {
  const reference = query.get('reference')
  return reference !== null && REFERENCE.test(reference) ? reference : undefined
}
