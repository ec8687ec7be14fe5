/**
 * The result of a step: how many tests passed and failed, its output, and what to repeat at the end
 * of the run.
 *
 * @typedef {{ passed: number, failed: number, output: string, summary?: string[] }} Result
 */

/**
 * One step of a test run.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title what it builds or checks
 * @property {readonly string[]} [needs] steps that must have passed
 * @property {readonly string[]} [after] steps that must have ended, passed or failed, because both
 *   use the same files or the whole machine
 * @property {() => Promise<Result>} run
 */

/**
 * Chooses steps by name, together with the steps that they need.
 *
 * @param {readonly Step[]} steps
 * @param {readonly string[]} names an empty list chooses all
 * @returns {Step[]} in the order of `steps`
 * @throws {Error} that lists the names when one is unknown
 */
export function chooseSteps(steps, names) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined)
    throw new Error(`There is no step "${unknown}". Choose from: ${steps.map(({ name }) => name).join(', ')}`)
  if (names.length === 0) return [...steps]
  const chosen = new Set(names)
  // The set grows during the iteration, so the needs of a needed step are added too.
  for (const name of chosen)
    for (const need of steps.find((step) => step.name === name)?.needs ?? []) chosen.add(need)
  return steps.filter(({ name }) => chosen.has(name))
}

/**
 * Runs every step as soon as the steps before it have ended, a limited number at a time. A step
 * that needs a failed step is not run and counts as failed.
 *
 * @param {readonly Step[]} steps
 * @param {{ concurrency: number, onStart?: (step: Step) => void, onEnd?: (step: Step, result:
 *   Result) => void }} options
 * @returns {Promise<{ passed: number, failed: number }>} the totals
 */
export async function runSteps(steps, { concurrency, onStart, onEnd }) {
  /** @type {Map<string, Result>} */
  const results = new Map()
  /** @type {Map<string, Promise<void>>} */
  const running = new Map()
  const isPending = (/** @type {string} */ name) =>
    steps.some((step) => step.name === name) && !results.has(name)
  const isReady = (/** @type {Step} */ { name, needs = [], after = [] }) =>
    isPending(name) && !running.has(name) && ![...needs, ...after].some(isPending)
  const runStep = async (/** @type {Step} */ step) => {
    onStart?.(step)
    const result = await resultOf(step, results)
    results.set(step.name, result)
    running.delete(step.name)
    onEnd?.(step, result)
  }
  while (results.size < steps.length) {
    const ready = steps.filter(isReady).slice(0, concurrency - running.size)
    for (const step of ready) running.set(step.name, Promise.resolve(step).then(runStep))
    if (running.size === 0) throw new Error('The steps depend on each other in a cycle.')
    await Promise.race(running.values())
  }
  const total = (/** @type {'passed' | 'failed'} */ key) =>
    [...results.values()].reduce((sum, result) => sum + result[key], 0)
  return { passed: total('passed'), failed: total('failed') }
}

/**
 * @param {Step} step
 * @param {ReadonlyMap<string, Result>} results
 * @returns {Promise<Result>}
 */
async function resultOf({ needs = [], run }, results) {
  const missing = needs.find((name) => results.get(name)?.failed)
  if (missing) return { passed: 0, failed: 1, output: `Not run: needs the step "${missing}", which failed.` }
  try {
    return await run()
  } catch (error) {
    return { passed: 0, failed: 1, output: String(error instanceof Error ? error.message : error) }
  }
}
