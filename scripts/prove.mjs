import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWorkspace } from './build-workspace.mjs'
import { chooseByName } from './choose-by-name.mjs'
import { CLAIMS } from './claims.mjs'
import { recordResult, renderClaims } from './claims-page.mjs'
import { stopAll } from './processes.mjs'
import { setUp } from './setup.mjs'
import { ALL_VARIANTS } from './variants.mjs'
import { root } from './workspace.mjs'

const PAGE = join(root, 'docs', 'claims.md')

/**
 * `npm run prove -- <claim> [argument …]`: proves a claim of docs/claims.md. The last line says how
 * many checks passed and failed. `--record` writes it to the page. Without a claim, it lists them.
 *
 * @returns {Promise<number>} the exit code
 */
async function main() {
  const args = process.argv.slice(2)
  const [name, ...rest] = args.filter((arg) => arg !== '--record')
  if (name === undefined) return list()
  const [claim] = chooseByName(CLAIMS, [name], 'claim')
  Object.assign(process.env, ALL_VARIANTS)
  await setUp()
  await buildWorkspace('Building the library', 'latchkey')
  const { passed, failed, notes = [] } = await /** @type {import('./claims.mjs').Claim} */ (claim).prove(rest)
  for (const note of notes) console.log(note)
  const result = `${passed} passed, ${failed} failed`
  if (args.includes('--record')) record(name, result)
  console.log(result)
  return failed === 0 && passed > 0 ? 0 : 1
}

function list() {
  console.log('Prove a claim with `npm run prove -- <claim>`:\n')
  for (const { name, text, usage = '' } of CLAIMS)
    console.log(`  ${`${name} ${usage}`.trim()}\n      ${text}`)
  return 0
}

/**
 * @param {string} name
 * @param {string} result
 */
function record(name, result) {
  const date = new Date().toISOString().slice(0, 10)
  const results = recordResult(readFileSync(PAGE, 'utf8'), name, `${result} (${date})`)
  writeFileSync(PAGE, renderClaims(CLAIMS, results))
}

process.exitCode = await main()
  .catch((error) => {
    console.error(error.message)
    return 1
  })
  .finally(stopAll)
