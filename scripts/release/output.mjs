import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { joinLines } from './changelog.mjs'

const CHECKSUMS = 'SHA256SUMS'
const NOTES = 'notes.md'

/** What an earlier release wrote, and the next one replaces. */
const OWN_FILE = /^(?:latchkey-[^/]+\.(?:tgz|sbom\.json)|SHA256SUMS|notes\.md)$/

/**
 * Checks that a folder can take the files of a release: it has no others, which would be removed.
 *
 * @param {string} folder
 * @throws {Error} that names a file of the folder
 */
export function requireOwnFolder(folder) {
  const other = existsSync(folder) ? readdirSync(folder).find((name) => !OWN_FILE.test(name)) : undefined
  if (other !== undefined)
    throw new Error(`${folder} has other files, such as ${other}. Choose an empty folder with --out.`)
}

/**
 * Writes the files of a release, in place of those of an earlier one.
 *
 * @param {string} folder
 * @param {Pick<import('./tarball.mjs').Tarball, 'file' | 'version' | 'sha256' | 'notes'>} tarball
 * @param {string} bill the bill of materials
 */
export function writeOutput(folder, { file, version, sha256, notes }, bill) {
  requireOwnFolder(folder)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const name = basename(file)
  copyFileSync(file, join(folder, name))
  writeFileSync(join(folder, billName(version)), bill)
  const sums = [`${sha256}  ${name}`, `${sha256Of(bill)}  ${billName(version)}`]
  writeFileSync(join(folder, CHECKSUMS), `${sums.join('\n')}\n`)
  writeFileSync(join(folder, NOTES), `${joinLines(notes)}\n`)
}

/** @param {string} version */
function billName(version) {
  return `latchkey-${version}.sbom.json`
}

/** @param {string | Buffer} content */
function sha256Of(content) {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * Finds the tarball that a dry run wrote, and checks that it has a version and that the files are
 * unchanged.
 *
 * @param {string} folder
 * @param {string} version
 * @returns {string} the file
 * @throws {Error} that says what is missing or different
 */
export function readOutput(folder, version) {
  const name = `latchkey-${version}.tgz`
  const file = join(folder, name)
  if (!existsSync(file))
    throw new Error(`${folder} has no ${name}. Run \`npm run release -- --dry-run\` on the tagged commit.`)
  const sums = existsSync(join(folder, CHECKSUMS)) ? readFileSync(join(folder, CHECKSUMS), 'utf8') : ''
  const changed = [name, billName(version)].find((each) => !hasSum(join(folder, each), sums))
  if (changed !== undefined)
    throw new Error(`${join(folder, changed)} does not have the checksum in ${CHECKSUMS}.`)
  const manifest = JSON.parse(
    execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' }),
  )
  if (manifest.name !== 'latchkey' || manifest.version !== version)
    throw new Error(`${file} contains ${manifest.name} ${manifest.version}, not latchkey ${version}.`)
  return file
}

/**
 * @param {string} file
 * @param {string} sums
 */
function hasSum(file, sums) {
  return existsSync(file) && sums.split('\n').includes(`${sha256Of(readFileSync(file))}  ${basename(file)}`)
}
