import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseByName } from './choose-by-name.mjs'
import { runProcess, stopAll } from './processes.mjs'
import { exceededLimits, renderFiles, renderTable, walkOf } from './walk-report.mjs'
import { createMeasuredSources, MEASURED, removeMeasuredSources } from './walk-sources.mjs'
import { isMain, root, toolEnvironment } from './workspace.mjs'

/** @typedef {import('./walk-report.mjs').Walk} Walk */

const LIMITS = { lines: 880, files: 46, largest: 160 }
const CALLBACK = { lines: 1160, files: 54, largest: 160 }

/** Names of flows in `walk-flows.mjs`. */
const WALKS = [
  { name: 'oauth-redirect', limits: LIMITS },
  { name: 'oauth-callback-new', limits: CALLBACK },
  { name: 'oauth-callback-known', limits: CALLBACK },
  { name: 'session-jwt', limits: LIMITS },
  { name: 'session-database', limits: LIMITS },
  { name: 'email-request', limits: LIMITS },
  { name: 'email-open', limits: LIMITS },
  { name: 'credentials', limits: LIMITS },
  { name: 'sign-out', limits: LIMITS },
]

/**
 * Measures the code that a request of a running application enters. Call `createMeasuredSources`
 * before.
 *
 * @param {{ name: string, limits: import('./walk-report.mjs').Limits }} walk
 * @returns {Promise<Walk>}
 * @throws {Error} with the output of the flow when it fails
 */
export async function measureWalk(walk) {
  const args = [
    '--no-warnings',
    '--conditions=@latchkey/source',
    join('scripts', 'walk-child.mjs'),
    walk.name,
  ]
  const command = { name: walk.name, program: 'node', args, cwd: root, env: toolEnvironment() }
  const { ok, output } = await runProcess(command)
  if (!ok) throw new Error(`The walk "${walk.name}" failed.\n${output}`)
  return walkOf(walk, JSON.parse(output), (file) => readFileSync(join(MEASURED, file), 'utf8'))
}

/** `npm run walks [-- --files] [walk …]`: prints a table, and fails when a limit is exceeded. */
async function main() {
  const args = process.argv.slice(2)
  /** @type {Walk[]} */
  const walks = []
  const names = args.filter((arg) => arg !== '--files')
  await createMeasuredSources()
  for (const walk of chooseByName(WALKS, names, 'walk')) walks.push(await measureWalk(walk))
  await removeMeasuredSources()
  await stopAll()
  const problems = walks.flatMap(exceededLimits)
  if (args.includes('--files')) for (const walk of walks) console.log(renderFiles(walk))
  console.log(`${renderTable(walks)}\n`)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}

if (isMain(import.meta.url)) {
  await main().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
