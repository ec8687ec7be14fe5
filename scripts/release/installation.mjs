import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtimeDependencies } from './dependencies.mjs'
import { run } from './run.mjs'

/** Modules that a server without a framework can import. */
const MODULES = ['latchkey', 'latchkey/jwt', 'latchkey/errors', 'latchkey/node', 'latchkey/providers/github']

/**
 * Installs the tarball with npm in an empty folder, as users do, and imports its modules.
 *
 * @param {string} archive
 * @param {string} repository
 * @param {string} folder a new folder
 * @returns {Promise<string[]>} what is wrong: packages that are not expected, or missing
 * @throws {Error} with the output of npm, or of the import that failed
 */
export async function installWithNpm(archive, repository, folder) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', archive], folder)
  const imports = MODULES.map((name) => `await import('${name}')`).join('\n')
  await run('node', ['--input-type=module', '--eval', imports], folder)
  await run(join(folder, 'node_modules', '.bin', 'latchkey'), ['--version'], folder)
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const installed = Object.keys(packages)
    .filter((path) => path !== '')
    .map((path) => path.replace(/^.*node_modules\//, ''))
  const expected = ['latchkey', ...runtimeDependencies(repository).map(({ name }) => name)]
  return [
    ...installed.filter((name) => !expected.includes(name)).map((name) => `npm also installed ${name}`),
    ...expected.filter((name) => !installed.includes(name)).map((name) => `npm did not install ${name}`),
  ]
}
