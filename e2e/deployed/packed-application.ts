import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nextEnvironment } from '../../scripts/examples.mjs'
import { installPackedLibrary } from '../../scripts/packed-library.mjs'
import { runProcess } from '../../scripts/processes.mjs'
import { toolEnvironment } from '../../scripts/workspace.mjs'

const SOURCE = fileURLToPath(new URL('application/', import.meta.url))
/** What the application itself depends on. */
const OWN = ['next', 'react', 'react-dom', 'typescript', '@types/node', '@types/react', '@types/react-dom']

/** An application that was built outside of the workspace, with the library as its package holds it. */
export interface PackedApplication {
  readonly folder: string
  remove(): Promise<void>
}

/** Packs the library, installs it into a fresh application and builds that. @throws {Error} with what Next.js says */
export async function buildPackedApplication(): Promise<PackedApplication> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-packed-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true })
  try {
    await cp(SOURCE, folder, { recursive: true })
    await installPackedLibrary(folder, OWN)
    await run('next', ['build'], folder)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const name = [program, ...args].join(' ')
  const { ok, output } = await runProcess({ name, program, args, cwd, env: toolEnvironment(nextEnvironment), timeoutMs: 280_000 })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
