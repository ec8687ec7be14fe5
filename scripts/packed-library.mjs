import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runProcess } from './processes.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/**
 * Packs the library and unpacks it into an application outside of the workspace. Everything else is the copy that the workspace has, so no network
 * is needed.
 *
 * @param {string} folder the application
 * @param {readonly string[]} own what the application itself depends on; of the library's dependencies its own package.json tells
 * @param {string} [before] a `node_modules` that is looked into first
 */
export async function installPackedLibrary(folder, own, before) {
  const modules = join(folder, 'node_modules')
  const library = join(modules, 'latchkey')
  await mkdir(library, { recursive: true })
  await run(
    'npm',
    ['pack', '--ignore-scripts', '--pack-destination', folder],
    join(root, 'packages', 'latchkey'),
  )
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm pack made no archive.')
  await run('tar', ['-xzf', join(folder, archive), '-C', library, '--strip-components=1'], folder)
  await rm(join(folder, archive))
  const { dependencies } = JSON.parse(await readFile(join(library, 'package.json'), 'utf8'))
  for (const name of [...own, ...Object.keys(dependencies)]) await link(name, modules, before)
}

/**
 * @param {string} name
 * @param {string} modules
 * @param {string | undefined} before
 */
async function link(name, modules, before) {
  const found = before === undefined ? undefined : await readdir(join(before, name)).catch(() => undefined)
  await mkdir(dirname(join(modules, name)), { recursive: true })
  await symlink(join(found && before ? before : join(root, 'node_modules'), name), join(modules, name))
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
