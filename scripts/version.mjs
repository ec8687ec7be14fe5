import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, root } from '../tests/support/processes/workspace.mjs'
import { addRelease, readChangesets } from './release/changesets.mjs'
import { run } from './release/run.mjs'

/**
 * Turns the changesets of a repository into the next version of the package and a section of the
 * changelog, and removes them. If there is a mistake, nothing is written.
 *
 * @param {string} repository
 * @param {string} date of the release, such as `2026-11-23`
 * @returns {Promise<string>} a sentence about what happened
 * @throws {Error} that names the mistake
 */
export async function raiseVersion(repository, date) {
  const changesets = readChangesets(repository)
  if (changesets.length === 0) return 'There is no changeset, so the version stays.'
  if (changesets.every(({ bump }) => bump === undefined)) {
    for (const { file } of changesets) rmSync(join(repository, '.changeset', file))
    return 'No changeset has a change that users notice, so the version stays.'
  }
  const changelog = join(repository, 'CHANGELOG.md')
  const before = readFileSync(changelog, 'utf8')
  // It throws here what it would throw below.
  addRelease(before, changesets, { version: '0.0.0', date })
  await run('changeset', ['version'], repository)
  const { version } = readJson(join(repository, 'packages', 'latchkey', 'package.json'))
  writeFileSync(changelog, addRelease(before, changesets, { version, date }))
  setLockedVersion(join(repository, 'package-lock.json'), version)
  return `Set the version ${version}. Read its section of CHANGELOG.md, and commit.`
}

/**
 * @param {string} file
 * @param {string} version
 */
function setLockedVersion(file, version) {
  const lock = readJson(file)
  lock.packages['packages/latchkey'].version = version
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

/**
 * @param {string} file
 * @returns {any}
 */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** `npm run version` */
if (isMain(import.meta.url))
  await raiseVersion(root, new Date().toISOString().slice(0, 10)).then(console.log, (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
