import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopAll } from '../tests/support/processes/processes.mjs'
import { root } from '../tests/support/processes/workspace.mjs'
import { isPending } from './release/changesets.mjs'
import { checkContents } from './release/contents.mjs'
import { checkDependencies } from './release/dependencies.mjs'
import { installWithNpm } from './release/installation.mjs'
import { requireOwnFolder, writeOutput } from './release/output.mjs'
import { git, npmVersion } from './release/publish.mjs'
import { run } from './release/run.mjs'
import { billOfMaterials } from './release/sbom.mjs'
import { kilobytes, loadedSizes } from './release/sizes.mjs'
import { step } from './release/step.mjs'
import { PENDING, verifyTag } from './release/tag.mjs'
import { buildTarball, filesOf } from './release/tarball.mjs'
import { upload } from './release/upload.mjs'
import { setUp } from './setup.mjs'

const HELP = `npm run release -- --dry-run       builds and checks the package; uploads nothing
npm run release -- --reproduce     builds it twice in different folders, and compares the bytes
npm run release -- --publish       uploads what a dry run wrote; only in the workflow of a tag
npm run release -- --verify-tag v1.2.3
                                   checks that the commit can be released under this tag

--out FOLDER    where a dry run writes the tarball, the bill of materials, the checksum and the notes,
                and where --publish finds them; default: .artifacts/release`

/** @typedef {import('./release/tarball.mjs').Tarball} Tarball */

/** `npm run release -- --dry-run | --reproduce | --publish | --verify-tag TAG [--out FOLDER]` */
async function main() {
  const { mode, out, tag } = readArguments(process.argv.slice(2))
  if (mode === 'help') return console.log(HELP)
  if (mode === 'verify-tag') return console.log(verifyTag(tag))
  if (mode === 'publish') return await upload(out)
  // Elsewhere, it shows what the next version would contain.
  if (process.env.GITHUB_REF_TYPE === 'tag' && isPending(root)) throw new Error(PENDING)
  requireOwnFolder(out)
  await setUp()
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
  try {
    const changes = git('status', '--porcelain')
    if (changes !== '') console.log(`Not committed, and therefore not in the package:\n${changes}\n`)
    const tarball = await step('build and pack the committed files', () => build(join(parent, 'first')))
    await step('build again in another folder, and compare the bytes', () => reproduce(parent, tarball))
    const built = [...checksums(tarball), ...toolchain()]
    if (mode === 'reproduce') return console.log(`\n${table([['file', basename(tarball.file)], ...built])}`)
    const rows = await check(tarball, parent)
    const bill = await step('write the bill of materials', () =>
      billOfMaterials(tarball.repository, tarball.folder, join(parent, 'bill')),
    )
    writeOutput(out, tarball, bill)
    console.log(`\n${table([...rows, ...built])}`)
    console.log(
      `\n${readdirSync(out)
        .map((name) => join(out, name))
        .join('\n')}`,
    )
    console.log('\nNothing was uploaded.')
  } finally {
    await stopAll()
    rmSync(parent, { recursive: true })
  }
}

/**
 * @param {Tarball} tarball
 * @returns {[string, string][]} rows of a table
 */
function checksums({ sha256, contentSha256, integrity }) {
  return [
    ['SHA-256', sha256],
    ['SHA-256 before compression', contentSha256],
    ['integrity', integrity],
  ]
}

/**
 * Returns the programs on which the bytes of the tarball depend.
 *
 * @returns {[string, string][]} rows of a table
 */
function toolchain() {
  return [
    ['Node.js', process.version],
    ['npm', npmVersion()],
  ]
}

/**
 * @param {readonly string[]} args
 * @returns {{ mode: 'help' | 'dry-run' | 'reproduce' | 'publish' | 'verify-tag', out: string, tag:
 *   string }}
 * @throws {Error} that lists the arguments
 */
function readArguments(args) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false })
  const options = {
    'dry-run': flag,
    reproduce: flag,
    publish: flag,
    help: flag,
    'verify-tag': /** @type {const} */ ({ type: 'string' }),
    out: /** @type {const} */ ({ type: 'string' }),
  }
  const { values } = parse(args, options)
  const modes = /** @type {const} */ (['help', 'dry-run', 'reproduce', 'publish', 'verify-tag']).filter(
    (name) => values[name] !== undefined && values[name] !== false,
  )
  const [mode, second] = modes
  if (mode === undefined || second !== undefined)
    throw new Error(`Choose one of --dry-run, --reproduce, --publish and --verify-tag.\n\n${HELP}`)
  const out = values.out ?? join(root, '.artifacts', 'release')
  return { mode, out, tag: values['verify-tag'] ?? '' }
}

/**
 * @template {import('node:util').ParseArgsOptionsConfig} T
 * @param {readonly string[]} args
 * @param {T} options
 */
function parse(args, options) {
  try {
    return parseArgs({ args: [...args], options })
  } catch (error) {
    throw new Error(`${/** @type {Error} */ (error).message}\n\n${HELP}`)
  }
}

/**
 * Builds the package. If changesets wait for a release, their version and notes come first.
 *
 * @param {string} folder
 */
function build(folder) {
  mkdirSync(folder)
  return buildTarball(folder, async (repository) => {
    if (isPending(repository)) await run('npm', ['run', '--silent', 'version'], repository)
  })
}

/**
 * @param {string} parent
 * @param {Tarball} first
 */
async function reproduce(parent, first) {
  // Another length of the path, and one folder more.
  const folder = join(parent, 'a-folder-with-another-name', 'second')
  mkdirSync(join(parent, 'a-folder-with-another-name'))
  const second = await build(folder)
  if (second.sha256 === first.sha256) return
  const before = await contentOf(first, join(parent, 'unpacked-first'))
  const after = await contentOf(second, join(parent, 'unpacked-second'))
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const different = names.filter((name) => !before.get(name)?.equals(after.get(name) ?? Buffer.of()))
  throw new Error(`Two builds differ in ${different.length} files:\n${different.slice(0, 20).join('\n')}`)
}

/**
 * @param {Tarball} tarball
 * @param {string} folder
 */
function contentOf({ file }, folder) {
  mkdirSync(folder)
  return filesOf(file, folder)
}

/**
 * Checks a tarball as its users meet it.
 *
 * @param {Tarball} tarball
 * @param {string} parent
 * @returns {Promise<[string, string][]>} rows of a table
 */
async function check(tarball, parent) {
  const files = await contentOf(tarball, join(parent, 'unpacked'))
  await step('check its content: tests, paths, scripts, links, maps', () => {
    const folders = [root, parent, homedir()].filter((folder) => folder.length > 1)
    fail(checkContents(files, folders))
  })
  await step('check the dependencies and their licences', () =>
    fail(checkDependencies(root, readFileSync(join(root, 'docs', 'assurance', 'supply-chain.md'), 'utf8'))),
  )
  await step('publint --strict', () => run('publint', ['--strict', tarball.file], root))
  await step('attw', () => run('attw', [tarball.file, '--ignore-rules', 'cjs-resolves-to-esm'], root))
  await step('install it with npm in an empty folder, and import its modules', async () =>
    fail(await installWithNpm(tarball.file, root, join(parent, 'empty'))),
  )
  // Loaded here, because it needs the packages that `setUp` installs.
  const { tryInApplications } = await import('./release/applications.mjs')
  const passed = /** @type {string[]} */ ([])
  await step('install it into new applications of Next.js, SvelteKit and SolidStart', () =>
    tryInApplications(tarball.file, (title) => passed.push(title)),
  )
  const sizes = await step('measure what applications load', loadedSizes)
  const unpacked = [...files.values()].reduce((sum, content) => sum + content.length, 0)
  return [
    ['version', tarball.version],
    ['tarball', kilobytes(tarball.bytes)],
    ['unpacked', `${kilobytes(unpacked)} in ${files.size} files`],
    ...sizes,
    ['new applications', passed.join(', ')],
  ]
}

/** @param {readonly string[]} problems */
function fail(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** @param {readonly (readonly [string, string])[]} rows */
function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

await main().catch((error) => {
  console.error(`\n${error.message}`)
  process.exitCode = 1
})
