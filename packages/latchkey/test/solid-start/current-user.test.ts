import { describe, expect, it } from 'vitest'
import type { Browser } from '../kit/browser.ts'
import type { ShownUser } from '../kit/visitors.ts'
import { ann, anonymous, site, submit, userShownBy } from './visitor.ts'

const SESSION = 'latchkey.session-token'

interface Reading {
  readonly user: ShownUser | null
  /** The cookies that the response sets. */
  readonly cookies: string[]
}

type Read = (browser: Browser, query: Record<string, string>, variant?: string) => Promise<Reading>

/** The middleware would renew the session before. */
const headersOf = (variant = 'plain') => ({ 'x-variant': variant, 'x-no-middleware': '1' })

/** Returns a function that opens a path, which reads the user. */
const at =
  (path: string): Read =>
  async (browser, query, variant) => {
    const url = `${site}${path}?${new URLSearchParams(query)}`
    const response = await browser.get(url, headersOf(variant))
    return { cookies: setBy(response), user: await userShownBy(response) }
  }

const inRoute = at('/api/user')

const inAction: Read = async (browser, query, variant) => {
  const response = await submit(browser, 'Read user', query, headersOf(variant), '/user')
  const { searchParams } = new URL(response.headers.get('location') ?? '', site)
  return { cookies: setBy(response), user: JSON.parse(searchParams.get('user') ?? '') }
}

function setBy(response: Response): string[] {
  return response.headers.getSetCookie().map((header) => header.split('=', 1)[0] ?? '')
}

const places = [
  { place: 'a query of a page that is rendered', read: at('/user'), canWrite: false },
  { place: 'an action', read: inAction, canWrite: true },
  { place: 'an API route', read: inRoute, canWrite: true },
] as const

describe.for(places)('`currentUser` in $place', ({ read, canWrite }) => {
  // proves TOK-1
  it('returns the user or null, and sets no cookie', async () => {
    expect(await read(await ann(), {})).toEqual({ user: { id: 'ann@example.com' }, cookies: [] })
    expect(await read(anonymous(), {})).toEqual({ user: null, cookies: [] })
  })

  // proves TOK-1
  it(`${canWrite ? 'renews' : 'does not renew'} a session that is due for renewal`, async () => {
    const browser = await ann()
    const { user, cookies } = await read(browser, {}, 'renewing')
    expect(user).toEqual({ id: 'ann@example.com' })
    expect(cookies).toEqual(canWrite ? [SESSION] : [])
    expect((await inRoute(browser, {})).user).toEqual({ id: 'ann@example.com' })
  })
})
