import { EXAMPLES, nextEnvironment } from '../../tests/support/applications/examples.mjs'
import { findBrowser, installBrowser } from '../../tests/support/machine/browser.mjs'
import {
  installDatabaseServers,
  skippedDatabaseTests,
} from '../../tests/support/machine/database-servers.mjs'
import {
  installIdentityProviders,
  skippedIdentityProviders,
} from '../../tests/support/machine/identity-providers.mjs'
import { installNginx, requireNginx } from '../../tests/support/machine/nginx.mjs'
import { elapsed } from '../../tests/support/machine/progress.mjs'
import { runProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'
import { TESTS_ALL_VARIANTS } from '../../tests/support/variants.mjs'
import { chooseSteps, runSteps } from './run-steps.mjs'
import { setUp } from './setup.mjs'
import { runVitest } from './vitest-step.mjs'

/** A browser uses the whole machine: steps that run beside it only slow it down. */
const BEFORE_BROWSERS = ['lint', 'library', 'runtimes', 'next', 'sveltekit', 'solid-start']

/**
 * All checks, in the order in which they start. Choose some by name: `npm test -- types lint`.
 *
 * @type {import('./run-steps.mjs').Step[]}
 */
const STEPS = [
  { name: 'build', title: 'build the library', run: npmRun('build', '-w', 'latchkey') },
  {
    name: 'lint',
    title: 'code, imports, Markdown and spelling',
    run: npmRun('lint'),
  },
  {
    name: 'catalogue',
    title: 'provider samples and pages',
    needs: ['build'],
    run: () => runCommand('node', 'tools/docs/check-catalogue.mjs'),
  },
  {
    name: 'api',
    title: 'reports and reference of the public interface',
    needs: ['build'],
    run: async () => {
      const report = await runCommand('node', 'tools/docs/api-report.mjs')
      return report.failed > 0 ? report : await runCommand('node', 'tools/docs/api-reference.mjs')
    },
  },
  {
    name: 'types',
    title: 'type check',
    needs: ['build'],
    run: npmRun('check:types', '--workspaces', '--if-present'),
  },
  {
    name: 'package',
    title: 'package contents and exports',
    needs: ['build'],
    run: npmRun('check:package', '-w', '@latchkey/tooling'),
  },
  {
    name: 'library',
    title: 'unit and flow tests, races, properties, conformance and attacks',
    run: () =>
      runVitest(
        'library',
        'library-web-crypto',
        'battery',
        'canaries',
        'conformance',
        'enumeration',
        'properties',
        'races',
      ),
  },
  {
    name: 'compatibility',
    title: 'comparison with Auth.js, and the migration guides',
    run: () => runVitest('compatibility', 'migrations'),
  },
  {
    name: 'runtimes',
    title: 'core on Node.js, Deno, Bun, workerd and edge-runtime',
    needs: ['build'],
    run: () => runVitest('runtimes'),
  },
  {
    name: 'databases',
    title: 'adapters and stores on real servers, with several processes',
    run: async () => withLines(await runVitest('databases'), skippedDatabaseTests().lines),
  },
  {
    name: 'adapters',
    title: 'adapters of other packages on real servers',
    after: ['databases'],
    run: async () => withLines(await runVitest('adapters'), skippedDatabaseTests().lines),
  },
  {
    name: 'identity-providers',
    title: 'sign-in, tokens and sign-out at oidc-provider, Glewlwyd and LemonLDAP::NG',
    run: async () => {
      requireBrowser()
      return withLines(await runVitest('identity-providers'), skippedIdentityProviders())
    },
  },
  {
    name: 'failover',
    title: 'PostgreSQL, MariaDB and Redis that fail under load',
    needs: ['build'],
    // Both start many servers, and responses must not be late.
    after: ['databases', 'library', 'runtimes'],
    run: async () => {
      const { lines } = skippedDatabaseTests()
      if (lines.length > 0) return { passed: 1, failed: 0, output: '', summary: lines }
      return runVitest('failover')
    },
  },
  ...EXAMPLES.map(({ name, title, workspace }) => ({
    name: `example-${name}`,
    title: `build the ${title} example`,
    needs: ['build'],
    // Both write the generated types of the examples, and pack the package that they import.
    after: ['types', 'package'],
    run: npmRun('build', '-w', workspace),
  })),
  {
    name: 'next',
    title: 'Next.js integration, with Next.js 16 and 14',
    needs: ['build'],
    // Run one `next build` at a time.
    after: ['example-next'],
    run: () => runVitest('next', 'next-14'),
  },
  browserStep({
    name: 'sveltekit',
    title: 'SvelteKit integration, with SvelteKit 3 and 2, in a browser',
    projects: ['sveltekit', 'sveltekit-2'],
    needs: ['build'],
    after: ['next'],
  }),
  browserStep({
    name: 'solid-start',
    title: 'SolidStart integration, in a browser',
    projects: ['solid-start'],
    needs: ['build'],
    // Run one application build at a time.
    after: ['next', 'sveltekit'],
  }),
  browserStep({
    name: 'browser',
    title: 'built-in pages and browser client, in a browser',
    projects: ['library-browser'],
    after: BEFORE_BROWSERS,
  }),
  browserStep({
    name: 'docs',
    title: 'documentation site: build, links, search and accessibility, in a browser',
    projects: ['docs'],
    after: [...BEFORE_BROWSERS, 'browser'],
  }),
  ...EXAMPLES.map(({ name, title }, index) =>
    browserStep({
      name: `browser-${name}`,
      title: `${title} example, in a browser`,
      projects: [`browser-${name}`],
      needs: [`example-${name}`],
      after: [
        ...BEFORE_BROWSERS,
        'browser',
        'docs',
        ...EXAMPLES.slice(0, index).map((earlier) => `browser-${earlier.name}`),
      ],
    }),
  ),
  {
    name: 'deployed',
    title: 'Next.js behind nginx and below a base path, and applications with the packed library',
    needs: ['build', 'example-next'],
    // It packs files that these steps read, and serves the build of the example.
    after: ['types', 'package', ...BEFORE_BROWSERS, 'docs', 'browser-next', 'browser-sveltekit'],
    run: async () => {
      requireNginx()
      return await runVitest('deployed')
    },
  },
  {
    name: 'deployments',
    // `LATCHKEY_VARIANTS=all` runs them with every framework.
    title: 'deployment guides: their files, built and run in workerd, as functions, and behind nginx',
    needs: ['build'],
    // It packs files that these steps read. Beside the tests of SvelteKit, it uses what they leave
    // of the machine.
    after: ['types', 'package', 'library', 'runtimes', 'databases', 'failover', 'next'],
    run: async () => {
      requireNginx()
      return withLines(await runVitest('deployments'), skippedDatabaseTests().lines)
    },
  },
  browserStep({
    name: 'quickstart',
    title: 'README and "Getting started", pasted into new applications, in a browser',
    projects: ['quickstart'],
    needs: ['build'],
    // It packs files that these steps read, and builds applications, which uses the whole machine.
    after: ['types', 'package', ...BEFORE_BROWSERS, 'deployed', 'deployments'],
  }),
  {
    name: 'idioms',
    title: 'idioms of Auth.js, compiled with Auth.js and with Latchkey',
    needs: ['build'],
    // The type check does a part of it.
    after: ['types'],
    run: () => runCommand('node', 'tests/authjs/names/check-idioms.mjs'),
  },
  {
    name: 'frameworks',
    title: 'comparison with Auth.js on the servers of Next.js and SvelteKit',
    needs: ['build'],
    // Run one application build at a time.
    after: ['types', ...BEFORE_BROWSERS, 'deployed', 'quickstart'],
    run: () => runVitest('compatibility-frameworks'),
  },
  browserStep({
    name: 'applications',
    title: 'applications of Auth.js, moved by the script and moved back, in a browser',
    projects: ['applications'],
    needs: ['build'],
    // Run one application build at a time.
    after: ['types', ...BEFORE_BROWSERS, 'deployed', 'quickstart', 'frameworks'],
  }),
]

const WITH_BROWSER = [
  'identity-providers',
  'sveltekit',
  'solid-start',
  'browser',
  'docs',
  ...EXAMPLES.map(({ name }) => `browser-${name}`),
  'quickstart',
  'applications',
]

/**
 * The programs that some steps use, and how they are installed.
 *
 * @type {{ steps: readonly string[], install: () => Promise<void> }[]}
 */
const PROGRAMS = [
  { steps: ['databases', 'adapters', 'failover', 'deployments'], install: installDatabaseServers },
  { steps: ['identity-providers'], install: installIdentityProviders },
  { steps: ['deployed', 'deployments'], install: installNginx },
  { steps: WITH_BROWSER, install: installBrowser },
]

/**
 * `npm test [step …]`: installs what is missing and runs the steps. The last line says how many
 * tests passed and failed.
 */
async function main() {
  const names = process.argv.slice(2)
  const steps = names.length > 0 ? chooseSteps(STEPS, names) : stepsOfAllTests()
  // This takes minutes on a new machine. It runs beside `npm ci` and the first steps.
  const programs = installPrograms(steps)
  try {
    await setUp()
    return await runAndReport(steps.map((step) => startAfter(programs, step)))
  } finally {
    await programs
  }
}

/** Steps that run only by name, and with all variants: other steps use the same code. */
const VARIANTS = ['adapters', 'frameworks', 'idioms']

function stepsOfAllTests() {
  return STEPS.filter(({ name }) => TESTS_ALL_VARIANTS || !VARIANTS.includes(name))
}

/**
 * Installs the programs that steps use, one after the other. Prints why one cannot be installed.
 *
 * @param {readonly import('./run-steps.mjs').Step[]} steps
 */
async function installPrograms(steps) {
  for (const { steps: users, install } of PROGRAMS)
    if (steps.some(({ name }) => users.includes(name)))
      await install().catch(({ message }) => console.log(message))
}

/**
 * Makes a step that uses programs wait until they are installed.
 *
 * @param {Promise<void>} programs
 * @param {import('./run-steps.mjs').Step} step
 * @returns {import('./run-steps.mjs').Step}
 */
function startAfter(programs, step) {
  const isUser = PROGRAMS.some(({ steps }) => steps.includes(step.name))
  return isUser ? { ...step, run: () => programs.then(step.run) } : step
}

/**
 * Adds lines about tests that were skipped, because their server is not installed.
 *
 * @param {import('./run-steps.mjs').Result} result
 * @param {readonly string[]} lines
 * @returns {import('./run-steps.mjs').Result}
 */
function withLines(result, lines) {
  return { ...result, summary: [...(result.summary ?? []), ...lines] }
}

/** @param {import('./run-steps.mjs').Step[]} steps */
async function runAndReport(steps) {
  const start = Date.now()
  const startTimes = new Map()
  /** @type {string[]} */
  const summary = []
  const timer = setInterval(
    () => console.log(`… ${elapsed(start)}  running: ${[...startTimes.keys()].join(', ')}`),
    15_000,
  )
  try {
    return await runSteps(steps, {
      concurrency: 2,
      onStart: ({ name }) => startTimes.set(name, Date.now()),
      onEnd: (step, result) => {
        console.log(describe(step, result, startTimes.get(step.name)))
        summary.push(...summarize(step, result))
        startTimes.delete(step.name)
      },
    })
  } finally {
    clearInterval(timer)
    if (summary.length > 0) console.log(`\nFailures and retries:\n\n${summary.join('\n\n')}\n`)
  }
}

/**
 * Returns what to repeat at the end of the run: everything that failed, and tests that passed only
 * on a retry.
 *
 * @param {import('./run-steps.mjs').Step} step
 * @param {import('./run-steps.mjs').Result} result
 * @returns {string[]}
 */
function summarize({ name, title }, { failed, output, summary = [] }) {
  if (failed === 0 || summary.some((entry) => entry.startsWith('✗'))) return summary
  return [...summary, [`✗ ${name}: ${title}`, ...output.trim().split('\n').slice(-20)].join('\n    ')]
}

/**
 * @param {import('./run-steps.mjs').Step} step
 * @param {import('./run-steps.mjs').Result} result
 * @param {number} start
 */
function describe({ name, title }, { passed, failed, output }, start) {
  const counts = passed + failed > 1 ? `${passed} passed, ${failed} failed, ` : ''
  const header = `${failed ? '✗' : '✓'} ${name}: ${title} (${counts}${elapsed(start)})`
  // The output of a command is printed only when it fails; that of tests always, because it lists
  // them.
  return failed || passed > 1 ? `\n${header}\n${output.trim().replace(/^/gm, '  ')}\n` : header
}

/**
 * @param {Pick<import('./run-steps.mjs').Step, 'name' | 'title' | 'needs' | 'after'> & { projects:
 *   string[] }} options
 * @returns {import('./run-steps.mjs').Step}
 */
function browserStep({ projects, ...step }) {
  const run = async () => {
    requireBrowser()
    return await runVitest(...projects)
  }
  return { ...step, run }
}

function requireBrowser() {
  if (!findBrowser())
    throw new Error('No browser was found. The set-up messages above say how to install one.')
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
