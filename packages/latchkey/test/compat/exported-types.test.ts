import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wrapExports } from '@latchkey/test-support/kit/wrap-exports.ts'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url))
const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

const COMPILERS = [
  { name: 'TypeScript 7', file: join(MODULES, '@typescript', 'native', 'bin', 'tsc') },
  { name: 'TypeScript 6', file: join(MODULES, 'typescript', 'bin', 'tsc6') },
]

/** What applications install themselves. The dependencies of the package are beside it only. */
const PEERS = [
  '@sveltejs/kit',
  '@types/node',
  '@types/react',
  'csstype',
  'next',
  'react',
  'solid-js',
  'svelte',
]

/** Some functions never return with `never`. Svelte does not name what its components receive. */
const EXPECTED = /does not exist on type 'never'|from external module "svelte"/

const OPTIONS = {
  target: 'es2023',
  lib: ['esnext', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  composite: true,
  emitDeclarationOnly: true,
}

// Every type that the value of a module takes or returns has a name that the module exports, so
// that a library can export a function around it with `declaration: true`.

let folder: string
let projects: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-exports-'))
  const store = join(folder, 'store', 'node_modules')
  const filter = (file: string): boolean => !/\.(?:js|map)$/.test(file)
  for (const part of ['package.json', 'dist'])
    await cp(join(PACKAGE, part), join(store, 'latchkey', part), { recursive: true, filter })
  const installed = join(folder, 'app', 'node_modules')
  await link(join(store, 'latchkey'), join(installed, 'latchkey'))
  for (const name of PEERS)
    for (const target of [store, installed]) await link(join(MODULES, name), join(target, name))
  const entries = await entryPoints()
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      ...ts.convertCompilerOptionsFromJson({ ...OPTIONS, types: [] }, folder).options,
    },
  )
  projects = await Promise.all(
    entries.map(({ specifier, file }) => writeProject(specifier, wrapExports(program, specifier, file))),
  )
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

interface EntryPoint {
  readonly specifier: string
  /** Its declarations. */
  readonly file: string
}

async function entryPoints(): Promise<EntryPoint[]> {
  const { exports } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))
  const found = Object.entries<{ types?: string } | null>(exports).map(async ([name, target]) => {
    const types = target?.types
    if (types === undefined) return []
    const file = join(folder, 'store', 'node_modules', 'latchkey', types)
    const specifier = join('latchkey', name)
    if (!types.includes('*')) return [{ specifier, file }]
    const names = (await readdir(dirname(file))).filter((entry) => entry.endsWith('.d.ts'))
    return names.flatMap((entry) => {
      const part = entry.replace('.d.ts', '')
      if (exports[name.replace('*', part)] === null) return []
      return { specifier: specifier.replace('*', part), file: join(dirname(file), entry) }
    })
  })
  return (await Promise.all(found)).flat()
}

/** Writes an application that imports one entry point only. */
async function writeProject(specifier: string, code: string): Promise<string> {
  const project = join(folder, 'app', specifier.replaceAll('/', '-'))
  await mkdir(project)
  await writeFile(join(project, 'index.ts'), code)
  // Every Next.js application has its types in `next-env.d.ts`.
  const types = specifier === 'latchkey/next' ? ['node', 'next'] : OPTIONS.types
  const config = { compilerOptions: { ...OPTIONS, types, outDir: 'out' }, files: ['index.ts'] }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config))
  return project
}

it.each(COMPILERS)(
  'can be declared with an import of the module only: $name',
  async ({ file }) => {
    const args = [file, '-b', '--pretty', 'false', ...projects]
    const output = await new Promise<string>((done) =>
      execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_, stdout) => done(stdout)),
    )
    expect(projects.length).toBeGreaterThan(120)
    expect(output.split('\n').filter((line) => line.includes('error TS') && !EXPECTED.test(line))).toEqual([])
  },
  120_000,
)
