import { DatabaseSync } from 'node:sqlite'
import { UnstorageAdapter } from '@auth/unstorage-adapter'
import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import fc from 'fast-check'
import { type Adapter, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import Credentials from 'latchkey/providers/credentials'
import { createStorage } from 'unstorage'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256Hex } from '../../src/crypto/digest.ts'
import { holdsFor } from '../properties/runs.ts'
import { type Conditions, runAtOnce, scheduled } from './interleaving.ts'

const NAME = '__Secure-latchkey.session-token'
const DAY = 24 * 60 * 60 * 1000

/** What a device of the user does. */
type Action = 'read' | 'update' | 'sign in' | 'sign out' | 'end all' | 'end others'
/** `copy` has the cookie of the laptop: another tab of it, or a thief. */
type Device = 'laptop' | 'copy' | 'phone'
type Step = readonly [Device, Action]

/** Whose session a device continues. */
const SESSION_OF = { laptop: 'laptop', copy: 'laptop', phone: 'phone' } as const

interface Storage {
  readonly strategy: 'jwt' | 'database' | 'hybrid'
  /** Returns a database whose calls wait for their turn. */
  readonly adapter: () => Adapter
  /** Whether the adapter can end all sessions of a user. Default: yes. */
  readonly endsAll?: boolean
}

const STORAGES: Record<string, Storage> = {
  'tokens in a cookie': { strategy: 'jwt', adapter: () => scheduled(memory()) },
  'tokens in a cookie with rows in SQLite': {
    strategy: 'hybrid',
    adapter: () => scheduled<Adapter>(sqlite(new DatabaseSync(':memory:'))),
  },
  'sessions in memory': { strategy: 'database', adapter: () => scheduled(memory()) },
  'sessions in SQLite': {
    strategy: 'database',
    adapter: () => scheduled<Adapter>(sqlite(new DatabaseSync(':memory:'))),
  },
  // Its adapter reads a session and writes it back to extend it.
  'sessions in a key-value store': { strategy: 'database', adapter: keyValueStore, endsAll: false },
}

const SCENARIOS: readonly (readonly Step[])[] = [
  [
    ['laptop', 'sign out'],
    ['copy', 'read'],
  ],
  [
    ['laptop', 'sign out'],
    ['copy', 'read'],
    ['copy', 'update'],
  ],
  [
    ['laptop', 'sign out'],
    ['copy', 'end others'],
    ['phone', 'read'],
  ],
  [
    ['laptop', 'sign in'],
    ['copy', 'read'],
  ],
  [
    ['laptop', 'sign in'],
    ['copy', 'end others'],
  ],
  [
    ['laptop', 'end all'],
    ['copy', 'read'],
    ['phone', 'read'],
  ],
  [
    ['laptop', 'end all'],
    ['copy', 'update'],
  ],
  [
    ['laptop', 'end all'],
    ['phone', 'end others'],
  ],
  [
    ['laptop', 'end all'],
    ['phone', 'end others'],
    ['phone', 'read'],
  ],
  [
    ['laptop', 'end others'],
    ['copy', 'read'],
    ['phone', 'read'],
  ],
  [
    ['laptop', 'end others'],
    ['copy', 'end others'],
  ],
  [
    ['laptop', 'end others'],
    ['phone', 'end others'],
  ],
  [
    ['laptop', 'end others'],
    ['phone', 'end others'],
    ['copy', 'sign out'],
  ],
  [
    ['laptop', 'end others'],
    ['phone', 'sign out'],
  ],
]

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe.each(Object.entries(STORAGES))(
  'an ended session stays ended: %s',
  (_, { strategy, adapter, endsAll = true }) => {
    const possible = SCENARIOS.filter(
      (steps) => endsAll || steps.every(([, action]) => !action.startsWith('end')),
    )
    it.each(possible.map((steps) => [describeSteps(steps), steps] as const))('%s', async (_title, steps) => {
      const site = createSite(strategy, adapter())
      const conditions = fc.record({ scheduler: fc.scheduler(), tick: fc.constantFrom(0, 300, 1000) })
      const share = strategy === 'jwt' ? 0.02 : 0.01
      await holdsFor(conditions, (chosen) => check(site, steps, chosen), { share })
    })
  },
)

// With sessions in a database, a sign-out whose deletion fails only removes the cookie, and says
// so.
describe('an ended session stays ended even if a call fails: tokens in a cookie', () => {
  it.each(SCENARIOS.map((steps) => [describeSteps(steps), steps] as const))('%s', async (_title, steps) => {
    const site = createSite('jwt', scheduled(memory()))
    const moment = fc.constantFrom('before' as const, 'after' as const)
    const fault = fc.record({ at: fc.nat({ max: 15 }), moment })
    const conditions = fc.record({ scheduler: fc.scheduler(), fault })
    await holdsFor(conditions, (chosen) => check(site, steps, chosen), { share: 0.005 })
  })
})

describe.each(
  Object.entries(STORAGES).filter(([, { strategy, endsAll = true }]) => strategy === 'database' && endsAll),
)('revoked sessions stay ended even if a call fails: %s', (_, { adapter }) => {
  const revocations = SCENARIOS.filter((steps) =>
    steps.every(([, action]) => action !== 'sign out' && action !== 'sign in'),
  )
  it.each(revocations.map((steps) => [describeSteps(steps), steps] as const))('%s', async (_title, steps) => {
    const site = createSite('database', adapter())
    const moment = fc.constantFrom('before' as const, 'after' as const)
    const fault = fc.record({ at: fc.nat({ max: 15 }), moment })
    const conditions = fc.record({ scheduler: fc.scheduler(), fault })
    await holdsFor(conditions, (chosen) => check(site, steps, chosen), { share: 0.005 })
  })
})

function describeSteps(steps: readonly Step[]): string {
  return steps.map(([device, action]) => `${device}: ${action}`).join(', ')
}

type Site = ReturnType<typeof createSite>

function keyValueStore(): Adapter {
  const { getItem, setItem, removeItem } = createStorage()
  const storage = scheduled({ getItem, setItem, removeItem })
  // It calls no other methods.
  return UnstorageAdapter(storage as Parameters<typeof UnstorageAdapter>[0]) as Adapter
}

interface Done {
  readonly isDone: boolean
  readonly cookie?: string | undefined
}

/** An application that renews each session that is read, and stores every cookie that it sets. */
function createSite(strategy: Storage['strategy'], database: Adapter) {
  const created: string[] = []
  const adapter: Adapter = {
    ...database,
    createSession: (session) => {
      created.push(session.sessionToken)
      return database.createSession?.(session) as never
    },
  }
  const app = createApp({
    adapter,
    store: scheduled(memoryStore()),
    // The calls wait for their turn, however long that takes.
    timeouts: { adapter: false, store: false },
    // Each session check of a hybrid session asks the database.
    session: { strategy, updateAge: 0, recheck: 0 },
    limits: false,
    providers: [Credentials({ credentials: { user: {} }, authorize: ({ user }) => ({ id: user }) })],
  })
  const { config, revokeSessions } = createAuth(app.config)
  return {
    database,
    created,
    /** Does what a device does with its cookie. @returns the new cookie, and whether it worked */
    async act(action: Action, user: string, cookie: string | undefined): Promise<Done> {
      const headers = new Headers({ origin: ORIGIN, 'sec-fetch-site': 'same-origin' })
      if (cookie !== undefined) headers.set('cookie', `${NAME}=${cookie}`)
      if (action === 'end all') {
        await revokeSessions(user)
        return { isDone: true }
      }
      if (action === 'end others') {
        const { cookies } = await revokeSessions(user, {
          except: 'current',
          caller: { headers, url: new URL(ORIGIN) },
        })
        return { isDone: true, cookie: cookies.findLast(({ name }) => name === NAME)?.value || undefined }
      }
      const path = {
        read: 'session',
        update: 'session',
        'sign in': 'callback/credentials',
        'sign out': 'signout',
      }[action]
      const body = action === 'read' ? null : new URLSearchParams({ user, data: 'anything' })
      const method = action === 'read' ? 'GET' : 'POST'
      const response = await app.fetch(new Request(`${BASE}/${path}`, { method, headers, body }))
      const cookies = response.headers.getSetCookie()
      return {
        isDone: response.status < 400 && !response.headers.get('location')?.includes('error='),
        cookie: cookies.map((header) => new RegExp(`^${NAME}=([^;]+)`).exec(header)?.[1]).findLast(Boolean),
      }
    },
    /** Returns the session token of a cookie's row. */
    async rowKey(cookie: string): Promise<string> {
      if (strategy !== 'hybrid') return sha256Hex(cookie)
      const found = await config.sessionCodec.decode(cookie, NAME, Date.now())
      return sha256Hex(found === undefined || found instanceof Error ? '' : String(found.claims.jti))
    },
    async isAlive(cookie: string): Promise<boolean> {
      const response = await app.fetch(
        new Request(`${BASE}/session`, { headers: { cookie: `${NAME}=${cookie}` } }),
      )
      return (await response.json()) !== null
    },
  }
}

async function check(site: Site, steps: readonly Step[], conditions: Conditions): Promise<string> {
  site.created.length = 0
  const email = `${crypto.randomUUID()}@example.com`
  const created = await site.database.createUser?.({ id: crypto.randomUUID(), email, emailVerified: null })
  const user = created?.id ?? ''
  const { cookie: laptop = '' } = await site.act('sign in', user, undefined)
  const { cookie: phone = '' } = await site.act('sign in', user, undefined)
  const first = { laptop, copy: laptop, phone }
  vi.setSystemTime(Date.now() + 10 * DAY)
  const handedOut = { laptop: [laptop], phone: [phone], new: [] as string[] }
  const done: Step[] = []
  const { failed } = await runAtOnce(
    conditions,
    Object.fromEntries(
      steps.map((step) => [
        step.join(' '),
        async () => {
          const [device, action] = step
          const { isDone, cookie } = await site.act(action, user, first[device])
          if (isDone) done.push(step)
          if (cookie !== undefined) handedOut[action === 'sign in' ? 'new' : SESSION_OF[device]].push(cookie)
        },
      ]),
    ),
  )
  if (failed === undefined) expect(done).toHaveLength(steps.length)
  for (const later of [0, 61_000, 20 * DAY + 10_000]) {
    vi.setSystemTime(Date.now() + later)
    const alive = {
      laptop: await listAlive(site, handedOut.laptop),
      phone: await listAlive(site, handedOut.phone),
    }
    const isExact = later === 0 && failed === undefined
    expect(findViolations(done, first, alive, isExact), `${later / 1000} seconds later`).toEqual([])
    if (isExact) expect(await rowsWithoutCookie(site, Object.values(handedOut).flat())).toEqual([])
  }
  return failed === undefined ? 'ended' : 'a call failed'
}

/** The cookies of each session that still open it. */
type Alive = Readonly<Record<'laptop' | 'phone', readonly string[]>>

async function listAlive({ isAlive }: Site, cookies: readonly string[]): Promise<string[]> {
  const alive: string[] = []
  for (const cookie of new Set(cookies)) if (await isAlive(cookie)) alive.push(cookie)
  return alive
}

/** Returns which invariants do not hold. */
function findViolations(
  steps: readonly Step[],
  first: Record<Device, string>,
  alive: Alive,
  isExact: boolean,
): string[] {
  const doing = (action: Action) => steps.filter(([, done]) => done === action)
  const sessionsWith = (action: Action) => new Set(doing(action).map(([device]) => SESSION_OF[device]))
  const all = [...alive.laptop, ...alive.phone]
  const ended = [...sessionsWith('sign out'), ...sessionsWith('sign in')]
  const enders = sessionsWith('end others')
  const broken = {
    'a session that was signed out, or replaced, is alive': ended.some((name) => alive[name].length > 0),
    'a session is alive after all were ended': doing('end all').length > 0 && all.length > 0,
    'another session is alive':
      enders.size > 0 &&
      (['laptop', 'phone'] as const).some((name) => !enders.has(name) && alive[name].length > 0),
    'more than one session is alive': enders.size > 0 && all.length > 1,
    'a copy of the old cookie is alive': [...enders].some((name) => alive[name].includes(first[name])),
    'a session that nothing ended is not alive':
      isExact &&
      doing('end all').length === 0 &&
      (['laptop', 'phone'] as const).some((name) => {
        const others = doing('end others').filter(([device]) => SESSION_OF[device] !== name)
        const own = doing('end others').length - others.length
        return !ended.includes(name) && others.length === 0 && own < 2 && alive[name].length === 0
      }),
  }
  return Object.entries(broken).flatMap(([name, isBroken]) => (isBroken ? [name] : []))
}

/** Returns the stored sessions that no browser has a cookie of. */
async function rowsWithoutCookie(
  { created, database, rowKey }: Site,
  cookies: readonly string[],
): Promise<string[]> {
  const known = await Promise.all(cookies.map(rowKey))
  const rows = created.filter((token) => !known.includes(token))
  const stored = await Promise.all(rows.map((token) => database.getSessionAndUser?.(token)))
  return rows.filter((_, index) => stored[index])
}
