import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemo } from '../scripts/servers.mjs'

/** The playground and the example, which run. */
export interface FreshDemo extends Awaited<ReturnType<typeof startDemo>> {
  /** The example's database: an SQLite file that is removed at the end. */
  readonly database: string
}

/** Starts the demo with an empty database, whatever the one of `npm start` holds. */
export async function startFreshDemo(): Promise<FreshDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
  const remove = () => rm(folder, { recursive: true })
  const database = join(folder, 'app.db')
  try {
    const demo = await startDemo({ env: { DATABASE_PATH: database } })
    return { ...demo, database, stop: () => demo.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
