import { type Adapter, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { BASE, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { NAME, setting, signedIn, signIn } from '../kit/database.ts'

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
  it('signs nobody out', async () => {
    const { adapter, fail } = failing('getSessionAndUser')
    const here = setting({}, adapter)
    const browser = await signedIn(here)
    fail()
    const response = await browser.get(`${BASE}/session`)
    expect([response.status, response.headers.getSetCookie()]).toEqual([500, []])
    expect(await response.text()).not.toContain('hunter2')
    expect(here.app.errors).toEqual(['AdapterError'])
    const caller = { headers: new Headers({ host: 'app.test', cookie: browser.cookiesFor(ORIGIN) }) }
    await expect(createAuth(here.app.config).session(caller)).rejects.toMatchObject({
      type: 'AdapterError',
      cause: { method: 'getSessionAndUser' },
    })
  })

  // proves P-SE-9, §14 AdapterError
  it('lets nobody in', async () => {
    const { adapter, fail } = failing('createSession')
    const here = setting({}, adapter)
    fail()
    const browser = new Browser(here.app)
    expect((await signIn(here, browser)).headers.get('location')).toMatch(
      /\/auth\/error\?error=Configuration/,
    )
    expect(browser.cookies(ORIGIN).filter(({ name }) => name === NAME)).toEqual([])
  })

  // proves §7.5 a, §13.5, §14 SignOutError
  it('keeps nobody from signing out here', async () => {
    const { adapter, fail } = failing('deleteSession')
    const here = setting({}, adapter)
    const browser = await signedIn(here)
    fail()
    const response = await browser.post(`${BASE}/signout`)
    expect(response.status).toBe(302)
    expect(browser.cookies(ORIGIN)).toEqual([])
    expect(here.app.errors).toEqual(['SignOutError'])
  })
})
