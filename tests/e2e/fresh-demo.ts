import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExample } from '@latchkey/test-support/applications/examples.mjs'
import { createTables, startDemo } from '@latchkey/test-support/applications/servers.mjs'
import { startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'

/** The running playground and example. */
export interface FreshDemo extends Awaited<ReturnType<typeof startDemo>> {
  /** The example's database: the path of an SQLite file, or a URL. It is deleted at the end. */
  readonly database: string
  /** Where the example mounts the library. */
  readonly basePath: string
}

/** An empty database. */
interface EmptyDatabase {
  readonly database: string
  readonly variable: 'DATABASE_PATH' | 'DATABASE_URL'
  remove(): Promise<void>
}

const DATABASES = {
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
    const remove = (): Promise<void> => rm(folder, { recursive: true })
    return { database: join(folder, 'app.db'), variable: 'DATABASE_PATH', remove }
  },
  async postgres() {
    const server = await startPostgres()
    return { database: await server.createDatabase('demo'), variable: 'DATABASE_URL', remove: server.stop }
  },
  async mysql() {
    const server = await startMariadb()
    const { host, port, user } = server
    const database = `mysql://${user}@${host}:${port}/${await server.createDatabase()}`
    return { database, variable: 'DATABASE_URL', remove: server.stop }
  },
} satisfies Record<string, () => Promise<EmptyDatabase>>

/** The databases that the examples can use. */
export type DatabaseName = keyof typeof DATABASES

/** Starts the demo of an example with an empty database, separate from that of `npm start`. */
export async function startFreshDemo(
  example: string,
  { processes = 1, on = 'sqlite' }: { readonly processes?: number; readonly on?: DatabaseName } = {},
): Promise<FreshDemo> {
  const { database, variable, remove }: EmptyDatabase = await DATABASES[on]()
  try {
    const { basePath, folder } = findExample(example)
    if (variable === 'DATABASE_URL') await createTables(folder, database)
    const demo = await startDemo(example, { processes, env: { [variable]: database } })
    return { ...demo, database, basePath, stop: () => demo.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
