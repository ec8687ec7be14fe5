import { createHash } from 'node:crypto'
import { BASE, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { SESSION_COOKIE } from '@latchkey/test-support/kit/database.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { COLUMNS, code, duration, largest, section } from './render.ts'
import { type Setup, START, setUp, wait } from './setup.ts'

const STRATEGIES = ['jwt', 'database'] as const
type Strategy = (typeof STRATEGIES)[number]
type SessionJson = { user: object; expires: string } | null

const DAY = 86_400

const create = (strategy: Strategy): Setup => setUp({ session: { strategy } })

const read = async ({ browser }: Setup): Promise<SessionJson> => (await browser.get(`${BASE}/session`)).json()

/** Describes how long sessions last, and what is stored. */
export async function sessions(): Promise<string> {
  const storage = `${code('session.hashToken')}, ${code('session.generateSessionToken')}`
  return section('Sessions', COLUMNS, [
    ['Strategy without an adapter', await strategyWith(undefined), code('session.strategy')],
    ['Strategy with an adapter', await strategyWith(memory()), code('session.strategy')],
    ['Lifetime after the last renewal', await both(lifetime), code('session.maxAge')],
    ['Age at which a read renews it', await both(renewal), code('session.updateAge')],
    ['Lifetime after sign-in', await both(absoluteLifetime), code('session.absoluteMaxAge')],
    ['Session token in the database', await storedToken(), storage],
    ['Fields that the browser receives', await fields(), 'the `session` callback'],
    ['A copied cookie after sign-out', await both(copyAfterSignOut), ''],
  ])
}

/** Returns the value of both strategies. One after the other, because they share a clock. */
async function both(of: (strategy: Strategy) => Promise<string>): Promise<string> {
  const values: string[] = []
  for (const strategy of STRATEGIES) values.push(await of(strategy))
  return [...new Set(values)].join('; ')
}

async function strategyWith(adapter: Adapter | undefined): Promise<string> {
  const idp = createIdp()
  const setup = setUp({ adapter, providers: [oidcFor(idp)], session: {} })
  await signInAt(idp, setup.browser)
  // Only an encrypted session has the five parts of a JWE.
  return code(readToken(setup).split('.').length === 5 ? 'jwt' : 'database')
}

function readToken({ browser }: Setup): string {
  return browser.cookies(ORIGIN).find(({ name }) => name === SESSION_COOKIE)?.value ?? ''
}

async function lifetime(strategy: Strategy): Promise<string> {
  const setup = create(strategy)
  await signInAt(setup.idp, setup.browser)
  return duration((Date.parse((await read(setup))?.expires ?? '') - START.getTime()) / 1000)
}

async function renewal(strategy: Strategy): Promise<string> {
  const unchanged = await largest(30 * DAY - 1, async (seconds) => {
    const setup = create(strategy)
    await signInAt(setup.idp, setup.browser)
    wait(seconds)
    return (await setup.browser.get(`${BASE}/session`)).headers.getSetCookie().length === 0
  })
  return duration(unchanged + 1)
}

/** Uses a session for ten years. */
async function absoluteLifetime(strategy: Strategy): Promise<string> {
  const setup = create(strategy)
  await signInAt(setup.idp, setup.browser)
  for (let days = 20; days < 3650; days += 20) {
    wait(days * DAY)
    if ((await read(setup)) === null) return `${days} days or less`
  }
  return 'not limited'
}

async function storedToken(): Promise<string> {
  const adapter = memory()
  const stored: string[] = []
  const createSession: typeof adapter.createSession = (session) => {
    stored.push(session.sessionToken)
    return adapter.createSession(session)
  }
  const setup = setUp({ adapter: { ...adapter, createSession }, session: { strategy: 'database' } })
  await signInAt(setup.idp, setup.browser)
  const token = readToken(setup)
  const isHashed = stored[0] === createHash('sha256').update(token).digest('hex')
  const [, random = ''] = /^([0-9a-f]+)\.\d{10}$/.exec(token) ?? []
  if (random === '') throw new Error('The token is not hexadecimal. Change how its bits are counted.')
  return `${isHashed ? 'SHA-256 hash' : 'plaintext'} of ${random.length * 4} random bits`
}

async function fields(): Promise<string> {
  const setup = setUp({
    callbacks: { jwt: ({ token }) => ({ ...token, name: 'Ann', email: 'a@b.c', picture: '/p', more: 1 }) },
  })
  await signInAt(setup.idp, setup.browser)
  const { user, ...others } = (await read(setup)) ?? { user: {} }
  return [...Object.keys(user).map((name) => `user.${name}`), ...Object.keys(others)].map(code).join(', ')
}

async function copyAfterSignOut(strategy: Strategy): Promise<string> {
  const setup = create(strategy)
  await signInAt(setup.idp, setup.browser)
  const copy = new Browser(setup.app)
  copy.plant(ORIGIN, SESSION_COOKIE, readToken(setup))
  await setup.browser.post(`${BASE}/signout`)
  return (await read({ ...setup, browser: copy })) === null ? 'is rejected' : 'is accepted'
}
