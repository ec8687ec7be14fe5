import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { anonymous, type ShownUser, userShownBy } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, it } from 'vitest'
import { type Fields, setBy, type Visitors } from './visitors.ts'

const SESSION = 'latchkey.session-token'
const TOKENS = 'latchkey.provider-tokens'

/** The user that a place returned, and the names of the cookies that the response sets. */
export interface Reading {
  readonly user: ShownUser | null
  readonly cookies: string[]
}

/** Reads the user in a place. `minValid` in the query asks for a token that lives so many seconds. */
export type Read = (browser: Browser, query: Fields, variant?: string) => Promise<Reading>

export interface UserPlace {
  readonly place: string
  readonly read: Read
  /** Whether cookies can be set there. */
  readonly canWrite: boolean
}

/** Returns a function that opens a path, which reads the user. */
export function readerAt({ site }: Visitors, path: string, headers: Fields = {}): Read {
  return async (browser, query, variant) => {
    const url = `${site}${path}?${new URLSearchParams(query)}`
    const response = await browser.get(url, { ...headers, ...(variant && { 'x-variant': variant }) })
    return { cookies: setBy(response), user: await userShownBy(response) }
  }
}

/** Returns what a server action read, which redirects with the user in its query. */
export function readRedirect(response: Response): Reading {
  const { searchParams } = new URL(response.headers.get('location') ?? '', 'http://localhost')
  return { cookies: setBy(response), user: JSON.parse(searchParams.get('user') ?? '') }
}

/**
 * Tests the user that each place of an application reads.
 *
 * @param provider the id of the provider that issues tokens
 * @param inRoute reads the user where cookies can be set
 */
export function testCurrentUser(
  { ann, ada }: Visitors,
  provider: string,
  places: readonly UserPlace[],
  inRoute: Read,
): void {
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

    // proves TOK-2, TOK-7, TOK-9
    it(`refreshes a token and ${canWrite ? 'stores' : 'does not lose'} it`, async () => {
      const browser = await ada(provider, 'tokens')
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
}
