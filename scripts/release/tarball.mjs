import { createHash } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { copyCommitted } from './copy.mjs'
import { run } from './run.mjs'
import { stagePackage } from './stage.mjs'

/**
 * The package as it is uploaded.
 *
 * @typedef {object} Tarball
 * @property {string} file
 * @property {string} folder its content, before it was packed
 * @property {string} repository the copy from which it was built
 * @property {string} version
 * @property {string} notes what the changelog says about the version, as Markdown
 * @property {number} bytes
 * @property {string} sha256 in hexadecimal
 * @property {string} contentSha256 that of the archive before it was compressed
 * @property {string} integrity as npm shows it: SHA-512 in base64
 */

/**
 * Builds the committed files in a folder of their own and packs the library.
 *
 * @param {string} parent an empty folder
 * @param {(repository: string) => Promise<void>} [prepare] changes the copy before it is built
 * @returns {Promise<Tarball>}
 * @throws {Error} with the output of the command that failed
 */
export async function buildTarball(parent, prepare) {
  const repository = join(parent, 'repository')
  await copyCommitted(repository)
  await prepare?.(repository)
  await run('npm', ['run', '--silent', 'build', '-w', 'latchkey'], repository)
  const folder = join(parent, 'latchkey')
  const { version, notes } = stagePackage(repository, folder)
  const file = await pack(folder, parent, `latchkey-${version}.tgz`)
  const content = readFileSync(file)
  return {
    file,
    folder,
    repository,
    version,
    notes,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    contentSha256: createHash('sha256').update(gunzipSync(content)).digest('hex'),
    integrity: `sha512-${createHash('sha512').update(content).digest('base64')}`,
  }
}

/**
 * Packs a folder. The same files give the same bytes with the same versions of Node.js and npm:
 * npm sets their order, times and owners, and the permissions are set here, because new files have
 * those of the machine.
 *
 * @param {string} folder
 * @param {string} destination
 * @param {string} name of the tarball, as npm forms it
 * @returns {Promise<string>} the tarball
 */
export async function pack(folder, destination, name) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', destination], folder)
  return join(destination, name)
}

/**
 * Unpacks a tarball and returns its files.
 *
 * @param {string} file
 * @param {string} folder an existing, empty folder
 * @returns {Promise<Map<string, Buffer>>} the content by path, with `/` between folders
 */
export async function filesOf(file, folder) {
  await run('tar', ['-xzf', file, '-C', folder, '--strip-components=1'], folder)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [relative('.', path).split(sep).join('/'), readFileSync(join(folder, path))]),
  )
}
