import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, createAuth, type JWTCallbackParams } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { decode } from 'latchkey/jwt'
import { describe, expect, it } from 'vitest'

const NAME = '__Secure-latchkey.session-token'

isolateEnvironment()

type JwtCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['jwt']>

/** Runs a callback at updates only. */
const onUpdate =
  (callback: (params: JWTCallbackParams) => ReturnType<JwtCallback>): JwtCallback =>
  (params) =>
    params.trigger === 'update' ? callback(params) : params.token

async function update(browser: Browser, data: unknown): Promise<unknown> {
  const response = await browser.send(`${BASE}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ data }),
  })
  return response.json()
}

async function readClaims(browser: Browser): Promise<Record<string, unknown>> {
  const { value } = browser.cookies(ORIGIN).find(({ name }) => name === NAME) ?? {}
  return (await decode({ token: value, secret: SECRET, salt: NAME })) ?? {}
}

const readIdentity = async (browser: Browser) => {
  const { sub, auth_time, jti } = await readClaims(browser)
  return { sub, auth_time, jti }
}

const warnings = (app: App): unknown[] =>
  app.log.filter(({ level }) => level === 'warn').map(({ entry }) => entry)

describe('an update of the session', () => {
  // proves AUD-F12, P-SE-8
  it.each([
    {
      how: 'merges the data',
      data: { sub: 'admin', auth_time: 99, jti: 'j' },
      callback: onUpdate(({ token, session }) => ({ ...token, ...session })),
    },
    {
      how: 'writes the data into the token',
      data: { sub: 'admin' },
      callback: onUpdate(({ token, session }) => Object.assign(token, session)),
    },
    {
      how: 'merges the user',
      data: { user: { sub: 'admin' } },
      callback: onUpdate(({ token, session }) => ({ ...token, ...session.user })),
    },
    {
      how: 'takes the id of the user',
      data: { user: { id: 7 } },
      callback: onUpdate(({ token, session }) => ({ ...token, sub: String(session.user.id) })),
    },
    {
      how: 'takes the data itself',
      data: 'admin',
      callback: onUpdate(({ token, session }) => ({ ...token, sub: session })),
    },
    {
      how: 'takes an object',
      data: { sub: { toString: 'admin' } },
      callback: onUpdate(({ token, session }) => ({ ...token, sub: structuredClone(session.sub) })),
    },
    {
      how: 'takes null',
      data: { sub: null },
      callback: onUpdate(({ token, session }) => ({ ...token, ...session })),
    },
  ])('does not change who the session belongs to if the callback $how', async ({ data, callback }) => {
    const seen: unknown[] = []
    const app = createApp({
      callbacks: {
        jwt: callback,
        session({ session, token }) {
          seen.push(token.sub)
          return session
        },
      },
      session: { absoluteMaxAge: 3600 },
    })
    const browser = await signedIn(app)
    const before = await readIdentity(browser)
    expect(before).toMatchObject({ sub: 'ann', auth_time: expect.any(Number), jti: expect.any(String) })
    expect(await update(browser, data)).toMatchObject({ user: { email: 'ann@example.com' } })
    await update(browser, data)
    expect(await readIdentity(browser)).toEqual(before)
    expect(new Set(seen)).toEqual(new Set(['ann']))
    expect(warnings(app)).toEqual(['update-identity'])
  })

  // proves AUD-F12
  it('still changes the other claims', async () => {
    const app = createApp({
      callbacks: { jwt: onUpdate(({ token, session }) => ({ ...token, ...session })) },
    })
    const browser = await signedIn(app)
    await update(browser, { name: 'Anna', theme: 'dark' })
    expect(await readClaims(browser)).toMatchObject({ sub: 'ann', name: 'Anna', theme: 'dark' })
    await update(browser, { name: 'Anne', sub: 'ann' })
    expect(await readClaims(browser)).toMatchObject({ sub: 'ann', name: 'Anne' })
    expect(warnings(app)).toEqual([])
  })

  // proves AUD-F12
  it('changes the identity if the callback takes it from somewhere else', async () => {
    const app = createApp({
      callbacks: { jwt: onUpdate(({ token }) => ({ ...token, sub: 'merged account' })) },
    })
    const browser = await signedIn(app)
    await update(browser, { merge: true })
    expect(await readClaims(browser)).toMatchObject({ sub: 'merged account' })
    expect(warnings(app)).toEqual([])
  })

  // proves AUD-F12
  it('without data causes no warning if the callback leaves claims out', async () => {
    const app = createApp({
      callbacks: { jwt: onUpdate(({ token: { sub, name } }) => ({ sub, name })) },
    })
    const browser = await signedIn(app)
    await update(browser, undefined)
    expect(await readClaims(browser)).toMatchObject({ sub: 'ann', name: 'Ann' })
    expect(warnings(app)).toEqual([])
  })

  // proves AUD-F12
  it('by server code is treated in the same way, even with cyclic or large data', async () => {
    const app = createApp({
      callbacks: { jwt: onUpdate(({ token, session }) => ({ ...token, sub: session.at(-1) })) },
    })
    const browser = await signedIn(app)
    const data: unknown[] = Array(200_000).fill('x')
    data.push(data, 'admin')
    const headers = { cookie: browser.cookiesFor(ORIGIN) }
    const { cookies } = await createAuth(app.config).update(new Request(BASE, { headers }), data)
    const [{ value } = { value: '' }] = cookies
    expect(await decode({ token: value, secret: SECRET, salt: NAME })).toMatchObject({ sub: 'ann' })
  })

  // proves AUD-F12
  it('adds no `sub` to a token without one', async () => {
    const app = createApp({
      callbacks: {
        jwt: ({ token, trigger, session }) => {
          const { sub: _, ...claims } = token
          return trigger === 'update' ? { ...claims, ...session } : claims
        },
      },
    })
    const browser = await signedIn(app)
    await update(browser, { sub: 'admin' })
    expect((await readClaims(browser)).sub).toBeUndefined()
  })

  // proves AUD-F12, P-SE-8
  it('in a database changes only its own response', async () => {
    const idp = createIdp()
    const app = createApp({
      adapter: memory(),
      providers: [oidcFor(idp)],
      session: { strategy: 'database' },
      callbacks: {
        session: ({ session, user, newSession }) => ({ ...session, id: user.id, ...newSession }),
      },
    })
    const browser = new Browser(app)
    await signInAt(idp, browser)
    const before = await readSession(browser)
    const [cookies, id] = [browser.cookiesFor(ORIGIN), (before as { id?: string } | null)?.id]
    expect(id).toEqual(expect.any(String))
    await update(browser, { id: 'admin', userId: 'admin', user: { id: 'admin' }, sub: 'admin' })
    expect(await readSession(browser)).toEqual(before)
    expect(browser.cookiesFor(ORIGIN)).toBe(cookies)
  })
})
