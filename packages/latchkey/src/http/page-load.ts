import type { HeaderReader } from '../types/basics.ts'

/** Is it a page that a person opens, and not a prefetch, a frame, a picture or a script? @see https://www.w3.org/TR/fetch-metadata/ */
export function isPageLoad(headers: HeaderReader): boolean {
  if (headers.get('sec-purpose') !== null || headers.get('purpose') !== null) return false
  return ['document', null].includes(headers.get('sec-fetch-dest'))
}
