import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { ShownUser } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, it } from 'vitest'
import { ada, ann, anonymous, open, setBy, site, submit, userShownBy } from './visitor.ts'

const SESSION = 'latchkey.session-token'
const TOKENS = 'latchkey.provider-tokens'

interface Reading {
  readonly user: ShownUser | null
  /** The cookies that the response sets. */
  readonly cookies: string[]
}

type Read = (browser: Browser, query: Record<string, string>, variant?: string) => Promise<Reading>

/** Returns a function that opens a path, which reads the user. */
const at =
  (path: string): Read =>
  async (browser, query, variant) => {
    const response = await open(browser, `${path}?${new URLSearchParams(query)}`, variant)
    return { cookies: setBy(response), user: await userShownBy(response) }
  }

const inEndpoint = at('/api/user')

const inAction: Read = async (browser, query, variant = '') => {
  const response = await submit(browser, '/user', query, { 'x-variant': variant })
  const { searchParams } = new URL(response.headers.get('location') ?? '', site)
  return { cookies: setBy(response), user: JSON.parse(searchParams.get('user') ?? '') }
}

const places = [
  { place: 'a load function', read: at('/user') },
  { place: 'an action', read: inAction },
  { place: 'an endpoint', read: inEndpoint },
  { place: 'a function without the event', read: at('/api/user-of-function') },
  { place: 'a function with the event', read: at('/api/user-of-event') },
] as const

describe.for(places)('`currentUser` in $place', ({ read }) => {
  // proves TOK-1
  it('returns the user or null, and sets no cookie', async () => {
    expect(await read(await ann(), {})).toEqual({ user: { id: 'ann@example.com' }, cookies: [] })
    expect(await read(anonymous(), {})).toEqual({ user: null, cookies: [] })
  })

  // proves TOK-1
  it('renews a session that is due for renewal', async () => {
    const browser = await ann()
    const { user, cookies } = await read(browser, {}, 'renewing')
    expect({ user, cookies }).toEqual({ user: { id: 'ann@example.com' }, cookies: [SESSION] })
    expect((await inEndpoint(browser, {})).user).toEqual({ id: 'ann@example.com' })
  })

  // proves TOK-2, TOK-9
  it('refreshes a token and stores it', async () => {
    const browser = await ada('my-idp', 'tokens')
    const { user: first } = await inEndpoint(browser, { minValid: '0' }, 'tokens')
    const refreshed = await read(browser, { minValid: '7200' }, 'tokens')
    expect(refreshed.user).toEqual({ id: expect.any(String), accessToken: expect.any(String) })
    expect(refreshed.user?.accessToken).not.toBe(first?.accessToken)
    expect(refreshed.cookies).toEqual([TOKENS])
    const later = await inEndpoint(browser, { minValid: '0' }, 'tokens')
    expect(later.user).toEqual(refreshed.user)
  })
})

// proves TOK-7
it('does not lose a token that is refreshed after the response was sent', async () => {
  const browser = await ada('my-idp', 'tokens')
  const { user: first } = await inEndpoint(browser, { minValid: '0' }, 'tokens')
  const response = await open(browser, '/streamed-user?minValid=7200', 'tokens')
  expect(setBy(response)).toEqual([])
  const [, streamed] = /accessToken:"([^"]+)"/.exec(await response.text()) ?? []
  expect(streamed).toEqual(expect.any(String))
  expect(streamed).not.toBe(first?.accessToken)
  const later = await inEndpoint(browser, { minValid: '7200' }, 'tokens')
  expect({ accessToken: later.user?.accessToken, cookies: later.cookies }).toEqual({
    accessToken: streamed,
    cookies: [TOKENS],
  })
})
