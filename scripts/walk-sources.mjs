import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProcess } from './processes.mjs'
import { root, toolEnvironment } from './workspace.mjs'

const LIBRARY = join(root, 'packages', 'latchkey')

/** The copy that is measured. Inside the package, so that its imports resolve. */
const COPY_FOLDER = join(LIBRARY, '.walks')

/** The library's sources as they are measured. */
export const MEASURED = join(COPY_FOLDER, 'src')

/** The addresses of the sources and of their measured copy, with `/` at the end. */
export const SOURCES = `${pathToFileURL(join(LIBRARY, 'src')).href}/`
export const MEASURED_SOURCES = `${pathToFileURL(MEASURED).href}/`

/**
 * Copies the sources and formats the copy at 140 columns, for which the limits were set: how wide
 * the code is stored must not change what is counted.
 *
 * @throws {Error} with the output of the formatter when it fails
 */
export async function createMeasuredSources() {
  await removeMeasuredSources()
  await cp(join(LIBRARY, 'src'), MEASURED, { recursive: true })
  const { ok, output } = await runProcess({
    name: 'biome format',
    program: 'biome',
    args: ['format', '--write', '--line-width=140', '--config-path=.', MEASURED],
    cwd: join(root, 'packages', 'tooling'),
    env: toolEnvironment(),
  })
  if (!ok) throw new Error(`The sources could not be formatted.\n${output}`)
}

/** Removes the copy. */
export async function removeMeasuredSources() {
  await rm(COPY_FOLDER, { recursive: true, force: true })
}
