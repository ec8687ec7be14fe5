import { ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import type { Adapter, AdapterUser } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { Latchkey, type LatchkeyConfig } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { describe, expect, it, vi } from 'vitest'

vi.mock('next/headers.js', () => ({}))

isolateEnvironment()

const VERIFIED = new Date('2026-01-02T03:04:05.678Z')

/** What server code of an application on Auth.js receives, without its session token. */
const WHOLE = {
  userId: 'u1',
  user: {
    id: 'u1',
    name: 'Ann',
    email: 'ann@example.com',
    emailVerified: VERIFIED.toISOString(),
    image: null,
    role: 'admin',
  },
}

/** A database with one user, who is signed in with the token `t`. */
async function database(user: object = {}): Promise<Adapter> {
  const base = memory()
  const ann = { id: 'u1', name: 'Ann', email: 'ann@example.com', emailVerified: VERIFIED, image: null }
  await base.createUser({ ...ann, role: 'admin', ...user } as AdapterUser)
  await base.createSession({
    sessionToken: 't',
    userId: 'u1',
    expires: new Date(Date.now() + 86_400_000 * 30),
  })
  return base
}

function configWith(adapter: Adapter, more: object = {}): LatchkeyConfig {
  return { adapter, secret: SECRET, trustHost: true, providers: [], logger: { warn: () => {} }, ...more }
}

const headers = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https', host: 'app.test' }
const cookie = '__Secure-authjs.session-token=t'

/** Returns what a route handler that `auth` wraps receives as `request.auth`. */
async function receivedBy(auth: unknown): Promise<unknown> {
  let received: unknown
  const wrap = auth as (handler: unknown) => (request: NextRequest, context: object) => Promise<Response>
  const handler = wrap((request: { auth: unknown }) => {
    received = request.auth
    return new Response()
  })
  await handler(new NextRequest(`${ORIGIN}/page`, { headers: { ...headers, cookie } }), {})
  return received
}

function application(adapter: Adapter, more: object = {}): ReturnType<typeof Latchkey> {
  return Latchkey({
    ...configWith(adapter, more),
    cookiePrefix: 'authjs',
    session: { strategy: 'database', hashToken: false },
  })
}

describe('auth() of Next.js with database sessions', () => {
  // proves DROP-1, AMB-40, §20 Q-26
  it('has the id of the user in server code, even without a callback', async () => {
    // Applications on Auth.js read `session.user.id` there; `undefined` in a query can match all
    // rows.
    const { auth, handlers } = application(await database({ passwordHash: 'scrypt$1' }))
    expect(await receivedBy(auth)).toEqual({
      user: { id: 'u1', name: 'Ann', email: 'ann@example.com', image: null },
      userId: 'u1',
      expires: expect.any(String),
    })
    // The browser does not receive it.
    const request = new NextRequest(`${ORIGIN}/api/auth/session`, { headers: { ...headers, cookie } })
    expect(await (await handlers.GET(request)).json()).toEqual({
      user: { name: 'Ann', email: 'ann@example.com', image: null },
      expires: expect.any(String),
    })
  })

  // proves DROP-1, AMB-40
  it.each([
    ['a bigint', 42n, '42'],
    ['an object id', { toString: () => '65f1c0ffee', toJSON: () => '65f1c0ffee' }, '65f1c0ffee'],
    ['a number', 42, 42],
  ])('can be passed on to the browser if the id is %s', async (_, id, expected) => {
    const base = await database()
    const { auth } = application({
      ...base,
      async getSessionAndUser(token) {
        const found = await base.getSessionAndUser?.(token)
        return found ? { ...found, user: { ...found.user, id: id as never } } : null
      },
    })
    const received = await receivedBy(auth)
    expect(received).toMatchObject({ user: { id: expected }, userId: expected })
    expect(JSON.parse(JSON.stringify(received))).toEqual(received)
  })

  // proves DROP-1
  it('has what the callback returns', async () => {
    const callbacks = {
      session({ session, user }: { session: { user: { id?: string } }; user: AdapterUser }) {
        session.user.id = user.id
        return session
      },
    }
    const { auth } = application(await database(), { callbacks })
    expect(await receivedBy(auth)).toEqual({ ...WHOLE, expires: expect.any(String) })
  })
})
