import type { MariadbServer } from '@latchkey/test-support/servers/mariadb.ts'
import type { MysqlClient } from 'latchkey/adapters/mysql'
import { createConnection as createMariadbConnection, createPool as createMariadbPool } from 'mariadb'
import { createConnection as createCallbackConnection, createPool as createCallbackPool } from 'mysql2'
import { createConnection, createPool } from 'mysql2/promise'
import { planetScaleOver } from './planetscale.ts'

/** A client of a driver. */
export interface Connected {
  readonly client: MysqlClient
  /** Whether to send prepared statements. Default: yes. */
  readonly prepare?: boolean
  readonly close: () => unknown
}

/** Connects to a database of a server. */
export type Connect = (server: MariadbServer, database: string) => Connected | Promise<Connected>

function account({ host, port, user, password }: MariadbServer, database: string) {
  return { host, port, user, password, database, connectionLimit: 8 }
}

/** Each driver, as an application would configure it, and with options that change its results. */
export const DRIVERS: Readonly<Record<string, Connect>> = {
  'a pool of mysql2/promise': (server, database) => {
    const client = createPool(account(server, database))
    return { client, close: () => client.end() }
  },
  'a pool of mysql2/promise, without prepared statements': (server, database) => {
    const client = createPool(account(server, database))
    return { client, prepare: false, close: () => client.end() }
  },
  'a pool of mysql2/promise with other options': (server, database) => {
    const client = createPool({
      ...account(server, database),
      timezone: '+05:30',
      rowsAsArray: true,
      bigNumberStrings: true,
      supportBigNumbers: true,
      decimalNumbers: true,
      namedPlaceholders: true,
      nestTables: true,
      flags: ['-FOUND_ROWS'],
    })
    return { client, close: () => client.end() }
  },
  'a pool of mysql2/promise with other options, without prepared statements': (server, database) => {
    const client = createPool({
      ...account(server, database),
      timezone: '-08:00',
      rowsAsArray: true,
      bigNumberStrings: true,
      supportBigNumbers: true,
      stringifyObjects: true,
      typeCast: (field, next) => (field.type === 'TINY' ? field.string() === '1' : next()),
      namedPlaceholders: true,
      flags: ['-FOUND_ROWS'],
    })
    return { client, prepare: false, close: () => client.end() }
  },
  'a connection of mysql2/promise': async (server, database) => {
    const { connectionLimit: _, ...options } = account(server, database)
    const client = await createConnection(options)
    return { client, close: () => client.end() }
  },
  'a pool of mysql2': (server, database) => {
    const client = createCallbackPool(account(server, database))
    return { client, close: () => client.promise().end() }
  },
  'a connection of mysql2': (server, database) => {
    const { connectionLimit: _, ...options } = account(server, database)
    const client = createCallbackConnection(options)
    return { client, close: () => client.promise().end() }
  },
  'a pool of mariadb': (server, database) => {
    const client = createMariadbPool(account(server, database))
    return { client, close: () => client.end() }
  },
  'a pool of mariadb with other options': (server, database) => {
    const client = createMariadbPool({
      ...account(server, database),
      timezone: '+05:30',
      rowsAsArray: true,
      bigNumberStrings: true,
      supportBigNumbers: true,
      metaAsArray: true,
      insertIdAsNumber: true,
      dateStrings: true,
      foundRows: false,
    })
    return { client, prepare: false, close: () => client.end() }
  },
  'a client with the form of @planetscale/database': (server, database) => {
    const pool = createPool({ ...account(server, database), bigNumberStrings: true, supportBigNumbers: true })
    return { client: planetScaleOver(pool), close: () => pool.end() }
  },
  'a connection of mariadb': async (server, database) => {
    const { connectionLimit: _, ...options } = account(server, database)
    const client = await createMariadbConnection(options)
    return { client, close: () => client.end() }
  },
}
