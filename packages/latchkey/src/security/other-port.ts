import type { ResolvedAuth } from '../contract/context.ts'
import { isLoopback } from '../http/public-base.ts'
import type { HeaderReader } from '../types/basics.ts'

/**
 * Warns that the browser shows the application at another port than the one in Latchkey's URLs: the
 * development server has chosen another port, or its proxy replaces the `Host` header. Only
 * compares loopback addresses.
 *
 * @param origin origin of the URLs that Latchkey builds
 */
export function warnOfOtherPort(
  { isProduction, pinnedOrigin, warnOnce }: ResolvedAuth,
  headers: HeaderReader,
  origin: string,
): void {
  const [page, target] = [URL.parse(readPage(headers)), new URL(origin)]
  if (isProduction || page === null || page.port === target.port) return
  if (!isLoopback(page.host) || !isLoopback(target.host)) return
  const source = pinnedOrigin === undefined ? 'the `Host` header has' : '`AUTH_URL` has'
  warnOnce(
    'other-port',
    `The application is open at ${page.origin}, but ${source} ${target.origin}, ` +
      'where the sign-in continues. ' +
      `Set \`AUTH_URL=${page.origin}\`, followed by the endpoints' path if it has one now.`,
  )
}

/** Returns the page's URL as the browser sees it. A proxy may replace the `Host` header. */
function readPage(headers: HeaderReader): string {
  const page = headers.get('origin') ?? headers.get('referer')
  if (page !== null && headers.get('sec-fetch-site') === 'same-origin') return page
  return `http://${headers.get('x-forwarded-host') ?? headers.get('host')}`
}
