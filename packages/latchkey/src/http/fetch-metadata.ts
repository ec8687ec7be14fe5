import type { HeaderReader } from '../types/basics.ts'

/** A request's source. `unknown`: the client does not say. */
export type OriginVerdict = 'same-origin' | 'cross-origin' | 'unknown'

/**
 * Compares a request's origin with the application's own, by headers that browsers set and scripts
 * cannot change. `Sec-Fetch-Site` comes first: it works behind any proxy, without knowing the
 * application's address.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 * @see https://www.rfc-editor.org/rfc/rfc6454#section-7
 */
export function compareOrigin(headers: HeaderReader, ownOrigin: string): OriginVerdict {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? 'same-origin' : 'cross-origin'
  const origin = headers.get('origin') ?? refererOrigin(headers)
  if (origin === undefined) return 'unknown'
  return origin === ownOrigin ? 'same-origin' : 'cross-origin'
}

/** `null`, an opaque origin, for a referrer that is not a URL. */
function refererOrigin(headers: HeaderReader): string | null | undefined {
  const referer = headers.get('referer')
  if (referer === null) return undefined
  return URL.parse(referer)?.origin ?? null
}

/**
 * Returns whether a user opens a page, rather than a prefetch, a frame, an image or a script.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-dest-header
 */
export function isPageLoad(headers: HeaderReader): boolean {
  if (headers.get('sec-purpose') !== null || headers.get('purpose') !== null) return false
  return ['document', null].includes(headers.get('sec-fetch-dest'))
}
