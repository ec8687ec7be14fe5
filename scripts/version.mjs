import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withVersion } from './release/next-changelog.mjs'
import { run } from './release/run.mjs'
import { isMain, root } from './workspace.mjs'

/**
 * Turns the files of `.changeset` into a version: in the manifest of the package, in the lock file
 * and in CHANGELOG.md. Deletes the files.
 *
 * @param {string} repository
 * @param {string} date `YYYY-MM-DD`
 * @returns {Promise<string | undefined>} the new version, or `undefined` without changesets
 * @throws {Error} when the text of a changeset has no section. Nothing is changed then.
 */
export async function setVersion(repository, date) {
  const changesets = readChangesets(join(repository, '.changeset'))
  if (changesets.length === 0) return undefined
  const page = join(repository, 'CHANGELOG.md')
  const changelog = readFileSync(page, 'utf8')
  // Reports a mistake before anything is written.
  withVersion(changelog, { version: 'next', date, changesets })
  await run('changeset', ['version'], repository)
  const { version } = JSON.parse(
    readFileSync(join(repository, 'packages', 'latchkey', 'package.json'), 'utf8'),
  )
  writeFileSync(page, withVersion(changelog, { version, date, changesets }))
  updateLock(repository, version)
  return version
}

/**
 * @param {string} folder
 * @returns {{ id: string, summary: string }[]} by name
 */
function readChangesets(folder) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  return names.sort().map((name) => {
    const [, summary = ''] = /^---\n.*?\n---\n(.*)$/s.exec(readFileSync(join(folder, name), 'utf8')) ?? []
    return { id: name.replace(/\.md$/, ''), summary }
  })
}

/**
 * @param {string} repository
 * @param {string} version
 */
function updateLock(repository, version) {
  const file = join(repository, 'package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  lock.packages['packages/latchkey'].version = version
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

if (isMain(import.meta.url)) {
  const version = await setVersion(root, new Date().toISOString().slice(0, 10)).catch((error) => {
    console.error(error.message)
    process.exitCode = 1
    return null
  })
  if (version === undefined) console.log('No changesets wait for a version. Write one with `npx changeset`.')
  if (version) console.log(`Set the version ${version}. Read CHANGELOG.md, then commit and tag v${version}.`)
}
