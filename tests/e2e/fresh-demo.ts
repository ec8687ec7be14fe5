import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findExample } from '@latchkey/test-support/applications/examples.mjs'
import { startDemo } from '@latchkey/test-support/applications/servers.mjs'

/** The running playground and example. */
export interface FreshDemo extends Awaited<ReturnType<typeof startDemo>> {
  /** The example's database: an SQLite file that is deleted at the end. */
  readonly database: string
  /** Where the example mounts the library. */
  readonly basePath: string
}

/** Starts the demo of an example with an empty database, separate from that of `npm start`. */
export async function startFreshDemo(example: string, { processes = 1 } = {}): Promise<FreshDemo> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-example-'))
  const remove = () => rm(folder, { recursive: true })
  const database = join(folder, 'app.db')
  try {
    const { basePath } = findExample(example)
    const demo = await startDemo(example, { processes, env: { DATABASE_PATH: database } })
    return { ...demo, database, basePath, stop: () => demo.stop().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
