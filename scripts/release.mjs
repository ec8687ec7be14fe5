import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopAll } from './processes.mjs'
import { elapsed } from './progress.mjs'
import { checkContents } from './release/contents.mjs'
import { checkDependencies } from './release/dependencies.mjs'
import { installWithNpm } from './release/installation.mjs'
import { readOutput, requireOwnFolder, writeOutput } from './release/output.mjs'
import { git, publish, reasonsNotToPublish } from './release/publish.mjs'
import { run } from './release/run.mjs'
import { billOfMaterials } from './release/sbom.mjs'
import { kilobytes, loadedSizes } from './release/sizes.mjs'
import { buildTarball, filesOf } from './release/tarball.mjs'
import { setUp } from './setup.mjs'
import { root } from './workspace.mjs'

const HELP = `npm run release -- --dry-run       builds and checks the package; uploads nothing
npm run release -- --reproduce     builds it twice in different folders, and compares the bytes
npm run release -- --publish       uploads what a dry run wrote; only in the workflow of a tag

--out FOLDER    where a dry run writes the tarball, the bill of materials, the checksum and the notes,
                and where --publish finds them; default: .artifacts/release`

/** @typedef {import('./release/tarball.mjs').Tarball} Tarball */

/** `npm run release -- --dry-run | --reproduce | --publish [--out FOLDER] | --help` */
async function main() {
  const { mode, out } = readArguments(process.argv.slice(2))
  if (mode === 'help') return console.log(HELP)
  if (mode === 'publish') return await upload(out)
  requireOwnFolder(out)
  await setUp()
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
  try {
    const changes = git('status', '--porcelain')
    if (changes !== '') console.log(`Not committed, and therefore not in the package:\n${changes}\n`)
    const tarball = await step('build and pack the committed files', () => build(join(parent, 'first')))
    await step('build again in another folder, and compare the bytes', () => reproduce(parent, tarball))
    if (mode === 'reproduce') return console.log(`\n${tarball.sha256}  ${basename(tarball.file)}`)
    const rows = await check(tarball, parent)
    const bill = await step('write the bill of materials', () =>
      billOfMaterials(tarball.repository, tarball.folder, join(parent, 'bill')),
    )
    writeOutput(out, tarball, bill)
    console.log(`\n${table([...rows, ['SHA-256', tarball.sha256], ['integrity', tarball.integrity]])}`)
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
 * Publishes what a dry run wrote. It needs no installed package, so no code of a dependency runs
 * where the token for publishing is.
 *
 * @param {string} out
 */
async function upload(out) {
  const { version } = JSON.parse(readFileSync(join(root, 'packages', 'latchkey', 'package.json'), 'utf8'))
  const reasons = reasonsNotToPublish({ version, env: process.env, git })
  if (hasChangesets(root)) reasons.push('Changesets wait for a version. Run `npm run version`, and commit.')
  if (reasons.length > 0) throw new Error(`Nothing was published.\n${reasons.join('\n')}`)
  const file = readOutput(out, version)
  await step(`publish latchkey ${version}`, () => publish(file, version))
}

/**
 * @param {readonly string[]} args
 * @returns {{ mode: 'help' | 'dry-run' | 'reproduce' | 'publish', out: string }}
 * @throws {Error} that lists the arguments
 */
function readArguments(args) {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false })
  const options = {
    'dry-run': flag,
    reproduce: flag,
    publish: flag,
    help: flag,
    out: /** @type {const} */ ({ type: 'string' }),
  }
  const { values } = parse(args, options)
  const modes = /** @type {const} */ (['help', 'dry-run', 'reproduce', 'publish']).filter(
    (name) => values[name],
  )
  const [mode, second] = modes
  if (mode === undefined || second !== undefined)
    throw new Error(`Choose one of --dry-run, --reproduce and --publish.\n\n${HELP}`)
  return { mode, out: values.out ?? join(root, '.artifacts', 'release') }
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
 * Runs a part of the release, and prints how long it took.
 *
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(title, work) {
  const start = Date.now()
  const line = process.stdout.isTTY ? '\r' : ''
  if (line !== '') process.stdout.write(`  ${title} …`)
  try {
    const result = await work()
    console.log(`${line}✓ ${title} (${elapsed(start)})`)
    return result
  } catch (error) {
    console.log(`${line}✗ ${title} (${elapsed(start)})`)
    throw error
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
    if (hasChangesets(repository)) await run('npm', ['run', '--silent', 'version'], repository)
  })
}

/** @param {string} repository */
function hasChangesets(repository) {
  const folder = join(repository, '.changeset')
  return (
    existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.md') && name !== 'README.md')
  )
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
    fail(checkDependencies(root, readFileSync(join(root, 'docs', 'supply-chain.md'), 'utf8'))),
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
