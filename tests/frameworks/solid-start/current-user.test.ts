import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { ShownUser } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, it } from 'vitest'
import { ada, ann, anonymous, open, site, submit, userShownBy } from './visitor.ts'

const SESSION = 'latchkey.session-token'
const TOKENS = 'latchkey.provider-tokens'

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

  // proves TOK-7, TOK-9
  it(`refreshes a token and ${canWrite ? 'stores' : 'does not lose'} it`, async () => {
    const browser = await ada('playground', 'tokens')
    const { user: first } = await inRoute(browser, { minValid: '1' }, 'tokens')
    const refreshed = await read(browser, { minValid: '7200' }, 'tokens')
    expect(refreshed.user).toEqual({ id: expect.any(String), accessToken: expect.any(String) })
    expect(refreshed.user?.accessToken).not.toBe(first?.accessToken)
    expect(refreshed.cookies).toEqual(canWrite ? [TOKENS] : [])
    // The browser still sends the old tokens if no cookie was set.
    const later = await inRoute(browser, { minValid: canWrite ? '1' : '7200' }, 'tokens')
    expect(later).toEqual({ user: refreshed.user, cookies: canWrite ? [] : [TOKENS] })
    expect((await inRoute(browser, { minValid: '1' }, 'tokens')).user).toEqual(refreshed.user)
  })
})

// proves TOK-6
it('an error of a method has no details in production', async () => {
  const response = await open(await ann(), '/api/user?minValid=60')
  expect(await response.json()).toEqual({
    id: 'ann@example.com',
    error: expect.any(String),
    message: expect.stringMatching(/^\w+: the server's log contains the reason\.$/),
  })
})
