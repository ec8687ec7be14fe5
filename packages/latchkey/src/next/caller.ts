import { cookies, headers } from 'next/headers.js'
import type { NextRequest } from 'next/server.js'
import type { Caller } from '../request/read-request.ts'
import type { Cookie, CookieReader } from '../types/cookies.ts'

/** What Next.js calls a store of cookies, as far as we read it. */
interface CookieStore {
  get(name: string): { value: string } | undefined
  getAll(): { name: string }[]
}

/** The request that is being worked on. Its cookies come from `cookies()`: unlike `headers()` that sees what this request wrote. */
export async function currentCaller(canWrite: boolean): Promise<Caller> {
  const [headerList, store] = await Promise.all([headers(), cookies()])
  return { headers: headerList, cookies: readStore(store), canWrite }
}

/** The request that a proxy or handler was given. */
export function callerOf(request: NextRequest): Caller {
  return { headers: request.headers, url: request.nextUrl, cookies: readStore(request.cookies) }
}

/** Writes cookies where Next.js lets a server action or route handler write them. */
export async function writeCookies(written: readonly Cookie[]): Promise<void> {
  const store = await cookies()
  for (const { name, value, options } of written) store.set(name, value, options)
}

/** A deleted cookie stays in the store as an empty one; for us it is gone. */
function readStore(store: CookieStore): CookieReader {
  return {
    get: (name) => store.get(name)?.value || undefined,
    names: () => store.getAll().map(({ name }) => name),
  }
}
