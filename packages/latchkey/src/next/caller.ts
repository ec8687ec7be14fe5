import { cookies, headers } from 'next/headers.js'
import type { NextRequest } from 'next/server.js'
import { readStoreCookies } from '../http/cookies/store-cookies.ts'
import type { Caller } from '../request/read-request.ts'
import type { HeaderReader } from '../types/basics.ts'

/**
 * Returns the current request. Its cookies come from `cookies()`, which, unlike `headers()`,
 * includes the cookies that were written during this request.
 */
export async function currentCaller(canWrite: boolean): Promise<Caller> {
  const [headerList, store] = await Promise.all([headers(), cookies()])
  const written = {
    get: (name: string): string | undefined => store.get(name)?.value,
    names: (): string[] => store.getAll().map(({ name }) => name),
  }
  const cookiesOfRequest = readStoreCookies(headerList.get('cookie'), written)
  return { headers: headerList, url: reportedUrl(headerList), cookies: cookiesOfRequest, canWrite }
}

/**
 * Returns the origin of a request as Next.js reports it. Next.js sets this header unless a proxy
 * did, and derives the URLs of its own requests from it in the same way.
 */
export function reportedUrl(headers: HeaderReader): URL | undefined {
  const protocol = headers.get('x-forwarded-proto')
  if (protocol === null) return undefined
  return URL.parse(`${protocol.includes('https') ? 'https' : 'http'}://${headers.get('host')}`) ?? undefined
}

/** Returns the request of a proxy or route handler. */
export function toCaller(request: NextRequest): Caller {
  return { headers: request.headers, url: request.nextUrl }
}
