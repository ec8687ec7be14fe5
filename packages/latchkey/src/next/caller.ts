import { cookies, headers } from 'next/headers.js'
import type { NextRequest } from 'next/server.js'
import { cookiesOfStore } from '../http/store-cookies.ts'
import type { Caller } from '../request/read-request.ts'
import type { HeaderReader } from '../types/basics.ts'
import type { Cookie } from '../types/cookies.ts'

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
  const cookiesOfRequest = cookiesOfStore(headerList.get('cookie'), written)
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
export function callerOf(request: NextRequest): Caller {
  return { headers: request.headers, url: request.nextUrl }
}

/** Writes cookies in a server action or route handler. */
export async function writeCookies(written: readonly Cookie[]): Promise<void> {
  const store = await cookies()
  for (const { name, value, options } of written) store.set(name, value, options)
}

/**
 * Returns whether cookies can be set: in a server action or route handler. Next.js says so only
 * when one is set, so this deletes one that does not exist.
 */
export async function canWriteCookies(): Promise<boolean> {
  const store = await cookies()
  try {
    store.delete('latchkey.probe')
    return true
  } catch {
    return false
  }
}
