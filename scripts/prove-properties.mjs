import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProcess, stopAll } from './processes.mjs'
import { elapsed } from './progress.mjs'
import { mergeRecords, readRecord, renderRecord } from './property-record.mjs'
import { setUp } from './setup.mjs'
import { root, toolEnvironment } from './workspace.mjs'

const FOLDER = join('packages', 'latchkey', 'test', 'properties')
const PAGE = join(root, 'docs', 'properties.md')
const MILLION = 1_000_000

/**
 * `npm run test:million -w latchkey [-- file …] [--only=<title>]`: checks the properties file by
 * file with a million values each, or as many as `LATCHKEY_RUNS` says, prints the progress, and
 * writes the runs that passed into docs/properties.md after each file.
 *
 * @returns {Promise<number>} exit code
 */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string', short: 't' } },
  })
  const files = readdirSync(join(root, FOLDER))
    .filter((name) => name.endsWith('.test.ts'))
    .filter((name) => positionals.length === 0 || positionals.some((wanted) => name.startsWith(wanted)))
  if (files.length === 0) throw new Error(`No file of ${FOLDER} starts with ${positionals.join(' or ')}.`)
  await setUp()
  let failed = 0
  for (const file of files) if (!(await proveFile(file, values.only))) failed += 1
  await stopAll()
  console.log(`${files.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/**
 * Runs one file, and writes the properties that held into the page.
 *
 * @param {string} file
 * @param {string | undefined} only title of the properties to check
 * @returns {Promise<boolean>} whether all of them held
 */
async function proveFile(file, only) {
  const start = Date.now()
  const { ok, runs } = await runFile(file, only)
  const known = existsSync(PAGE) ? readRecord(readFileSync(PAGE, 'utf8')) : []
  writeFileSync(PAGE, renderRecord(mergeRecords(known, runs, ok && only === undefined ? file : undefined)))
  console.log(`${file}: ${ok ? 'passed' : 'FAILED'}, ${runs.length} properties, ${elapsed(start)}`)
  return ok
}

/**
 * Runs one file. A property that failed is not among the runs.
 *
 * @param {string} file
 * @param {string | undefined} only title of the properties to check
 * @returns {Promise<{ ok: boolean, runs: import('./property-record.mjs').PropertyRun[] }>}
 */
async function runFile(file, only) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-properties-'))
  const record = join(folder, 'runs')
  const { LATCHKEY_RUNS = String(MILLION) } = process.env
  try {
    const { code } = await startProcess({
      name: basename(file),
      program: 'vitest',
      args: ['run', '--project', 'library', join(FOLDER, file), ...(only === undefined ? [] : ['-t', only])],
      cwd: root,
      env: { ...toolEnvironment(), LATCHKEY_RUNS, LATCHKEY_RECORD: record },
      onOutput: (/** @type {string} */ text) => process.stdout.write(text),
    }).exited
    const lines = existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []
    return { ok: code === 0, runs: lines.map((line) => JSON.parse(line)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = await main().catch((error) => {
  console.error(error.message)
  return 1
})
