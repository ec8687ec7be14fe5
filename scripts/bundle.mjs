import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { isMain, root } from './workspace.mjs'

const LIBRARY = join(root, 'packages', 'latchkey')
const SOURCE = join(LIBRARY, 'src')
const BUILT = join(LIBRARY, 'dist')

/**
 * What runs in a browser or is compiled by the application stays a file for each module: bundlers take of it what is used, `'use client'` stands at
 * the top of each, and Svelte compiles its own.
 */
const AS_IT_IS =
  /^(?:client|react|solid|svelte)\/|^sveltekit\/(?:client|kit-path|components)|^solid-start\/client/

/** What stands behind `#crypto`: a file of its own for each run time, which needs no other. */
const PLATFORM = /^crypto\/crypto\./

const OPTIONS = {
  external: (/** @type {string} */ id) => !/^[./]/.test(id),
  platform: /** @type {const} */ ('neutral'),
  tsconfig: join(LIBRARY, 'tsconfig.json'),
}

/**
 * Puts the modules that run on servers into few files: a server that starts reads each of them from the disk. What is loaded when it is needed stays
 * apart. Replaces the modules that the compiler wrote; the declarations stay.
 */
export async function bundle() {
  const all = Object.entries(entries())
  const platforms = all.filter(([name]) => PLATFORM.test(name))
  const others = all.filter(([name]) => !PLATFORM.test(name))
  const parts = await Promise.all([
    partOf('token', 'jwt.ts'),
    partOf('core', 'index.ts'),
    partOf('check-config', 'config/check-config.ts'),
    partOf('handle', 'request/handle.ts'),
  ])
  // Each with what the ones before it do not have.
  const groups = parts.map((part, index) => ({ ...part, priority: parts.length - index }))
  const written = new Set([
    ...(await write(Object.fromEntries(others), groups)),
    ...(await Promise.all(platforms.map((entry) => write(Object.fromEntries([entry]))))).flat(),
  ])
  for (const file of modulesIn(BUILT))
    if (!written.has(file) && !AS_IT_IS.test(file)) rmSync(join(BUILT, file))
}

/**
 * Bundles modules together.
 *
 * @param {Record<string, string>} input
 * @param {{ name: string, test: (id: string) => boolean, priority: number }[]} [groups] modules that share a file
 * @returns {Promise<string[]>} the files that were written, below `dist/`
 */
async function write(input, groups = []) {
  const bundler = await rolldown({ ...OPTIONS, input })
  const { output } = await bundler.write({
    dir: BUILT,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: { groups },
    sourcemap: true,
  })
  await bundler.close()
  return output.map(({ fileName }) => fileName)
}

/**
 * A module with all that it loads at once, as one file.
 *
 * @param {string} name
 * @param {string} file below `src/`
 */
async function partOf(name, file) {
  const bundler = await rolldown({ ...OPTIONS, input: join(SOURCE, file) })
  const { output } = await bundler.generate({ format: 'esm' })
  await bundler.close()
  const modules = new Set(output[0].moduleIds)
  return { name, test: (/** @type {string} */ id) => modules.has(id) }
}

/** Every module that an application can import, and those behind `#` names, by the name of its file. */
function entries() {
  const { exports, imports } = JSON.parse(readFileSync(join(LIBRARY, 'package.json'), 'utf8'))
  const sources = [...Object.values(exports), ...Object.values(imports)].flatMap((target) =>
    sourcesOf(target),
  )
  const files = sources
    .filter((file) => !AS_IT_IS.test(file))
    .map((file) => [file.replace(/\.tsx?$/, ''), join(SOURCE, file)])
  return Object.fromEntries(files)
}

/**
 * @param {any} target of the exports or imports map
 * @returns {string[]} below `src/`
 */
function sourcesOf(target) {
  if (target?.default?.default)
    return [target.node.default, target.default.default].map((file) => sourceOf(file))
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
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

if (isMain(import.meta.url)) await bundle()
