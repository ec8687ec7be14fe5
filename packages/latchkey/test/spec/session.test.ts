import { createApp, createIdp, ORIGIN, oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { encode } from 'latchkey/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'

const NAME = '__Secure-latchkey.session-token'

afterEach(() => {
  vi.useRealTimers()
})

function readSessionCookie(browser: Browser): { value: string; header: string } | undefined {
  return browser.cookies(ORIGIN).find(({ name }) => name === NAME)
}

function readExpiry(browser: Browser): number {
  return Date.parse(/Expires=([^;]+)/.exec(readSessionCookie(browser)?.header ?? '')?.[1] ?? '')
}

describe.each(['jwt', 'database'] as const)('a session with the strategy %s', (strategy) => {
  function createTestApp(config: Partial<AuthConfig> = {}) {
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
  it('starts only if the signIn callback allows it', async () => {
    const { idp, browser } = createTestApp({ callbacks: { signIn: ({ profile }) => profile?.sub === 'ann' } })
    await signInAt(idp, browser, { claims: { sub: 'mallory' } })
    expect({ session: await readSession(browser), cookie: readSessionCookie(browser) }).toEqual({
      session: null,
      cookie: undefined,
    })
    await signInAt(idp, browser)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves CFG-36, SES-5, §4.1 sessionToken, §11.3 b
  it('expires together with its cookie after `maxAge` seconds, by default 30 days', async () => {
    for (const { maxAge, seconds } of [
      { maxAge: undefined, seconds: 2_592_000 },
      { maxAge: 3600, seconds: 3600 },
    ]) {
      const { idp, browser } = createTestApp({ session: { maxAge } })
      await signInAt(idp, browser)
      expect(Math.abs(readExpiry(browser) - Date.now() - seconds * 1000)).toBeLessThan(5000)
      expect(readSessionCookie(browser)?.header).not.toMatch(/max-age/i)
      const session = (await readSession(browser)) as { expires: string }
      expect(Math.abs(Date.parse(session.expires) - readExpiry(browser))).toBeLessThan(1000)
    }
  })

  // proves CB-13, EP-5
  it('calls the session callback each time it is read', async () => {
    let calls = 0
    const { idp, browser } = createTestApp({
      callbacks: {
        session: ({ session }) => {
          calls++
          return session
        },
      },
    })
    await signInAt(idp, browser)
    for (let reads = 1; reads <= 3; reads++) {
      await readSession(browser)
      expect(calls).toBe(reads)
    }
  })

  // proves §20 Q-22
  it('works after the year 2038', async () => {
    vi.useFakeTimers({ now: Date.parse('2040-02-01T00:00:00Z'), toFake: ['Date'] })
    const accounts: unknown[] = []
    const { idp, browser } = createTestApp({ events: { signIn: ({ account }) => accounts.push(account) } })
    await signInAt(idp, browser)
    expect(await readSession(browser)).toMatchObject({ expires: expect.stringMatching(/^2040-03-02T00:00/) })
    expect(accounts).toEqual([
      expect.objectContaining({ expires_at: Date.parse('2040-02-01T01:00:00Z') / 1000 }),
    ])
  })
})

describe('a JWT session', () => {
  // proves CFG-33, CFG-34, LIM-4
  it('is decrypted with any secret in the list and encrypted with the first', async () => {
    const secrets = Array.from({ length: 10 }, (_, index) => `secret number ${index}, which is long enough`)
    const [first = '', last = ''] = [secrets[0], secrets.at(-1)]
    const rotated = createApp({ secret: secrets })
    expect(await readSession(moveTo(rotated, await signedIn(createApp({ secret: last }))))).toMatchObject({
      user: { name: 'Ann' },
    })
    const browser = await signedIn(rotated)
    expect(await readSession(moveTo(createApp({ secret: first }), browser))).toMatchObject({
      user: { name: 'Ann' },
    })
    expect(await readSession(moveTo(createApp({ secret: secrets.slice(1) }), browser))).toBeNull()
  })

  // proves CB-7, §11.3 a
  it('does not start if the jwt callback returns null, but the sign-in completes', async () => {
    const idp = createIdp()
    const events: unknown[] = []
    const app = createApp({
      providers: [oidcFor(idp)],
      callbacks: { jwt: () => null },
      events: { signIn: () => events.push('signIn') },
    })
    const browser = new Browser(app)
    browser.plant(ORIGIN, NAME, 'an earlier session')
    const response = await signInAt(idp, browser)
    expect({
      location: response.headers.get('location'),
      cookies: browser.cookies(ORIGIN),
      events,
    }).toEqual({ location: `${ORIGIN}/after`, cookies: [], events: ['signIn'] })
  })

  // proves P-CK-2
  it('is read only from the cookie with the __Secure- prefix on https', async () => {
    const plain = 'latchkey.session-token'
    const token = await encode({ token: { name: 'Mallory' }, secret: SECRET, salt: plain })
    const insecure = new Browser(createApp({}, 'http://app.test'))
    insecure.plant('http://app.test', plain, token)
    expect(await (await insecure.get('http://app.test/auth/session')).json()).toMatchObject({
      user: { name: 'Mallory' },
    })
    const secure = new Browser(createApp())
    secure.plant(ORIGIN, plain, await encode({ token: { name: 'Mallory' }, secret: SECRET, salt: NAME }))
    expect(await readSession(secure)).toBeNull()
  })
})

describe('a database session', () => {
  // proves §5.2 c, §5.2 b
  it('has a token that is never split, and deletes the chunks of another session', async () => {
    const idp = createIdp()
    const generateSessionToken = (): string => 't'.repeat(5000)
    const browser = new Browser(
      createApp({ adapter: memory(), providers: [oidcFor(idp)], session: { generateSessionToken } }),
    )
    browser.plant(ORIGIN, `${NAME}.0`, 'a chunk')
    await signInAt(idp, browser)
    expect(browser.cookies(ORIGIN).map(({ name, value }) => ({ name, length: value.length }))).toEqual([
      { name: NAME, length: 5011 },
    ])
  })
})
