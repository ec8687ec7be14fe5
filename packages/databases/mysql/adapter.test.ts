import type { Adapter } from 'latchkey/adapters'
import mysql from 'latchkey/adapters/mysql'
import { testAdapter } from 'latchkey/testing/adapter-suite'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { schemaOf } from '../../latchkey/src/adapters/mysql/schema.ts'
import { type MariadbServer, startMariadb } from '../servers/mariadb.ts'
import { DRIVERS } from './drivers.ts'

let server: MariadbServer
beforeAll(async () => {
  server = await startMariadb({ 'default-time-zone': '+09:00' })
})
afterAll(() => server?.stop())

// proves DB-18
describe.concurrent('the MySQL adapter', () => {
  for (const [name, connect] of Object.entries(DRIVERS))
    describe(name, () => {
      let adapter: Adapter
      let close: () => unknown
      beforeAll(async () => {
        const database = await server.createDatabase()
        await server.run(`USE ${database}`, ...schemaOf())
        const connected = await connect(server, database)
        close = connected.close
        adapter = mysql(connected.client, connected)
      })
      afterAll(() => close?.())
      testAdapter({ name: 'passes the adapter suite', create: () => ({ adapter }) }, { describe, it })
    })
})
