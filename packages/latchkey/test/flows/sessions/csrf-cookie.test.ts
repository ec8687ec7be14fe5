import { createHash } from 'node:crypto'
import { type App, BASE, createApp, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { describe, expect, it } from 'vitest'

const NAME = '__Host-latchkey.csrf-token'
const OLD = 'an older secret that is long enough as well'
const CREDENTIALS = { email: 'ann@example.com', password: 'right' }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns a browser with the cookie that Auth.js writes. */
function browserOfAuthJs(app: App, token: string, secret: string): Browser {
  const browser = new Browser(app)
  browser.plant(ORIGIN, NAME, encodeURIComponent(`${token}|${sha256(token + secret)}`))
  return browser
}

const readPair = (browser: Browser): string[] =>
  decodeURIComponent(browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.value ?? '').split('|')

/** Submits a form as a client that sends no origin. */
async function isAccepted(browser: Browser, csrfToken: string): Promise<boolean> {
  const response = await browser.send(`${BASE}/callback/credentials`, {
    method: 'POST',
    body: new URLSearchParams({ ...CREDENTIALS, csrfToken }),
  })
  return response.headers.get('location') === ORIGIN
}

describe('the cookie of the CSRF token', () => {
  // proves AUD-F11, §4.4, §4.4 a
  it('holds the token and a hash that is not a plain hash of token and secret', async () => {
    const browser = new Browser(createApp())
    const { csrfToken } = await (await browser.get(`${BASE}/csrf`)).json()
    const [token = '', hash = ''] = readPair(browser)
    expect({ token, hash }).toEqual({ token: csrfToken, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect([sha256(token + SECRET), sha256(SECRET + token)]).not.toContain(hash)
    expect(await isAccepted(browser, csrfToken)).toBe(true)
    expect(await isAccepted(browser, 'a'.repeat(64))).toBe(false)
  })

  // proves AUD-F11, P-JW-5
  it('stays valid after a rotation of the secret', async () => {
    const before = new Browser(createApp({ secret: OLD }))
    const { csrfToken } = await (await before.get(`${BASE}/csrf`)).json()
    const [, value = ''] = before.cookiesFor(ORIGIN).split('=')
    for (const [secret, accepted] of [
      [[SECRET, OLD], true],
      [SECRET, false],
    ] as const) {
      const browser = new Browser(createApp({ secret }))
      browser.plant(ORIGIN, NAME, value)
      expect(await isAccepted(browser, csrfToken)).toBe(accepted)
    }
  })

  // proves AUD-F11, §4.4 a, §4.4 b
  it.each([
    { secret: SECRET, hashedWith: SECRET },
    { secret: [SECRET, OLD], hashedWith: `${SECRET},${OLD}` },
    { secret: [SECRET, OLD], hashedWith: OLD },
  ])('is accepted as Auth.js writes it, and kept: $hashedWith', async ({ secret, hashedWith }) => {
    const token = 'c'.repeat(64)
    const browser = browserOfAuthJs(createApp({ secret }), token, hashedWith)
    const response = await browser.get(`${BASE}/csrf`)
    expect(await response.json()).toEqual({ csrfToken: token })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await isAccepted(browser, token)).toBe(true)
  })

  // proves §4.4 c
  it('is not accepted with a hash of another secret', async () => {
    const token = 'c'.repeat(64)
    expect(await isAccepted(browserOfAuthJs(createApp(), token, 'guessed'), token)).toBe(false)
  })
})
