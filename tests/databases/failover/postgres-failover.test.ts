import { type FaultyProxy, startFaultyProxy } from '@latchkey/test-support/servers/faulty-proxy.ts'
import { type PostgresPair, startSynchronousPair } from '@latchkey/test-support/servers/postgres-standby.ts'
import { afterAll, beforeAll, it } from 'vitest'
import { expectPromises, prepareDatabase, toUrl } from './postgres-applications.ts'

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

// proves DB-31
it('PostgreSQL fails under load: standby', async () => {
  await expectPromises(
    'standby',
    { url: toUrl(proxy.port) },
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
    { url: toUrl(proxy.port) },
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
