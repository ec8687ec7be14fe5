import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nextEnvironment } from '@latchkey/test-support/applications/examples.mjs'
import { installPackedLibrary } from '@latchkey/test-support/applications/packed-library.mjs'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { root, toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'

/**
 * The source of an application and its own dependencies. The dependencies of the library are in its
 * package.json.
 */
interface Source {
  readonly folder: string
  readonly packages: readonly string[]
  /** The program that builds the application for production. */
  readonly builder: string
}

const NEXT: Source = {
  folder: fileURLToPath(new URL('application/', import.meta.url)),
  packages: ['next', 'react', 'react-dom', 'typescript', '@types/node', '@types/react', '@types/react-dom'],
  builder: 'next',
}

const SOLID_START: Source = {
  folder: join(root, 'tests', 'frameworks', 'solid-start', 'site'),
  packages: ['@solidjs/router', '@solidjs/start', 'nitro', 'solid-js', 'vite'],
  builder: 'vite',
}

/** An application that was built outside of the workspace with the packed library. */
export interface PackedApplication {
  readonly folder: string
  remove(): Promise<void>
}

/**
 * Packs the library, installs it into a copy of the Next.js application, and builds that.
 *
 * @throws {Error} with the output of the build
 */
export function buildPackedNext(): Promise<PackedApplication> {
  return buildWithPackedLibrary(NEXT)
}

/**
 * Does the same with the SolidStart application of the integration tests.
 *
 * @throws {Error} with the output of the build
 */
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
