import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { encode } from 'latchkey/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp, createIdp, ORIGIN, oidcFor, SECRET } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { moveTo, signedIn } from '../kit/session.ts'
import { sessionOf, signInAt } from '../kit/sign-in.ts'

const NAME = '__Secure-latchkey.session-token'

afterEach(() => {
  vi.useRealTimers()
})

function cookieOf(browser: Browser): { value: string; header: string } | undefined {
  return browser.cookies(ORIGIN).find(({ name }) => name === NAME)
}

function expiryOf(browser: Browser): number {
  return Date.parse(/Expires=([^;]+)/.exec(cookieOf(browser)?.header ?? '')?.[1] ?? '')
}

describe.each(['jwt', 'database'] as const)('a session of the kind %s', (strategy) => {
  function setting(config: Partial<AuthConfig> = {}) {
    const idp = createIdp()
    const app = createApp({
      adapter: memory(),
      providers: [oidcFor(idp)],
      ...config,
      session: { strategy, ...config.session },
    })
    return { app, idp, browser: new Browser(app) }
  }

  // proves ST-1, ST-2, ST-3, P-SE-9
  it('is begun only for whom the signIn callback lets in', async () => {
    const { idp, browser } = setting({ callbacks: { signIn: ({ profile }) => profile?.sub === 'ann' } })
    await signInAt(idp, browser, { claims: { sub: 'mallory' } })
    expect([await sessionOf(browser), cookieOf(browser)]).toEqual([null, undefined])
    await signInAt(idp, browser)
    expect(await sessionOf(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves CFG-36, SES-5, §4.1 sessionToken, §11.3 b
  it('ends maxAge seconds from now, thirty days unless told otherwise, and its cookie with it', async () => {
    for (const [maxAge, seconds] of [
      [undefined, 2_592_000],
      [3600, 3600],
    ] as const) {
      const { idp, browser } = setting({ session: { maxAge } })
      await signInAt(idp, browser)
      expect(Math.abs(expiryOf(browser) - Date.now() - seconds * 1000)).toBeLessThan(5000)
      expect(cookieOf(browser)?.header).not.toMatch(/max-age/i)
      const session = (await sessionOf(browser)) as { expires: string }
      expect(Math.abs(Date.parse(session.expires) - expiryOf(browser))).toBeLessThan(1000)
    }
  })

  // proves CB-13, EP-5
  it('asks the session callback at each check', async () => {
    let asked = 0
    const { idp, browser } = setting({
      callbacks: {
        session: ({ session }) => {
          asked++
          return session
        },
      },
    })
    await signInAt(idp, browser)
    for (let checks = 1; checks <= 3; checks++) {
      await sessionOf(browser)
      expect(asked).toBe(checks)
    }
  })

  // proves §20 Q-22
  it('is as good beyond the year 2038', async () => {
    vi.useFakeTimers({ now: Date.parse('2040-02-01T00:00:00Z'), toFake: ['Date'] })
    const accounts: unknown[] = []
    const { idp, browser } = setting({ events: { signIn: ({ account }) => accounts.push(account) } })
    await signInAt(idp, browser)
    expect(await sessionOf(browser)).toMatchObject({ expires: expect.stringMatching(/^2040-03-02T00:00/) })
    expect(accounts).toEqual([
      expect.objectContaining({ expires_at: Date.parse('2040-02-01T01:00:00Z') / 1000 }),
    ])
  })
})

describe('a session in a cookie', () => {
  // proves CFG-33, CFG-34, LIM-4
  it('may be opened by any of many secrets; only the first seals', async () => {
    const secrets = Array.from({ length: 10 }, (_, index) => `secret number ${index}, which is long enough`)
    const [first = '', last = ''] = [secrets[0], secrets.at(-1)]
    const rotated = createApp({ secret: secrets })
    expect(await sessionOf(moveTo(rotated, await signedIn(createApp({ secret: last }))))).toMatchObject({
      user: { name: 'Ann' },
    })
    const made = await signedIn(rotated)
    expect(await sessionOf(moveTo(createApp({ secret: first }), made))).toMatchObject({
      user: { name: 'Ann' },
    })
    expect(await sessionOf(moveTo(createApp({ secret: secrets.slice(1) }), made))).toBeNull()
  })

  // proves CB-7, §11.3 a
  it('is not begun where the jwt callback gives null; the sign-in is complete all the same', async () => {
    const idp = createIdp()
    const told: unknown[] = []
    const app = createApp({
      providers: [oidcFor(idp)],
      callbacks: { jwt: () => null },
      events: { signIn: () => told.push('signIn') },
    })
    const browser = new Browser(app)
    browser.plant(ORIGIN, NAME, 'of an earlier session')
    const response = await signInAt(idp, browser)
    expect([response.headers.get('location'), browser.cookies(ORIGIN), told]).toEqual([
      `${ORIGIN}/after`,
      [],
      ['signIn'],
    ])
  })

  // proves P-CK-2
  it('is read from the name for TLS alone, where there is TLS', async () => {
    const plain = 'latchkey.session-token'
    const token = await encode({ token: { name: 'Mallory' }, secret: SECRET, salt: plain })
    const insecure = new Browser(createApp({}, 'http://app.test'))
    insecure.plant('http://app.test', plain, token)
    expect(await (await insecure.get('http://app.test/auth/session')).json()).toMatchObject({
      user: { name: 'Mallory' },
    })
    const secure = new Browser(createApp())
    secure.plant(ORIGIN, plain, await encode({ token: { name: 'Mallory' }, secret: SECRET, salt: NAME }))
    expect(await sessionOf(secure)).toBeNull()
  })
})

describe('a session in the database', () => {
  // proves §5.2 c, §5.2 b
  it('has a token that is never cut, however long, and clears the pieces of another', async () => {
    const idp = createIdp()
    const generateSessionToken = (): string => 't'.repeat(5000)
    const browser = new Browser(
      createApp({ adapter: memory(), providers: [oidcFor(idp)], session: { generateSessionToken } }),
    )
    browser.plant(ORIGIN, `${NAME}.0`, 'a piece')
    await signInAt(idp, browser)
    expect(browser.cookies(ORIGIN).map(({ name, value }) => [name, value.length])).toEqual([[NAME, 5000]])
  })
})
