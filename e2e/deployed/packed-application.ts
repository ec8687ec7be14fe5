import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nextEnvironment } from '../../scripts/examples.mjs'
import { runProcess } from '../../scripts/processes.mjs'
import { root, toolEnvironment } from '../../scripts/workspace.mjs'

const SOURCE = fileURLToPath(new URL('application/', import.meta.url))
/** What the application itself depends on. Of the library's dependencies its own package.json tells. */
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
    await installLibrary(folder)
    await run('next', ['build'], folder)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The library is unpacked; everything else is the copy that the workspace has, so no network is needed. */
async function installLibrary(folder: string): Promise<void> {
  const library = join(folder, 'node_modules', 'latchkey')
  await mkdir(library, { recursive: true })
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], join(root, 'packages', 'latchkey'))
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm pack made no archive.')
  await run('tar', ['-xzf', join(folder, archive), '-C', library, '--strip-components=1'], folder)
  const { dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8')) as { dependencies: object }
  await mkdir(join(folder, 'node_modules', '@types'))
  for (const name of [...OWN, ...Object.keys(dependencies)]) {
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const name = [program, ...args].join(' ')
  const { ok, output } = await runProcess({ name, program, args, cwd, env: toolEnvironment(nextEnvironment), timeoutMs: 280_000 })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
