import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { isMain, root } from '../../tests/support/processes/workspace.mjs'

const library = join(root, 'packages', 'latchkey')
const fixtures = join(library, 'test', 'fixtures')
const modules = join(root, 'node_modules')

const COMPILERS = [
  { name: 'TypeScript 7', path: join(modules, '@typescript', 'native', 'bin', 'tsc') },
  { name: 'TypeScript 6', path: join(modules, 'typescript', 'bin', 'tsc6') },
]

/** Applications with options that TypeScript 7 has removed. */
const OLDER = ['node10']

/**
 * Compiles the applications in `test/fixtures` against the built library, installed the way pnpm
 * installs it: the library's dependencies are next to it, where the application cannot import them.
 * Ignores mistakes in the declarations of other packages.
 *
 * @returns {Promise<string[]>} the diagnostics of each compilation that failed
 */
export async function checkFixtures() {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-types-'))
  try {
    const names = await installFixtures(folder)
    const runs = COMPILERS.flatMap((compiler) => names.map((name) => ({ name, compiler }))).filter(
      ({ name, compiler }) => !OLDER.includes(name) || compiler.name === 'TypeScript 6',
    )
    const failures = []
    for (let next = runs.splice(0, 2); next.length > 0; next = runs.splice(0, 2)) {
      failures.push(...(await Promise.all(next.map((run) => compile(folder, run)))))
    }
    return failures.filter((failure) => failure !== '')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} the names of the applications
 */
async function installFixtures(folder) {
  const store = join(folder, 'store', 'node_modules')
  await mkdir(join(store, 'latchkey'), { recursive: true })
  for (const file of ['package.json', 'dist'])
    await cp(join(library, file), join(store, 'latchkey', file), { recursive: true })
  for (const name of ['next', 'react', '@types/node', '@types/react'])
    await link(join(modules, name), join(store, name))
  await cp(fixtures, join(folder, 'app'), { recursive: true })
  await link(join(store, 'latchkey'), join(folder, 'app', 'node_modules', 'latchkey'))
  await link(join(modules, '@types', 'node'), join(folder, 'app', 'node_modules', '@types', 'node'))
  const entries = await readdir(fixtures, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
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
 * @param {string} folder
 * @param {{ name: string, compiler: typeof COMPILERS[number] }} run
 */
async function compile(folder, { name, compiler }) {
  const output = join(folder, 'out', `${name}-${compiler.name}`)
  const written = name.endsWith('declarations')
    ? ['--outDir', output, '--tsBuildInfoFile', join(output, '.tsbuildinfo')]
    : []
  const args = [compiler.path, '-p', join('app', name), '--pretty', 'false', ...written]
  const result = await runProcess({
    name: compiler.name,
    program: process.execPath,
    args,
    cwd: folder,
    env: process.env,
  })
  const lines = result.output.split('\n').filter((line) => /^app\/|^store\/|^error/.test(line))
  return lines.length === 0 ? '' : `${name}, ${compiler.name}:\n${lines.join('\n')}`
}

if (isMain(import.meta.url)) {
  const failures = await checkFixtures()
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length === 0 ? 0 : 1
}
