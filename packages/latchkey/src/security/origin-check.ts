import type { HeaderReader } from '../types/basics.ts'

/** `own`: from a page of this application. `foreign`: from elsewhere. `unknown`: the client does not say. */
export type OriginVerdict = 'same-origin' | 'cross-origin' | 'unknown'

/**
 * Judges by what browsers send by themselves and scripts cannot change.
 * `Sec-Fetch-Site` comes first: it needs no knowledge of our own address, so the same origin is always right, behind any proxy.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 * @see https://www.rfc-editor.org/rfc/rfc6454#section-7
 */
export function compareOrigin(headers: HeaderReader, ownOrigin: string): OriginVerdict {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? 'same-origin' : 'cross-origin'
  const origin = headers.get('origin')
  if (origin !== null) return origin === ownOrigin ? 'same-origin' : 'cross-origin'
  const referer = headers.get('referer')
  if (referer === null) return 'unknown'
  return URL.canParse(referer) && new URL(referer).origin === ownOrigin ? 'same-origin' : 'cross-origin'
}
