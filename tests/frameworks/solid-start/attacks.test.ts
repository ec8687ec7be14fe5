import { expect } from 'vitest'
import { testAttacks } from '../attacks.ts'
import { ann, anonymous, readSession, site } from './visitor.ts'

const CROSS_SITE = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

testAttacks('solid-start', {
  async 'IN-14'() {
    const browser = await ann()
    const response = await browser.post(`${site}/api/auth/signout`, {}, CROSS_SITE)
    expect(response.headers.getSetCookie().join()).not.toContain('session-token')
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  },

  async 'IN-16'() {
    const browser = await ann()
    const response = await browser.get(`${site}/api/auth/session`)
    expect({ status: response.status, session: await response.json() }).toMatchObject({
      status: 200,
      session: { user: { name: 'Ann' } },
    })
  },

  async 'IN-17'() {
    const response = await anonymous().get(`${site}/api/authsession`)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toBe('null')
  },
})
