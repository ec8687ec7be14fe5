import { findBrowser, installBrowser } from './browser.mjs'
import { EXAMPLES, nextEnvironment } from './examples.mjs'
import { installNginx, requireNginx } from './nginx.mjs'
import { runProcess } from './processes.mjs'
import { elapsed } from './progress.mjs'
import { chooseSteps, runSteps } from './run-steps.mjs'
import { setUp } from './setup.mjs'
import { runVitest } from './vitest-step.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/** A browser takes the whole machine: what runs beside it only makes it wait. */
const BEFORE_BROWSERS = ['lint', 'layers', 'library', 'runtimes', 'next', 'sveltekit', 'solid-start']

/**
 * Everything that is checked, in the order in which it starts. The names can be given: `npm test -- types lint`.
 *
 * @type {import('./run-steps.mjs').Step[]}
 */
const STEPS = [
  { name: 'build', title: 'the library builds', run: npmRun('build', '-w', 'latchkey') },
  {
    name: 'lint',
    title: 'linter and formatter are content',
    run: npmRun('lint', '-w', '@latchkey/tooling'),
  },
  {
    name: 'layers',
    title: 'every import goes down',
    run: () => runCommand('node', 'scripts/check-layers.mjs'),
  },
  {
    name: 'spec',
    title: 'every statement of the specification is proven',
    run: () => runCommand('node', 'scripts/check-spec.mjs'),
  },
  {
    name: 'catalogue',
    title: 'every provider has its sample and its page',
    needs: ['build'],
    run: () => runCommand('node', 'scripts/check-catalogue.mjs'),
  },
  {
    name: 'types',
    title: 'the types fit',
    needs: ['build'],
    run: npmRun('check:types', '--workspaces', '--if-present'),
  },
  {
    name: 'package',
    title: 'the package can be used as it is packed',
    needs: ['build'],
    run: npmRun('check:package', '-w', '@latchkey/tooling'),
  },
  { name: 'library', title: 'units and flows', run: () => runVitest('library', 'library-web-crypto') },
  {
    name: 'runtimes',
    title: 'the core on Node.js, Deno, Bun, workerd and edge-runtime',
    needs: ['build'],
    run: () => runVitest('runtimes'),
  },
  ...EXAMPLES.map(({ name, title, workspace }) => ({
    name: `example-${name}`,
    title: `the ${title} example builds`,
    needs: ['build'],
    // They write the examples' generated types, and pack what they import.
    after: ['types', 'package'],
    run: npmRun('build', '-w', workspace),
  })),
  {
    name: 'next',
    title: 'the integration, on a Next.js server',
    needs: ['build'],
    // One `next build` at a time is enough for a machine.
    after: ['example-next'],
    run: () => runVitest('next'),
  },
  browserStep({
    name: 'sveltekit',
    title: 'the integration, on servers of SvelteKit 3 and 2 and in a browser',
    projects: ['sveltekit', 'sveltekit-2'],
    needs: ['build'],
    after: ['next'],
  }),
  browserStep({
    name: 'solid-start',
    title: 'the integration, on a SolidStart server and in its pages',
    projects: ['solid-start'],
    needs: ['build'],
    // One build of an application at a time is enough for a machine.
    after: ['next', 'sveltekit'],
  }),
  browserStep({
    name: 'browser',
    title: 'our pages and the browser client, in a browser',
    projects: ['library-browser'],
    after: BEFORE_BROWSERS,
  }),
  ...EXAMPLES.map(({ name, title }, index) =>
    browserStep({
      name: `browser-${name}`,
      title: `the ${title} example, in a browser`,
      projects: [`browser-${name}`],
      needs: [`example-${name}`],
      after: [
        ...BEFORE_BROWSERS,
        'browser',
        ...EXAMPLES.slice(0, index).map((earlier) => `browser-${earlier.name}`),
      ],
    }),
  ),
  {
    name: 'deployed',
    title: 'Next.js behind nginx, below a path, and applications with the package as it is packed',
    needs: ['build', 'example-next'],
    // It packs what they read, and builds an application: that takes the whole machine.
    after: [
      'types',
      'package',
      'library',
      'runtimes',
      'browser',
      ...EXAMPLES.map(({ name }) => `browser-${name}`),
    ],
    run: async () => {
      requireNginx()
      return await runVitest('deployed')
    },
  },
]

/** `npm test [step …]`: installs what is missing and runs the steps. The last line says how many tests passed and failed. */
async function main() {
  const steps = chooseSteps(STEPS, process.argv.slice(2))
  await setUp()
  if (steps.some(needsBrowser)) await installBrowser().catch(({ message }) => console.log(message))
  if (steps.some(({ name }) => name === 'deployed'))
    await installNginx().catch(({ message }) => console.log(message))
  return await runAndTell(steps)
}

/** @param {import('./run-steps.mjs').Step[]} steps */
async function runAndTell(steps) {
  const start = Date.now()
  const underWay = new Map()
  /** @type {string[]} */
  const remarks = []
  const sign = setInterval(
    () => console.log(`… ${elapsed(start)}  under way: ${[...underWay.keys()].join(', ')}`),
    15_000,
  )
  try {
    return await runSteps(steps, {
      atOnce: 2,
      onStart: ({ name }) => underWay.set(name, Date.now()),
      onEnd: (step, result) => {
        console.log(describe(step, result, underWay.get(step.name)))
        remarks.push(...remarksOn(step, result))
        underWay.delete(step.name)
      },
    })
  } finally {
    clearInterval(sign)
    if (remarks.length > 0) console.log(`\nNot to be overlooked:\n\n${remarks.join('\n\n')}\n`)
  }
}

/**
 * What is said again at the end, where nobody has to look for it: all that failed, and the tests that passed only when they were tried again.
 *
 * @param {import('./run-steps.mjs').Step} step
 * @param {import('./run-steps.mjs').Result} result
 * @returns {string[]}
 */
function remarksOn({ name, title }, { failed, output, remarks = [] }) {
  if (failed === 0 || remarks.some((remark) => remark.startsWith('✗'))) return remarks
  return [...remarks, [`✗ ${name}: ${title}`, ...output.trim().split('\n').slice(-20)].join('\n    ')]
}

/**
 * @param {import('./run-steps.mjs').Step} step
 * @param {import('./run-steps.mjs').Result} result
 * @param {number} start
 */
function describe({ name, title }, { passed, failed, output }, start) {
  const header = `${failed ? '✗' : '✓'} ${name}: ${title} (${passed + failed > 1 ? `${passed} passed, ${failed} failed, ` : ''}${elapsed(start)})`
  // Of a command that is content nobody wants to read more; of tests, which ones there were.
  return failed || passed > 1 ? `\n${header}\n${output.trim().replace(/^/gm, '  ')}\n` : header
}

/**
 * @param {Pick<import('./run-steps.mjs').Step, 'name' | 'title' | 'needs' | 'after'> & { projects: string[] }} options
 * @returns {import('./run-steps.mjs').Step}
 */
function browserStep({ projects, ...step }) {
  const run = async () => {
    if (!findBrowser())
      throw new Error('There is no browser to test with; the set-up, above, says how to get one.')
    return await runVitest(...projects)
  }
  return { ...step, run }
}

/** @param {import('./run-steps.mjs').Step} step */
function needsBrowser({ name }) {
  return name.startsWith('browser') || name === 'sveltekit'
}

/** @param {string[]} args */
function npmRun(...args) {
  return () => runCommand('npm', 'run', '--silent', ...args)
}

/**
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<import('./run-steps.mjs').Result>}
 */
async function runCommand(program, ...args) {
  const env = toolEnvironment(nextEnvironment)
  const { ok, output } = await runProcess({
    name: [program, ...args].join(' '),
    program,
    args,
    cwd: root,
    env,
  })
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output }
}

const { passed, failed } = await main().catch((error) => {
  console.error(error.message)
  return { passed: 0, failed: 1 }
})
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
