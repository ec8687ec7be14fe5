import { readdirSync, readFileSync, rmSync } from 'node:fs'
import * as paths from 'node:path'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { isMain, root } from '../../tests/support/processes/workspace.mjs'

const LIBRARY = join(root, 'packages', 'latchkey')
const SOURCE = join(LIBRARY, 'src')
const BUILT = join(LIBRARY, 'dist')

/**
 * Modules that run in a browser or are compiled by the application. Each stays a separate file:
 * bundlers take only what is used, `'use client'` has to be at the top of each file, and Svelte
 * compiles its components itself.
 */
const UNBUNDLED =
  /^(?:client|react|solid|svelte)\/|^sveltekit\/(?:client|kit-path|components)|^solid-start\/client/

/** The implementations behind `#` imports: one self-contained file for each runtime. */
const PLATFORM = /^crypto\/crypto\.|^webauthn\//

/** The command line, which shares no file with what an application loads. */
const COMMAND_LINE = /^cli\//

const OPTIONS = {
  external: (/** @type {string} */ id) => isExternal(id),
  platform: /** @type {const} */ ('neutral'),
  tsconfig: join(LIBRARY, 'tsconfig.json'),
  // A module whose constants are inlined stays as an import of nothing, of which esbuild warns.
  optimization: { inlineConst: false },
}

/**
 * Bundles the modules that run on servers into a few files, because a server reads each of them
 * from the disk at startup. Modules that are loaded on demand stay separate. Replaces the modules
 * that the compiler wrote and keeps the declarations.
 */
export async function bundle() {
  const all = Object.entries(entries())
  const platforms = all.filter(([name]) => PLATFORM.test(name))
  const commandLine = all.filter(([name]) => COMMAND_LINE.test(name))
  const others = all.filter(([name]) => !PLATFORM.test(name) && !COMMAND_LINE.test(name))
  const parts = await Promise.all([
    groupOf('token', 'entry/jwt.ts'),
    groupOf('core', 'entry/index.ts'),
    groupOf('check-config', 'config/checks/check-config.ts'),
    groupOf('handle', 'request/handle.ts'),
  ])
  // Each group holds the modules that are in none of the groups before it.
  const groups = parts.map((part, index) => ({ ...part, priority: parts.length - index }))
  const written = new Set([
    ...(await write(Object.fromEntries(others), groups)),
    ...(await Promise.all(platforms.map((entry) => write(Object.fromEntries([entry]))))).flat(),
    ...(await write(Object.fromEntries(commandLine), [], 'cli/shared')),
  ])
  for (const file of modulesIn(BUILT))
    if (!written.has(file) && !UNBUNDLED.test(file)) rmSync(join(BUILT, file))
}

/**
 * Bundles modules together.
 *
 * @param {Record<string, string>} input
 * @param {{ name: string, test: (id: string) => boolean, priority: number }[]} [groups] modules
 *   that share one file
 * @param {string} [shared] the folder of files that several modules share
 * @returns {Promise<string[]>} the written files, relative to `dist/`
 */
async function write(input, groups = [], shared = 'shared') {
  const bundler = await rolldown({ ...OPTIONS, input })
  const { output } = await bundler.write({
    dir: BUILT,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${shared}/[name].js`,
    codeSplitting: { groups },
    sourcemap: true,
    // The package contains the sources, to which its declarations lead too.
    sourcemapExcludeSources: true,
  })
  await bundler.close()
  return output.map(({ fileName }) => fileName)
}

/**
 * Returns the group of a module and of everything that it imports statically.
 *
 * @param {string} name
 * @param {string} file relative to `src/`
 */
async function groupOf(name, file) {
  const bundler = await rolldown({ ...OPTIONS, input: join(SOURCE, file) })
  const { output } = await bundler.generate({ format: 'esm' })
  await bundler.close()
  const modules = new Set(output[0].moduleIds)
  return { name, test: (/** @type {string} */ id) => modules.has(id) }
}

/**
 * Returns every module that an application can import, and those behind `#` imports, by file name.
 */
function entries() {
  const { bin, exports, imports } = JSON.parse(readFileSync(join(LIBRARY, 'package.json'), 'utf8'))
  const sources = [
    ...[...Object.values(exports), ...Object.values(imports)].flatMap((target) => sourcesOf(target)),
    ...Object.values(bin).map((built) => sourceOf(String(built))),
  ]
  const files = sources
    .filter((file) => !UNBUNDLED.test(file))
    .map((file) => [file.replace(/\.tsx?$/, ''), join(SOURCE, file)])
  return Object.fromEntries(files)
}

/**
 * @param {any} target of the exports or imports map
 * @returns {string[]} relative to `src/`
 */
function sourcesOf(target) {
  if (target?.default?.default) {
    const built = [target.node ?? target['edge-light'], target.default]
    return built.map((files) => sourceOf(files.default))
  }
  const source = target?.['@latchkey/source']
  if (typeof source !== 'string') return []
  const file = source.replace('./src/', '')
  if (!file.includes('*')) return [file]
  const folder = file.replace('/*.ts', '')
  return readdirSync(join(SOURCE, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)
}

/** @param {string} built */
function sourceOf(built) {
  return built.replace('./dist/', '').replace(/\.js$/, '.ts')
}

/** @param {string} folder */
function modulesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.js(?:\.map)?$/.test(entry.name))
    .map((entry) => nameIn(folder, join(entry.parentPath, entry.name)))
}

/**
 * Says whether the bundle imports a module instead of containing it: a package or a `#` import. The
 * bundler asks before it resolves a name, and again with the path that it found, which starts with
 * a letter on Windows. Its own modules start with NUL.
 *
 * @param {string} id
 * @param {Pick<typeof paths, 'isAbsolute'>} [system]
 * @returns {boolean}
 */
export function isExternal(id, { isAbsolute } = paths) {
  return !/^[.\0]/.test(id) && !isAbsolute(id)
}

/**
 * Returns the name of a file as the bundler writes it: relative, with `/` on every system.
 *
 * @param {string} folder
 * @param {string} file
 * @param {Pick<typeof paths, 'relative' | 'sep'>} [system]
 * @returns {string}
 */
export function nameIn(folder, file, { relative, sep } = paths) {
  return relative(folder, file).split(sep).join('/')
}

if (isMain(import.meta.url)) await bundle()
