import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { PUBLISHED_ADAPTERS } from '@latchkey/test-support/kit/published-adapters.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import {
  approved,
  browsersAt,
  EMAIL,
  listErrors,
  twoProcesses,
} from '@latchkey/test-support/kit/two-processes.ts'
import type { Adapter } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

describe.each(PUBLISHED_ADAPTERS)('a session in the database, with %s', (_, create) => {
  // proves DB-10
  it('is invalid if it ends while it is renewed', async () => {
    const { adapter } = await create()
    let end: (() => unknown) | undefined
    const setup = twoProcesses(adapter, {
      session: { updateAge: 0 },
      callbacks: {
        async session({ session }) {
          await end?.()
          return session
        },
      },
    })
    const [browser] = browsersAt(setup, 1) as [Browser]
    await (await approved(setup, browser))()
    expect(await readSession(browser)).toMatchObject({ user: { email: EMAIL } })
    const copy = new Browser(setup.processes[1])
    for (const { name, value } of browser.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
    end = () => {
      end = undefined
      return copy.post(`${BASE}/signout`)
    }
    const response = await browser.get(`${BASE}/session`)
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
    expect(listErrors(setup)).toEqual([])
  })
})

describe('a renewal that the database rejects', () => {
  // proves DB-10
  it.each([
    ['the session still exists', false],
    ['the session cannot be looked up', true],
  ])('fails and keeps the cookie if %s', async (_, isDown) => {
    let isRejected = false
    const database = memory()
    const adapter: Adapter = {
      ...database,
      updateSession() {
        isRejected = true
        throw new Error('The table is locked.')
      },
      getSessionAndUser(token) {
        if (isRejected && isDown) throw new Error('The database is down.')
        return database.getSessionAndUser(token)
      },
    }
    const setup = twoProcesses(adapter, { session: { updateAge: 0 } })
    const [browser] = browsersAt(setup, 1) as [Browser]
    await (await approved(setup, browser))()
    const cookies = browser.cookies(ORIGIN)
    const response = await browser.get(`${BASE}/session`)
    expect(response.status).toBe(500)
    expect(browser.cookies(ORIGIN)).toEqual(cookies)
    const [{ entry } = { entry: undefined }] = setup.processes[0].log.filter(({ level }) => level === 'error')
    expect(String(entry)).toContain('`updateSession` failed: The table is locked.')
  })

  // proves DB-6, DB-10
  it('does not look the session up again if the database is unavailable', async () => {
    const database = memory()
    let lookups = 0
    const adapter: Adapter = {
      ...database,
      updateSession: () => new Promise(() => {}),
      getSessionAndUser(token) {
        lookups++
        return database.getSessionAndUser(token)
      },
    }
    const setup = twoProcesses(adapter, { session: { updateAge: 0 }, timeouts: { adapter: 0.05 } })
    const [browser] = browsersAt(setup, 1) as [Browser]
    await (await approved(setup, browser))()
    lookups = 0
    expect((await browser.get(`${BASE}/session`)).status).toBe(503)
    expect(lookups).toBe(1)
  })
})
