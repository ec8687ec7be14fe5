import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runProcess } from '../../support/processes/processes.mjs'
import { isMain, root } from '../../support/processes/workspace.mjs'
import { withLatchkey } from './specifiers.mjs'

const workspace = join(root, 'tests', 'authjs')
const fixtures = join(workspace, 'test', 'fixtures')
const modules = join(root, 'node_modules')

const TYPESCRIPT_7 = join(modules, '@typescript', 'native', 'bin', 'tsc')
const TYPESCRIPT_6 = join(modules, 'typescript', 'bin', 'tsc6')

/**
 * A file that only an application on Latchkey has: declarations that Auth.js makes by itself, or
 * does not accept.
 */
const OWN_FILE = 'latchkey.d.ts'

const OPTIONS = {
  target: 'es2022',
  lib: ['esnext', 'dom', 'dom.iterable'],
  jsx: 'preserve',
  strict: true,
  noEmit: true,
  esModuleInterop: true,
  skipLibCheck: true,
  types: ['node'],
}

/**
 * The module resolutions of applications. TypeScript 7 has removed `node`.
 *
 * @type {Record<string, { compiler: string, options: object }>}
 */
const RESOLUTIONS = {
  node: {
    compiler: TYPESCRIPT_6,
    options: { module: 'esnext', moduleResolution: 'node10', ignoreDeprecations: '6.0' },
  },
  bundler: { compiler: TYPESCRIPT_7, options: { module: 'esnext', moduleResolution: 'bundler' } },
  nodenext: {
    compiler: TYPESCRIPT_7,
    options: {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      // Packages import it without the file name, which this resolution requires.
      paths: { 'next/server': ['./node_modules/next/server.d.ts'] },
    },
  },
}

/**
 * The applications: the packages that they import, in the folder whose dependencies have the
 * versions for them, and the module resolutions with which the types of Auth.js are found.
 *
 * @type {Record<string, { packages: Record<string, string>, authjs: string[] }>}
 */
const APPLICATIONS = {
  core: { packages: { '@auth/core': workspace }, authjs: ['node', 'bundler', 'nodenext'] },
  next: {
    packages: Object.fromEntries(
      [
        'next-auth',
        '@auth/core',
        '@auth/d1-adapter',
        '@auth/kysely-adapter',
        '@auth/unstorage-adapter',
        'kysely',
        'unstorage',
        'next',
        'react',
        '@types/react',
      ].map((name) => [name, root]),
    ),
    authjs: ['node', 'bundler', 'nodenext'],
  },
  sveltekit: {
    packages: { '@auth/sveltekit': workspace, '@sveltejs/kit': workspace, svelte: root },
    authjs: ['bundler'],
  },
}

/** @typedef {{ application: string, library: 'Auth.js' | 'Latchkey', resolution: string }} Run */

/**
 * Compiles the applications in `tests/authjs/test/fixtures` twice: as they are, with the
 * published packages of Auth.js, and with their imports replaced, with the built library. An
 * application that compiles before must compile after.
 *
 * @param {(run: Run) => boolean} [isChosen]
 * @returns {Promise<string[]>} the diagnostics of each compilation that failed
 */
export async function checkIdioms(isChosen = () => true) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-idioms-'))
  try {
    const runs = Object.entries(APPLICATIONS).flatMap(([application, { authjs }]) => [
      ...authjs.map((resolution) => ({ application, library: /** @type {const} */ ('Auth.js'), resolution })),
      ...Object.keys(RESOLUTIONS).map((resolution) => ({
        application,
        library: /** @type {const} */ ('Latchkey'),
        resolution,
      })),
    ])
    for (const application of Object.keys(APPLICATIONS)) await install(folder, application)
    const chosen = runs.filter(isChosen)
    const failures = []
    for (let next = chosen.splice(0, 2); next.length > 0; next = chosen.splice(0, 2))
      failures.push(...(await Promise.all(next.map((run) => compile(folder, run)))))
    return failures.filter((failure) => failure !== '')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * Writes an application for each library, and installs what it imports.
 *
 * @param {string} folder
 * @param {string} application
 */
async function install(folder, application) {
  const { packages = {} } = APPLICATIONS[application] ?? {}
  for (const library of ['Auth.js', 'Latchkey']) {
    const target = join(folder, application, library)
    for (const [name, from] of Object.entries({ ...packages, '@types/node': root }))
      await link(join(from, 'node_modules', name), join(target, 'node_modules', name))
    if (library === 'Latchkey') await installLibrary(join(target, 'node_modules', 'latchkey'))
    await writeFile(join(target, 'package.json'), '{ "type": "module" }')
    for (const file of await readdir(join(fixtures, application))) {
      if (file === OWN_FILE && library === 'Auth.js') continue
      const source = await readFile(join(fixtures, application, file), 'utf8')
      await writeFile(join(target, file), library === 'Latchkey' ? withLatchkey(source) : source)
    }
  }
}

/** @param {string} target */
async function installLibrary(target) {
  for (const file of ['package.json', 'dist'])
    await cp(join(root, 'packages', 'latchkey', file), join(target, file), { recursive: true })
}

/**
 * @param {string} target
 * @param {string} path
 */
async function link(target, path) {
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
}

/**
 * Compiles an application. With one resolution, the declarations of Latchkey are checked as well,
 * as the fixtures do with the others; mistakes in those of other packages are ignored.
 *
 * @param {string} folder
 * @param {Run} run
 * @returns {Promise<string>} the diagnostics; empty without any
 */
async function compile(folder, { application, library, resolution }) {
  const { compiler = '', options = {} } = RESOLUTIONS[resolution] ?? {}
  const target = join(folder, application, library)
  const skipLibCheck = library === 'Auth.js' || resolution !== 'bundler'
  const config = join(target, `tsconfig.${resolution}.json`)
  await writeFile(config, JSON.stringify({ compilerOptions: { ...OPTIONS, ...options, skipLibCheck } }))
  const result = await runProcess({
    name: 'tsc',
    program: process.execPath,
    args: [compiler, '-p', config, '--pretty', 'false'],
    cwd: target,
    env: process.env,
  })
  const lines = result.output.match(/^(?:error |(?!\.\.)\S+\(\d+,\d+\): error ).*(?:\n {2}.*)*/gm) ?? []
  return lines.length === 0 ? '' : `${application}, ${library}, ${resolution}:\n${lines.join('\n')}`
}

if (isMain(import.meta.url)) {
  const [chosen] = process.argv.slice(2)
  const failures = await checkIdioms((run) => chosen === undefined || Object.values(run).includes(chosen))
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length === 0 ? 0 : 1
}
