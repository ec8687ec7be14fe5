import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { tryInApplications } from './applications.mjs'
import { packCommit } from './package.mjs'
import { run } from './run.mjs'

const HELP = `npm run release -- --reproduce   builds and packs the commit twice, and compares the bytes
npm run release -- --dry-run     also checks the package, and installs it into new applications

Both write into .artifacts/release, and upload nothing.`

/** Modules that a server without a framework can import. */
const MODULES = ['latchkey', 'latchkey/jwt', 'latchkey/errors', 'latchkey/node', 'latchkey/providers/github']

const OUTPUT = join(root, '.artifacts', 'release')

/** `npm run release -- --reproduce | --dry-run` */
async function main() {
  const flag = /** @type {const} */ ({ type: 'boolean' })
  const { values } = parseArgs({ options: { reproduce: flag, 'dry-run': flag } })
  if (!values.reproduce && !values['dry-run']) throw new Error(HELP)
  // The permissions of new files are in the tarball.
  process.umask(0o022)
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
  try {
    const packed = packTwice(parent)
    rmSync(OUTPUT, { recursive: true, force: true })
    mkdirSync(OUTPUT, { recursive: true })
    copyFileSync(packed.file, join(OUTPUT, basename(packed.file)))
    if (values['dry-run']) await checkAndDescribe(packed, join(parent, 'unpacked'))
  } finally {
    rmSync(parent, { recursive: true })
  }
  console.log(`${OUTPUT}. Nothing was uploaded.`)
}

/**
 * Packs the commit in two folders with different names: the bytes must depend on no path, time or
 * order.
 *
 * @param {string} parent
 */
function packTwice(parent) {
  console.log('… build and pack the commit')
  const clone = join(parent, 'first')
  const packed = packCommit(root, clone)
  console.log('… build and pack it again in another folder, and compare the bytes')
  const other = join(parent, 'a-folder-with-another-name', 'second')
  if (!readFileSync(packCommit(root, other).file).equals(readFileSync(packed.file))) {
    const folders = [clone, other].map((folder) => join(folder, 'packages', 'latchkey'))
    // It fails with the list of the files that differ.
    run('diff', ['--recursive', '--brief', '--exclude=node_modules', ...folders], root)
    throw new Error('Two builds wrote the same files, but not the same tarball.')
  }
  return packed
}

/**
 * Checks a tarball as its users meet it. Writes the bill of materials and the notes of the release.
 *
 * @param {{ file: string, version: string }} packed
 * @param {string} parent a folder that does not exist
 */
async function checkAndDescribe({ file, version }, parent) {
  // npm names the component of the bill of materials after its folder.
  const folder = join(parent, 'latchkey')
  mkdirSync(folder, { recursive: true })
  run('tar', ['-xzf', file, '--strip-components=1'], folder)
  console.log('… write the notes and the bill of materials')
  writeFileSync(join(OUTPUT, 'notes.md'), readNotes(join(folder, 'CHANGELOG.md'), version))
  writeFileSync(join(OUTPUT, `latchkey-${version}.sbom.json`), billOfMaterials(folder))
  console.log('… check its sources, exports and types')
  requireSources(folder)
  run('publint', ['--strict', file], root)
  run('attw', [file, '--ignore-rules', 'cjs-resolves-to-esm'], root)
  console.log('… install it alone, and import its modules')
  installAlone(file, join(parent, 'alone'))
  console.log('… install it into new applications')
  await tryInApplications(file)
}

/**
 * Checks that the sources are in the package to which stack traces and "Go to definition" lead.
 *
 * @param {string} folder the unpacked package
 */
function requireSources(folder) {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.map'),
  )
  const missing = maps.flatMap((path) => {
    const { sourceRoot = '', sources } = JSON.parse(readFileSync(join(folder, path), 'utf8'))
    const files = sources.map((/** @type {string} */ source) => join(dirname(path), sourceRoot, source))
    return files.filter((/** @type {string} */ file) => !existsSync(join(folder, file)))
  })
  if (maps.length === 0) throw new Error('The package has no source maps.')
  if (missing.length > 0) throw new Error(`The package lacks sources of its maps:\n${missing.join('\n')}`)
}

/**
 * Installs the tarball with npm in an empty folder, and imports modules without a framework.
 *
 * @param {string} file
 * @param {string} folder
 */
function installAlone(file, folder) {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  run('npm', ['install', '--prefer-offline', file], folder)
  const imports = MODULES.map((name) => `await import('${name}')`).join('\n')
  run('node', ['--input-type=module', '--eval', imports], folder)
  run(join('node_modules', '.bin', 'latchkey'), ['--version'], folder)
}

/**
 * Returns the packages that npm installs with the library, in the format of CycloneDX.
 *
 * @param {string} folder the unpacked package
 */
function billOfMaterials(folder) {
  run('npm', ['install', '--package-lock-only'], folder)
  return run('npm', ['sbom', '--package-lock-only', '--sbom-type=library', '--sbom-format=cyclonedx'], folder)
}

/**
 * Returns the section of a version in the changelog.
 *
 * @param {string} file
 * @param {string} version
 */
function readNotes(file, version) {
  const sections = readFileSync(file, 'utf8').split(/^## /m)
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version)
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return section.replace(/^.*\n+/, '')
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
