import { anonymous, shownBy } from '@latchkey/test-support/kit/visitors.ts'
import { describe, expect, it } from 'vitest'
import { setBy, type Visitors } from './visitors.ts'

/** Where an application reads the session. */
export interface Place {
  readonly place: string
  readonly path: string
  /** Whether the status is sent before the session is read. */
  readonly isStreamed?: boolean
}

/** Tests the session that each place of an application reads. */
export function testSession({ site, ann, open, readSession }: Visitors, places: readonly Place[]): void {
  /** The cookies of a response, without the one that some pages always set. */
  const cookiesOf = (response: Response): string[] => setBy(response).filter((name) => name !== 'own')

  describe.for(places)('the session in $place', ({ path, isStreamed = false }) => {
    // proves, C-4, §16.2, §18.2
    it('is returned, or null', async () => {
      const [session] = await shownBy(await open(await ann(), path))
      expect(session).toMatchObject({
        user: { name: 'Ann', email: 'ann@example.com' },
        expires: expect.stringMatching(/Z$/),
      })
      // A guarded page leads to the sign-in page.
      expect((await shownBy(await open(anonymous(), path)))[0] ?? null).toBeNull()
    })

    // proves AUD-F15, P-CK-3
    it('is null for a browser with two session cookies, in any order, and both stay', async () => {
      const [first, second] = [await ann('one@example.com'), await ann('two@example.com')]
      for (const pair of [
        [first, second],
        [second, first],
      ]) {
        const cookie = pair.map((browser) => browser.cookiesFor(site)).join('; ')
        const response = await anonymous().get(`${site}${path}`, { cookie })
        expect(response.headers.getSetCookie().join()).not.toContain('session-token')
        expect((await shownBy(response))[0] ?? null).toBeNull()
      }
    })

    // proves C-4, P-IN-2
    it('is an error with an invalid configuration, even for signed-out visitors, and stays', async () => {
      const browser = await ann()
      for (const visitor of [browser, anonymous()]) {
        const response = await open(visitor, path, 'broken')
        expect(response.status).toBe(isStreamed ? 200 : 500)
        expect(cookiesOf(response)).toEqual([])
        expect(await response.text()).not.toMatch(/<pre[^>]*>.|^null$|ann@example\.com/)
      }
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    // proves C-4, P-IN-2
    it('is an error if it cannot be read, and stays', async () => {
      const browser = await ann()
      const response = await open(browser, path, 'down')
      expect(response.status).toBe(isStreamed ? 200 : 500)
      expect(cookiesOf(response)).toEqual([])
      expect(await response.text()).not.toMatch(/<pre[^>]*>.|^null$|ann@example\.com/)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    // proves P-IN-4
    it('contains no token', async () => {
      const browser = await ann()
      const text = await (await open(browser, path)).text()
      const [token = ''] = browser.cookies(site).map(({ value }) => value)
      expect(token).not.toBe('')
      expect(text).not.toContain(token)
    })
  })
}
