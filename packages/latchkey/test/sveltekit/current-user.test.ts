import { describe, expect, it } from 'vitest'
import type { Browser } from '../kit/browser.ts'
import type { ShownUser } from '../kit/visitors.ts'
import { ann, anonymous, open, setBy, site, submit, userShownBy } from './visitor.ts'

const SESSION = 'latchkey.session-token'

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
})
