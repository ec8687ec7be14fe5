import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from '../servers/faulty-proxy.ts'
import { startStandby } from '../servers/postgres.ts'
import { type PostgresPair, startSynchronousPair } from '../servers/postgres-standby.ts'
import { expectPromises, prepareDatabase, urlOf } from './postgres-applications.ts'
import { startApplication } from './running-application.ts'
import { Visitor } from './visitor.ts'

let pair: PostgresPair
let proxy: FaultyProxy
beforeAll(async () => {
  pair = await startSynchronousPair()
  await prepareDatabase(pair.primary)
  proxy = await startFaultyProxy(pair.primary.port)
})
afterAll(async () => {
  await proxy?.stop()
  await pair?.stop()
})

// A limit of the option, not a promise: renewals, which read the primary, would hide it.
it.each(['pg', 'postgres'] as const)(
  'accepts an ended session from a lagging replica until it catches up, with %s',
  async (driver) => {
    const replica = await startStandby(pair.primary, { recovery_min_apply_delay: '2s' })
    const urls = { url: urlOf(pair.primary.port), replicaUrl: urlOf(replica.port) }
    const application = await startApplication({
      strategy: 'database',
      database: { driver, ...urls },
      store: { in: 'database' },
      updateAge: 86_400,
    })
    try {
      const email = `${driver}@example.com`
      const visitor = new Visitor(application.origin, () => {})
      await visitor.requestLink(email)
      expect(await visitor.open(application.takeLink(email) ?? '')).toBe(true)
      const read = async (): Promise<unknown> => copy.copy().read()
      const copy = visitor.copy()
      const rows = async (): Promise<number> =>
        (
          await replica.run(
            `SELECT 1 FROM sessions JOIN users ON users.id = "userId" WHERE email = '${email}'`,
            'app',
          )
        ).length
      await vi.waitUntil(async () => (await rows()) > 0, { timeout: 10_000 })
      expect(await visitor.signOut()).toBe(true)
      expect(await read()).toEqual({ email })
      await vi.waitUntil(async () => (await rows()) === 0, { timeout: 10_000 })
      expect(await read()).toEqual({ email: undefined })
    } finally {
      await application.stop()
      await replica.stop()
    }
  },
)

// proves DB-31
it('PostgreSQL fails under load: standby', async () => {
  await expectPromises(
    'standby',
    { url: urlOf(proxy.port) },
    {
      inject: async () => proxy.forwardTo(pair.standby.port),
      heal: async () => proxy.forwardTo(pair.primary.port),
    },
  )
})

// proves DB-31
it('PostgreSQL fails under load: promoted', async () => {
  await expectPromises(
    'promoted',
    { url: urlOf(proxy.port) },
    {
      async inject() {
        await pair.primary.kill()
        await proxy.refuse()
      },
      async heal() {
        await pair.promote()
        proxy.forwardTo(pair.standby.port)
        await proxy.pass()
      },
    },
  )
})
