import { expect } from 'vitest'
import { testAttacks } from '../attacks.ts'
import { ann, anonymous, open, readSession, requestData, shownBy, site, submit } from './visitor.ts'

const CROSS_SITE = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

testAttacks('sveltekit', {
  async 'IN-18'() {
    const browser = await ann()
    // Bytes have no content type, unlike text.
    for (const body of [null, new Uint8Array(1)]) {
      await browser.send(`${site}/auth/signout`, { method: 'POST', headers: CROSS_SITE, body })
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    }
  },

  async 'IN-21'() {
    const response = await submit(anonymous(), '/signin', {
      providerId: 'my-idp',
      'authorizationParams-redirect_uri': 'https://evil.example',
      'authorizationParams-client_id': 'evil',
      'authorizationParams-response_type': 'token',
    })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    const parameters = ['redirect_uri', 'client_id', 'response_type'].map((name) => searchParams.getAll(name))
    expect(parameters).toEqual([[`${site}/auth/callback/my-idp`], ['the-application'], ['code']])
  },

  async 'IN-25'() {
    const browser = anonymous()
    const fields = { providerId: 'signin-form', email: 'ann@example.com', password: 'right' }
    const response = await submit(browser, '/signin', fields, { 'x-variant': 'signin-form' })
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({
      status: 303,
      location: `${site}/forms`,
    })
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  },

  async 'IN-26'() {
    const emails = ['one@example.com', 'two@example.com', 'three@example.com']
    const browsers = await Promise.all(emails.map(ann))
    const pages = await Promise.all(browsers.map((browser) => open(browser, '/?race')))
    for (const [index, page] of pages.entries()) {
      const sessions = await shownBy(page)
      expect(sessions).not.toEqual([])
      expect(new Set(sessions.map((session) => session?.user.email))).toEqual(new Set([emails[index]]))
    }
  },

  async 'IN-27'() {
    const browser = await ann()
    expect((await requestData(browser, '/members')).text).toContain('ann@example.com')
    await browser.post(`${site}/auth/signout`)
    expect((await requestData(browser, '/members')).text).not.toContain('ann@example.com')
  },
})
