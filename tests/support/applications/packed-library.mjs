import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runProcess } from '../processes/processes.mjs'
import { root, toolEnvironment } from '../processes/workspace.mjs'

/**
 * Packs the library and unpacks it into an application outside of the workspace. All other packages
 * are links to those of the workspace, so no network is needed.
 *
 * @param {string} folder the application
 * @param {readonly string[]} packages the dependencies of the application itself; those of the
 *   library are in its package.json
 * @param {string} [preferred] a `node_modules` folder in which packages are looked up first
 * @param {string} [archive] the packed library; default: packs the one that was built
 */
export async function installPackedLibrary(folder, packages, preferred, archive) {
  const modules = join(folder, 'node_modules')
  const library = join(modules, 'latchkey')
  await mkdir(library, { recursive: true })
  const packed = archive ?? (await pack(folder))
  await run('tar', ['-xzf', packed, '-C', library, '--strip-components=1'], folder)
  if (archive === undefined) await rm(packed)
  const { dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'))
  for (const name of packages) await link(name, modules, preferred)
  // The application may have another version, so the library gets its own ones, as from npm.
  const nested = join(root, 'packages', 'latchkey', 'node_modules')
  for (const name of Object.keys(dependencies)) await link(name, join(library, 'node_modules'), nested)
}

/**
 * Packs the library that was built.
 *
 * @param {string} folder
 * @returns {Promise<string>} the archive, in the folder
 */
async function pack(folder) {
  const library = join(root, 'packages', 'latchkey')
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], library)
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm pack created no archive.')
  return join(folder, archive)
}

/**
 * @param {string} name
 * @param {string} modules
 * @param {string | undefined} preferred
 */
async function link(name, modules, preferred) {
  const found =
    preferred === undefined ? undefined : await readdir(join(preferred, name)).catch(() => undefined)
  await mkdir(dirname(join(modules, name)), { recursive: true })
  await symlink(join(found && preferred ? preferred : join(root, 'node_modules'), name), join(modules, name))
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
async function run(program, args, cwd) {
  const name = [program, ...args].join(' ')
  const { ok, output } = await runProcess({ name, program, args, cwd, env: toolEnvironment() })
  if (!ok) throw new Error(`${name} failed.\n${output}`)
}
