import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMain, root } from '../../tests/support/processes/workspace.mjs'

/**
 * The owner of the repository: a placeholder until the project has a home. After a change, run
 * `node tools/release/repository.mjs --write`.
 */
export const OWNER = 'latchkey-auth'

/** The repository, in which the documentation links source code. */
export const REPOSITORY = `https://github.com/${OWNER}/latchkey`

const ADDRESS = /((?:raw\.githubusercontent|github)\.com\/)([\w-]+)(?=\/latchkey\b)/g

/** The team in `.github/CODEOWNERS`. */
const TEAM = /(@)([\w-]+)(?=\/maintainers\b)/g

/**
 * Returns a text with the owner in each address of the repository, and in the team that reviews.
 *
 * @param {string} text
 * @returns {string}
 */
export function withOwner(text) {
  return text.replace(ADDRESS, `$1${OWNER}`).replace(TEAM, `$1${OWNER}`)
}

/**
 * Returns the files that name another owner. Configuration files must repeat it, because nothing
 * else can be read there.
 *
 * @returns {string[]} relative to the repository
 */
export function filesOfOtherOwners() {
  return configurationFiles().filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return withOwner(text) !== text
  })
}

function configurationFiles() {
  return execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => /\.(?:json|ya?ml|md)$|\/CODEOWNERS$/.test(file) && existsSync(join(root, file)))
}

if (isMain(import.meta.url)) {
  const files = filesOfOtherOwners()
  const isWriting = process.argv.includes('--write')
  for (const file of files) {
    if (isWriting) writeFileSync(join(root, file), withOwner(readFileSync(join(root, file), 'utf8')))
    console.log(`${file}  ${isWriting ? 'names' : 'does not name'} the owner ${OWNER}`)
  }
  if (files.length > 0 && !isWriting) process.exitCode = 1
}
