import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nextEnvironment } from '../../scripts/examples.mjs'
import { runProcess } from '../../scripts/processes.mjs'
import { root, toolEnvironment } from '../../scripts/workspace.mjs'

/** Where an application is to be had, and what it depends on itself. Of the library's dependencies its own package.json tells. */
interface Source {
  readonly folder: string
  readonly packages: readonly string[]
  /** The program that builds it, in production. */
  readonly builder: string
}

const NEXT: Source = {
  folder: fileURLToPath(new URL('application/', import.meta.url)),
  packages: ['next', 'react', 'react-dom', 'typescript', '@types/node', '@types/react', '@types/react-dom'],
  builder: 'next',
}

const SOLID_START: Source = {
  folder: join(root, 'packages', 'latchkey', 'test', 'solid-start', 'site'),
  packages: ['@solidjs/router', '@solidjs/start', 'nitro', 'solid-js', 'vite'],
  builder: 'vite',
}

/** An application that was built outside of the workspace, with the library as its package holds it. */
export interface PackedApplication {
  readonly folder: string
  remove(): Promise<void>
}

/** Packs the library, installs it into a fresh application of Next.js and builds that. @throws {Error} with what the build says */
export function buildPackedNext(): Promise<PackedApplication> {
  return buildWithPackedLibrary(NEXT)
}

/** The same with the application of SolidStart on which the integration is tested. @throws {Error} with what the build says */
export function buildPackedSolidStart(): Promise<PackedApplication> {
  return buildWithPackedLibrary(SOLID_START)
}

async function buildWithPackedLibrary({ folder: source, packages, builder }: Source): Promise<PackedApplication> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-packed-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true })
  try {
    await cp(source, folder, { recursive: true, filter: (path) => !/\.(?:output|nitro)$|node_modules$/.test(path) })
    await installLibrary(folder, packages)
    await run(builder, ['build'], folder)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The library is unpacked; everything else is the copy that the workspace has, so no network is needed. */
async function installLibrary(folder: string, packages: readonly string[]): Promise<void> {
  const library = join(folder, 'node_modules', 'latchkey')
  await mkdir(library, { recursive: true })
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], join(root, 'packages', 'latchkey'))
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm pack made no archive.')
  await run('tar', ['-xzf', join(folder, archive), '-C', library, '--strip-components=1'], folder)
  const { dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8')) as { dependencies: object }
  for (const name of [...packages, ...Object.keys(dependencies)]) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const name = [program, ...args].join(' ')
  const { ok, output } = await runProcess({ name, program, args, cwd, env: toolEnvironment(nextEnvironment), timeoutMs: 280_000 })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
