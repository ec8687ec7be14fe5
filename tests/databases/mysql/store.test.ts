import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import type { Store } from 'latchkey'
import { mysqlStore } from 'latchkey/stores/mysql'
import { testStore } from 'latchkey/testing/store-suite'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { buildStoreSchema } from '../../../packages/latchkey/src/stores/mysql/schema.ts'
import { DRIVERS } from './drivers.ts'

let server: MariadbServer
beforeAll(async () => {
  server = await startMariadb({ 'default-time-zone': '+09:00' })
})
afterAll(() => server?.stop())

// proves DB-23
describe.concurrent('the MySQL store', () => {
  for (const [name, connect] of Object.entries(DRIVERS))
    describe(name, () => {
      let store: Store
      let close: () => unknown
      beforeAll(async () => {
        const database = await server.createDatabase()
        await server.run(`USE ${database}`, ...buildStoreSchema())
        const connected = await connect(server, database)
        close = connected.close
        store = mysqlStore(connected.client, connected)
      })
      afterAll(() => close?.())
      testStore({ name: 'passes the store suite', create: () => ({ store }) }, { describe, it })
    })
})
