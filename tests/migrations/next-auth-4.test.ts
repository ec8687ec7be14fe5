import { type Guide, openGuide } from '@latchkey/test-support/applications/guide.ts'
import { createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser, findForms, type Site } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type Callbacks, memoryStore } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { getToken } from 'latchkey/jwt'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/next'
import Nodemailer from 'latchkey/providers/nodemailer'
import { NextRequest } from 'next/server.js'
import type { NextAuthOptions } from 'next-auth'
import { encode as encodeVersion4 } from 'next-auth/jwt'
import credentialsModule from 'next-auth/providers/credentials'
import emailModule from 'next-auth/providers/email'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { siteOfVersion4 } from './next-auth-4-site.ts'

const ORIGIN = 'https://app.test'
const SESSION = `${ORIGIN}/api/auth/session`
const COOKIE = '__Secure-next-auth.session-token'
const SECRET = 'a secret that is long enough for every test here'
const SHORT_SECRET = 'short'
const DAY_MS = 24 * 60 * 60 * 1000

interface SessionFile {
  decodeSession: NonNullable<NonNullable<LatchkeyConfig['jwt']>['decode']>
}

/** Modules in CommonJS, whose `default` is the function. */
const defaultOf = <T>(module: unknown): T => (module as { default?: T }).default ?? (module as T)
const Credentials = defaultOf<typeof credentialsModule.default>(credentialsModule)
const Email = defaultOf<typeof emailModule.default>(emailModule)

let guide: Guide
/** `auth.ts` of the page. */
let latchkey: LatchkeyResult
let decodeSession: SessionFile['decodeSession']

const oldOptions: NextAuthOptions = {
  secret: SECRET,
  providers: [
    Credentials({
      credentials: { password: {} },
      authorize: (fields) =>
        fields?.password === 'right' ? { id: 'ann', name: 'Ann', email: 'ann@example.com' } : null,
    }),
  ],
}
const oldSite = siteOfVersion4(ORIGIN, oldOptions)

function siteOf({ handlers }: Pick<LatchkeyResult, 'handlers'>): Site {
  return {
    origin: ORIGIN,
    fetch: (request) => handlers[request.method === 'GET' ? 'GET' : 'POST'](new NextRequest(request)),
  }
}

async function csrfToken(browser: Browser): Promise<string> {
  const response = await browser.get(`${ORIGIN}/api/auth/csrf`)
  return ((await response.json()) as { csrfToken: string }).csrfToken
}

/** Returns the value of the session cookie that version 4 sets. */
async function signInAtVersion4(): Promise<string> {
  const browser = new Browser(oldSite)
  const fields = { csrfToken: await csrfToken(browser), password: 'right' }
  await browser.post(`${ORIGIN}/api/auth/callback/credentials`, fields)
  return cookieOf(browser)
}

const cookieOf = (browser: Browser): string =>
  browser.cookies(ORIGIN).find(({ name }) => name === COOKIE)?.value ?? ''

function browserWith(site: Site, cookie: string): Browser {
  const browser = new Browser(site)
  browser.plant(ORIGIN, COOKIE, cookie)
  return browser
}

const sessionOf = async (browser: Browser): Promise<unknown> => (await browser.get(SESSION)).json()

isolateEnvironment()
beforeEach(() => {
  vi.stubEnv('NEXTAUTH_URL', ORIGIN)
  vi.stubEnv('NEXTAUTH_SECRET', SECRET)
})
beforeAll(async () => {
  vi.stubEnv('GITHUB_ID', 'the client ID')
  vi.stubEnv('GITHUB_SECRET', 'the client secret')
  guide = openGuide('next-auth-4', import.meta.dirname)
  latchkey = await guide.import<LatchkeyResult>('auth.ts')
  ;({ decodeSession } = await guide.import<SessionFile>('next-auth-4-session.ts'))
})
afterAll(() => {
  vi.useRealTimers()
  guide.remove()
})

// proves VER-1
describe('the guide for NextAuth.js 4', () => {
  it('keeps a user signed in with the cookie of version 4', async () => {
    const cookie = await signInAtVersion4()
    expect(await sessionOf(browserWith(oldSite, cookie))).toMatchObject({ user: { name: 'Ann' } })
    expect(await sessionOf(browserWith(siteOf(latchkey), cookie))).toMatchObject({
      user: { id: 'ann', name: 'Ann', email: 'ann@example.com' },
    })
  })

  it('renews the session in the format of Latchkey', async () => {
    const cookie = await signInAtVersion4()
    const browser = browserWith(siteOf(latchkey), cookie)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * DAY_MS })
    await sessionOf(browser)
    expect(cookieOf(browser)).not.toBe(cookie)
    expect(headerOf(cookieOf(browser))).toMatchObject({ alg: 'dir', enc: 'A256CBC-HS512' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 29 * DAY_MS })
    expect(await sessionOf(browser)).toMatchObject({ user: { id: 'ann' } })
    vi.useRealTimers()
  })

  it('rejects a cookie of version 4 that has expired, was modified, or has another secret', async () => {
    const token = { sub: 'ann', name: 'Ann' }
    const valid = await encodeVersion4({ token, secret: SECRET })
    const [header, key, iv, text = '', tag] = valid.split('.')
    const modified = [header, key, iv, `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`, tag].join('.')
    const cookies = {
      expired: await encodeVersion4({ token, secret: SECRET, maxAge: -60 }),
      modified,
      'another secret': await encodeVersion4({ token, secret: `${SECRET}!` }),
      'another purpose': await encodeVersion4({ token, secret: SECRET, salt: 'an e-mail link' }),
    }
    for (const [name, cookie] of Object.entries(cookies))
      expect({ [name]: await sessionOf(browserWith(siteOf(latchkey), cookie)) }).toEqual({ [name]: null })
    expect(await sessionOf(browserWith(siteOf(latchkey), valid))).toMatchObject({ user: { id: 'ann' } })
  })

  it('reads the cookie with a new secret in front of a short one', async () => {
    const token = await encodeVersion4({ token: { sub: 'ann' }, secret: SHORT_SECRET })
    expect(await decodeSession({ token, secret: [SECRET, SHORT_SECRET], salt: COOKIE })).toMatchObject({
      sub: 'ann',
    })
    expect(await decodeSession({ token, secret: SECRET, salt: COOKIE })).toBeNull()
  })

  it('reads the cookie with `getToken` as the page calls it', async () => {
    const req = new Request(ORIGIN, { headers: { cookie: `${COOKIE}=${await signInAtVersion4()}` } })
    const found = await getToken({
      req,
      secret: SECRET,
      secureCookie: true,
      cookiePrefix: 'next-auth',
      decode: decodeSession,
    })
    expect(found).toMatchObject({ sub: 'ann', name: 'Ann' })
  })

  it('keeps the id of a user without a database', async () => {
    const { keepUserId } = await guide.import<{ keepUserId: Callbacks['jwt'] }>('keep-user-ids.ts')
    const idp = createIdp()
    const idWith = async (jwt?: Callbacks['jwt']): Promise<unknown> => {
      const callbacks: Partial<Callbacks> = {
        ...(jwt && { jwt }),
        session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub ?? '' } }),
      }
      const config = { store: memoryStore(), providers: [oidcFor(idp)], callbacks }
      const browser = new Browser(siteOf(Latchkey(config)))
      const started = await browser.post(`${ORIGIN}/api/auth/signin/idp`)
      await browser.get(idp.agree(started.headers.get('location') ?? '', { sub: '583231' }).href)
      return ((await sessionOf(browser)) as { user: { id: string } }).user.id
    }
    expect(await idWith(keepUserId)).toBe('583231')
    expect(await idWith()).toMatch(/^[\da-f]{8}-/)
  })

  describe('with a database', () => {
    const adapter = sqlite(':memory:')
    const links: string[] = []
    const sendVerificationRequest = async ({ url }: { url: string }): Promise<void> => void links.push(url)
    const email = { server: 'smtp://127.0.0.1:1', from: 'app@app.test', sendVerificationRequest }
    const old = siteOfVersion4(ORIGIN, {
      secret: SECRET,
      adapter: adapter as never,
      providers: [Email(email)],
    })
    const site = siteOf(
      Latchkey({
        adapter,
        store: memoryStore(),
        providers: [Nodemailer({ ...email, id: 'email' })],
        cookiePrefix: 'next-auth',
        session: { hashToken: false },
      }),
    )

    async function requestLink(browser: Browser): Promise<string> {
      const fields = { csrfToken: await csrfToken(browser), email: 'ann@example.com' }
      await browser.post(`${ORIGIN}/api/auth/signin/email`, fields)
      return links.pop() ?? ''
    }

    it('keeps a session, in both directions', async () => {
      const browser = new Browser(old)
      await browser.get(await requestLink(browser))
      const cookie = cookieOf(browser)
      expect(cookie).not.toBe('')
      for (const one of [site, old])
        expect(await sessionOf(browserWith(one, cookie))).toMatchObject({
          user: { email: 'ann@example.com' },
        })
    })

    it('accepts an e-mail link that version 4 sent, after a click on its page', async () => {
      const link = await requestLink(new Browser(old))
      const browser = new Browser(site)
      const [form] = await findForms(await browser.get(link), link)
      await browser.post(form?.action ?? '', { ...form?.fields })
      expect(await sessionOf(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    })
  })
})

function headerOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
}
