import { type PostgresServer, startPostgres, startStandby } from '@latchkey/test-support/servers/postgres.ts'
import { startRedis } from '@latchkey/test-support/servers/redis.ts'
import { chosenVariants } from '@latchkey/test-support/variants.mjs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { expectPromises, prepareDatabase, toUrl } from './postgres-applications.ts'
import { type RunningApplication, startApplication } from './running-application.ts'
import { SESSION_COOKIE, Visitor } from './visitor.ts'

let primary: PostgresServer
beforeAll(async () => {
  primary = await startPostgres()
  await prepareDatabase(primary)
})
afterAll(() => primary?.stop())

const SET_UPS = [
  ['pg', 'redis'],
  ['pg', 'database'],
  ['postgres', 'redis'],
  ['postgres', 'database'],
] as const
/** Each driver and each store once. */
const CHOSEN = chosenVariants(SET_UPS, ([driver, store]) => (driver === 'pg') === (store === 'redis'))

// proves DB-32
it.each(CHOSEN)(
  'rejects an ended session in all processes while the replica lags behind, with %s and the store in %s',
  async (driver, storeIn) => {
    const replica = await startStandby(primary)
    const redis = await startRedis()
    const stores = {
      redis: { in: 'redis', client: 'redis', servers: 'one', ports: [redis.port] },
      database: { in: 'database' },
    } as const
    const settings = {
      strategy: 'database',
      database: { driver, url: toUrl(primary.port), replicaUrl: toUrl(replica.port) },
      store: stores[storeIn],
      updateAge: 86_400,
    } as const
    const first = await startApplication(settings)
    const second = await startApplication(settings)
    try {
      const email = `${driver}-${storeIn}@example.com`
      const visitor = await signedIn(first, email)
      await untilCopied(replica, email)
      await replica.run('SELECT pg_wal_replay_pause()')

      const before = copyVisitor(visitor, first, second)
      expect(await readAll(before)).toEqual([{ email }, { email }])
      await openLink(visitor, first, email)
      expect(await readAll(before)).toEqual([{ email: undefined }, { email: undefined }])
      const after = copyVisitor(visitor, second, first)
      expect(await readAll(after)).toEqual([{ email }, { email }])
      expect(await visitor.signOut()).toBe(true)
      expect(await readAll(after)).toEqual([{ email: undefined }, { email: undefined }])

      expect(await sessionsIn(replica, email)).toBe(1)
      expect(await sessionsIn(primary, email)).toBe(0)
      const other = await signedIn(second, `other-${email}`)
      await redis.kill()
      const active = copyVisitor(other, first, second)
      expect(await readAll(active)).toEqual(active.map(() => ({ email: `other-${email}` })))
      expect(await readAll([...before, ...after])).toEqual(Array(4).fill({ email: undefined }))
    } finally {
      await Promise.all([first.stop(), second.stop()])
      await Promise.all([replica.stop(), redis.stop()])
    }
  },
)

async function signedIn(application: RunningApplication, email: string): Promise<Visitor> {
  const visitor = new Visitor(application.origin, () => {})
  await openLink(visitor, application, email)
  return visitor
}

async function openLink(visitor: Visitor, application: RunningApplication, email: string): Promise<void> {
  expect(await visitor.requestLink(email), application.log()).toBe(true)
  expect(await visitor.open(application.takeLink(email) ?? '')).toBe(true)
}

/** Returns the cookies of a visitor in a browser for each application. */
function copyVisitor(visitor: Visitor, ...applications: readonly RunningApplication[]): Visitor[] {
  return applications.map(({ origin }) => {
    const copy = new Visitor(origin, () => {})
    copy.plant(origin, SESSION_COOKIE, visitor.sessionToken ?? '')
    return copy
  })
}

function readAll(visitors: readonly Visitor[]): Promise<unknown[]> {
  return Promise.all(visitors.map((visitor) => visitor.copy().read()))
}

async function sessionsIn(server: PostgresServer, email: string): Promise<number> {
  const select = `SELECT 1 FROM sessions JOIN users ON users.id = "userId" WHERE email = '${email}'`
  return (await server.run(select, 'app')).length
}

async function untilCopied(replica: PostgresServer, email: string): Promise<void> {
  await vi.waitUntil(async () => (await sessionsIn(replica, email)) > 0, { timeout: 10_000 })
}

// proves DB-31, DB-32
it('PostgreSQL fails under load: lagging', async () => {
  const replica = await startStandby(primary)
  try {
    await expectPromises(
      'lagging',
      { url: toUrl(primary.port), replicaUrl: toUrl(replica.port) },
      {
        inject: () => replica.run('SELECT pg_wal_replay_pause()'),
        heal: () => replica.run('SELECT pg_wal_replay_resume()'),
      },
    )
  } finally {
    await replica.stop()
  }
})
