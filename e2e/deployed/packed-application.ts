import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nextEnvironment } from '../../scripts/examples.mjs'
import { installPackedLibrary } from '../../scripts/packed-library.mjs'
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

async function buildWithPackedLibrary({
  folder: source,
  packages,
  builder,
}: Source): Promise<PackedApplication> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-packed-'))
  const remove = (): Promise<void> => rm(folder, { recursive: true })
  try {
    await cp(source, folder, {
      recursive: true,
      filter: (path) => !/\.(?:output|nitro)$|node_modules$/.test(path),
    })
    await installPackedLibrary(folder, packages)
    await run(builder, ['build'], folder)
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function run(program: string, args: string[], cwd: string): Promise<void> {
  const name = [program, ...args].join(' ')
  const { ok, output } = await runProcess({
    name,
    program,
    args,
    cwd,
    env: toolEnvironment(nextEnvironment),
    timeoutMs: 280_000,
  })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
