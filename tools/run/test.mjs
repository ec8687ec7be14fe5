import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nextEnvironment } from '../../tests/support/applications/examples.mjs'
import { installProgram, skipWithout } from '../../tests/support/machine/programs.mjs'
import { elapsed } from '../../tests/support/machine/progress.mjs'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'
import { TESTS_ALL_VARIANTS } from '../../tests/support/variants.mjs'
import { chooseSteps } from './steps.mjs'

/**
 * @typedef {import('./reporter.mjs').Counts & { output: string }} Result
 * @typedef {import('./steps.mjs').Step} Step
 */

/** The longest step takes five minutes, and more on a slow machine or with all variants. */
const STEP_TIMEOUT_MS = (TESTS_ALL_VARIANTS ? 120 : 30) * 60_000
const REPORTER = join(root, 'tools', 'run', 'reporter.mjs')
const FAILED = { passed: 0, failed: 1, notes: [] }

/** `npm test`, `npm test -- name …` and `npm run test:all`. */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false } },
  })
  const lanes = chooseSteps(positionals, { all: values.all, variants: TESTS_ALL_VARIANTS })
  const install = startInstallations(lanes.flat())
  const start = Date.now()
  /** @type {Set<string>} */
  const running = new Set()
  const timer = setInterval(
    () => console.log(`… ${elapsed(start)}  running: ${[...running].join(', ')}`),
    15_000,
  )
  /** @type {{ step: Step, result: Result }[]} */
  const results = []
  const runLane = async (/** @type {readonly Step[]} */ lane) => {
    for (const step of lane) {
      const stepStart = Date.now()
      running.add(step.name)
      const result = await runStep(step, install).catch(({ message }) => ({ ...FAILED, output: message }))
      running.delete(step.name)
      results.push({ step, result })
      console.log(`${describe(step, result)} (${elapsed(stepStart)})`)
    }
  }
  await Promise.all(lanes.map(runLane))
  clearInterval(timer)
  await install()
  return report(results)
}

/**
 * Installs the programs of all steps, one after the other, beside the first steps.
 *
 * @param {readonly Step[]} steps
 * @returns {() => Promise<void>} waits for them
 */
function startInstallations(steps) {
  const names = new Set(steps.flatMap(({ needs = [], uses = [] }) => [...needs, ...uses]))
  const installed = (async () => {
    for (const name of names) await installProgram(name)
  })()
  return () => installed
}

/**
 * @param {Step} step
 * @param {() => Promise<void>} install
 * @returns {Promise<Result>}
 */
async function runStep({ name, projects, files = [], commands = [], builds = [], ...step }, install) {
  const { needs = [], uses = [] } = step
  if (needs.length + uses.length > 0) await install()
  const missing = needs.map((program) => skipWithout(program)).filter((line) => line !== undefined)
  if (missing.length > 0) return { passed: 0, failed: 0, notes: missing, output: '' }
  for (const workspace of name === 'lint' ? [] : ['latchkey', ...builds]) {
    const { ok, output } = await build(workspace)
    if (!ok) return { ...FAILED, output: `Not run: ${workspace} could not be built.\n${output}` }
  }
  if (!projects) return runCommands(commands)
  const notes = uses.map((program) => skipWithout(program)).filter((line) => line !== undefined)
  const result = await runVitest(projects, files)
  return { ...result, notes: [...notes, ...result.notes] }
}

/** @type {Map<string, ReturnType<typeof run>>} */
const built = new Map()

/**
 * Builds a workspace once.
 *
 * @param {string} workspace
 */
function build(workspace) {
  const result =
    built.get(workspace) ?? run('npm', ['run', '--silent', 'build', '-w', workspace], nextEnvironment)
  built.set(workspace, result)
  return result
}

/**
 * @param {readonly string[][]} commands
 * @returns {Promise<Result>}
 */
async function runCommands(commands) {
  for (const [program = '', ...args] of commands) {
    const { ok, output } = await run(program, args, nextEnvironment)
    if (!ok) return { ...FAILED, output }
  }
  return { ...FAILED, passed: 1, failed: 0, output: '' }
}

/**
 * Runs projects of vitest.config.ts.
 *
 * @param {readonly string[]} projects
 * @param {readonly string[]} files
 * @returns {Promise<Result>}
 */
async function runVitest(projects, files) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  const file = join(folder, 'report.json')
  const args = projects.flatMap((project) => ['--project', project])
  try {
    const { ok, output } = await run(
      'vitest',
      ['run', ...args, '--reporter=default', `--reporter=${REPORTER}`, ...files],
      { LATCHKEY_REPORT: file },
    )
    /** @type {import('./reporter.mjs').Counts} */
    const counts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : FAILED
    // A server that did not start, or no tests at all.
    const isBroken = counts.failed === 0 && (!ok || counts.passed === 0)
    return { ...counts, failed: isBroken ? 1 : counts.failed, output }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [variables]
 */
function run(program, args, variables) {
  const name = [program, ...args].join(' ')
  const env = toolEnvironment(variables)
  return runProcess({ name, program, args, cwd: root, env, timeoutMs: STEP_TIMEOUT_MS })
}

/**
 * @param {Step} step
 * @param {Result} result
 */
function describe({ name, title }, { passed, failed }) {
  if (passed + failed === 0) return `- ${name}: skipped`
  const counts = passed + failed > 1 ? `: ${passed} passed, ${failed} failed` : ''
  return `${failed ? '✗' : '✓'} ${name}: ${title}${counts}`
}

/**
 * Prints what was skipped or passed only on a retry, and then the failures.
 *
 * @param {readonly { step: Step, result: Result }[]} results
 */
function report(results) {
  const notes = Map.groupBy(
    results.flatMap(({ step, result }) => result.notes.map((note) => ({ note, name: step.name }))),
    ({ note }) => note,
  )
  if (notes.size > 0) console.log('\nSkipped, or passed only on a retry:\n')
  for (const [note, steps] of notes) console.log(`${steps.map(({ name }) => name).join(', ')}: ${note}`)
  for (const { step, result } of results)
    if (result.failed > 0) console.log(`\n${describe(step, result)}\n\n${failuresIn(result.output)}`)
  const total = (/** @type {'passed' | 'failed'} */ key) =>
    results.reduce((sum, { result }) => sum + result[key], 0)
  return { passed: total('passed'), failed: total('failed') }
}

/**
 * Vitest lists the failures after a line; the log above it lists the files.
 *
 * @param {string} output
 */
function failuresIn(output) {
  const first = output.indexOf('⎯⎯')
  return first < 0 ? output.trim() : output.slice(first).trim()
}

const { passed, failed } = await main().catch(({ message }) => {
  console.error(message)
  return FAILED
})
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
