/**
 * What came of a step: how many tests passed and failed, what it wrote, and what of that must not be overlooked.
 *
 * @typedef {{ passed: number, failed: number, output: string, remarks?: string[] }} Result
 */

/**
 * One step of a test run.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} title what is true when it passes
 * @property {readonly string[]} [needs] steps that must have passed
 * @property {readonly string[]} [after] steps that must be over, whatever came of them, because both use the same files or the whole machine
 * @property {() => Promise<Result>} run
 */

/**
 * Chooses steps by name, with the ones that they need.
 *
 * @param {readonly Step[]} steps
 * @param {readonly string[]} names none chooses all
 * @returns {Step[]} in the order of `steps`
 * @throws {Error} that lists the names when one is unknown
 */
export function chooseSteps(steps, names) {
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown !== undefined)
    throw new Error(`There is no step "${unknown}". Choose from: ${steps.map(({ name }) => name).join(', ')}`)
  if (names.length === 0) return [...steps]
  const chosen = new Set(names)
  // A set that grows while it is walked: what a needed step needs is walked too.
  for (const name of chosen)
    for (const need of steps.find((step) => step.name === name)?.needs ?? []) chosen.add(need)
  return steps.filter(({ name }) => chosen.has(name))
}

/**
 * Runs every step, each as soon as what it waits for is over, at most so many at once. A step that needs one that failed is not run and counts
 * as failed.
 *
 * @param {readonly Step[]} steps
 * @param {{ atOnce: number, onStart?: (step: Step) => void, onEnd?: (step: Step, result: Result) => void }} options
 * @returns {Promise<{ passed: number, failed: number }>} the sum
 */
export async function runSteps(steps, { atOnce, onStart, onEnd }) {
  /** @type {Map<string, Result>} */
  const results = new Map()
  /** @type {Map<string, Promise<void>>} */
  const underWay = new Map()
  const isWaitedFor = (/** @type {string} */ name) =>
    steps.some((step) => step.name === name) && !results.has(name)
  const isReady = (/** @type {Step} */ { name, needs = [], after = [] }) =>
    isWaitedFor(name) && !underWay.has(name) && ![...needs, ...after].some(isWaitedFor)
  const carryOut = async (/** @type {Step} */ step) => {
    onStart?.(step)
    const result = await resultOf(step, results)
    results.set(step.name, result)
    underWay.delete(step.name)
    onEnd?.(step, result)
  }
  while (results.size < steps.length) {
    const ready = steps.filter(isReady).slice(0, atOnce - underWay.size)
    for (const step of ready) underWay.set(step.name, Promise.resolve(step).then(carryOut))
    if (underWay.size === 0) throw new Error('The steps wait for each other in a circle.')
    await Promise.race(underWay.values())
  }
  const sum = (/** @type {'passed' | 'failed'} */ key) =>
    [...results.values()].reduce((total, result) => total + result[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

/**
 * @param {Step} step
 * @param {ReadonlyMap<string, Result>} results
 * @returns {Promise<Result>}
 */
async function resultOf({ needs = [], run }, results) {
  const missing = needs.find((name) => results.get(name)?.failed)
  if (missing)
    return { passed: 0, failed: 1, output: `Not run: it needs the step "${missing}", which failed.` }
  try {
    return await run()
  } catch (error) {
    return { passed: 0, failed: 1, output: String(error instanceof Error ? error.message : error) }
  }
}
