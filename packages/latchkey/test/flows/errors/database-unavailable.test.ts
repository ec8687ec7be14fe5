import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { SESSION_COOKIE, setUp, signedIn, signIn } from '@latchkey/test-support/kit/database.ts'
import { type Adapter, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

describe('a database that is down', () => {
  function failing(method: keyof Adapter): { adapter: Adapter; fail: () => void } {
    const base = memory()
    let isDown = false
    const inner = base[method] as (...args: unknown[]) => unknown
    const broken = (...args: unknown[]): unknown => {
      if (isDown) throw new Error('connection refused, password=hunter2')
      return inner(...args)
    }
    return {
      adapter: { ...base, [method]: broken },
      fail: () => {
        isDown = true
      },
    }
  }

  // proves P-SE-9, P-LG-3, §7.4 a, §13.2 c, §14 AdapterError
  it('keeps users signed in while it cannot read sessions', async () => {
    const { adapter, fail } = failing('getSessionAndUser')
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    fail()
    const response = await browser.get(`${BASE}/session`)
    expect({ status: response.status, cookies: response.headers.getSetCookie() }).toEqual({
      status: 500,
      cookies: [],
    })
    expect(await response.text()).not.toContain('hunter2')
    expect(setup.app.errors).toEqual(['AdapterError'])
    const caller = { headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }) }
    await expect(createAuth(setup.app.config).session(caller)).rejects.toMatchObject({
      type: 'AdapterError',
      cause: { method: 'getSessionAndUser' },
    })
  })

  // proves P-SE-9, §14 AdapterError
  it('completes no sign-in while it cannot create sessions', async () => {
    const { adapter, fail } = failing('createSession')
    const setup = setUp({}, adapter)
    fail()
    const browser = new Browser(setup.app)
    expect((await signIn(setup, browser)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
    expect(browser.cookies(ORIGIN).filter(({ name }) => name === SESSION_COOKIE)).toEqual([])
  })

  // proves §7.5 a, §13.5, §14 SignOutError, DB-9
  it('deletes the cookie at sign-out, and says that it cannot delete the session', async () => {
    const { adapter, fail } = failing('deleteSession')
    const setup = setUp({}, adapter)
    const browser = await signedIn(setup)
    fail()
    const response = await browser.post(`${BASE}/signout`)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('Signed out in this browser')
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(setup.app.errors).toEqual(['SignOutError'])
  })
})
