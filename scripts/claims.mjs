import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { installBrowser } from './browser.mjs'
import { checkIdioms } from './check-authjs-idioms.mjs'
import { installDatabaseServers } from './database-servers.mjs'
import { EXAMPLES } from './examples.mjs'
import { installIdentityProviders, skippedIdentityProviders } from './identity-providers.mjs'
import { installNginx } from './nginx.mjs'
import { runProcess } from './processes.mjs'
import { readCitations } from './spec-citations.mjs'
import { readStatements } from './spec-statements.mjs'
import { runTests } from './vitest-step.mjs'
import { root, toolEnvironment } from './workspace.mjs'

/**
 * The result of a proof. `notes` are lines to print above it.
 *
 * @typedef {{ passed: number, failed: number, notes?: readonly string[] }} Proof
 */

/**
 * Something that the project claims, and the proof that anyone can repeat.
 *
 * @typedef {object} Claim
 * @property {string} name
 * @property {string} text what is claimed
 * @property {string} [usage] the arguments of the command, if it has some
 * @property {(args: readonly string[]) => Promise<Proof> | Proof} prove
 */

const TESTS = 'packages/latchkey/test'
const write = (/** @type {string} */ text) => void process.stdout.write(text)

/** @type {readonly Claim[]} */
export const CLAIMS = [
  {
    name: 'audit',
    text: 'Every finding of the security audit is fixed, and a test fails if it returns.',
    prove: proveAudit,
  },
  {
    name: 'battery',
    text: 'Black-box attacks on the HTTP interface fail. The suite is not part of this repository.',
    usage: '<folder of the attack suite>',
    prove: proveBattery,
  },
  {
    name: 'conformance',
    text: 'A misbehaving OpenID provider signs no user in: the cases of [Conformance](conformance.md).',
    prove: () => proveFolder('conformance'),
  },
  {
    name: 'canaries',
    text: 'No secret, token, code, cookie or e-mail address reaches a log, a page, a URL or a store.',
    prove: () => proveFolder('canaries'),
  },
  {
    name: 'enumeration',
    text: 'A response does not reveal whether a user exists: status, headers, body and median time.',
    prove: proveEnumeration,
  },
  {
    name: 'races',
    text:
      'Requests at the same time, in any order and with failing calls, break none of the ' +
      '[rules](concepts/sessions.md#requests-at-the-same-time) for sessions, users and proofs.',
    prove: () => proveFolder('races'),
  },
  {
    name: 'compatibility',
    text:
      'An application on Auth.js 5 behaves the same after its imports change, ' +
      'except for the [listed differences](compatibility.md).',
    prove: proveCompatibility,
  },
  {
    name: 'databases',
    text:
      'The adapters and stores for [PostgreSQL](postgresql.md), [MySQL](mysql.md), [SQLite](sqlite.md), ' +
      '[ORMs](orms.md) and [Redis](redis.md) pass every requirement on real servers.',
    prove: proveDatabases,
  },
  {
    name: 'processes',
    text:
      'Four processes that share a store keep every [promise](several-processes.md#promises): sign-out, ' +
      'revocation, limits, one-time use, parallel callbacks and refresh.',
    prove: proveProcesses,
  },
  {
    name: 'refresh',
    text:
      'Of 200 requests in four processes, one refreshes an expired access token, and all get the new one; ' +
      'no refresh token is lost, and no fault of a provider signs a user out: ' +
      "[Call a provider's API](provider-api.md).",
    prove: proveRefresh,
  },
  {
    name: 'failover',
    text:
      'While a database or a store fails, no user is signed out or let in, no link works twice, no request ' +
      'exceeds its time limits, and service resumes without a restart: the [faults](faults.md).',
    prove: proveFailover,
  },
  {
    name: 'logout',
    text:
      'A sign-out ends the session here and, if configured, the one at the ' +
      '[provider](sign-out-everywhere.md). A [logout token](backchannel-logout.md) ends exactly the ' +
      'sessions that it names, in every process, and a forged one ends none.',
    prove: proveLogout,
  },
  {
    name: 'properties',
    text: 'Parsers and decisions hold their [properties](properties.md) for generated values.',
    usage: '[cases for each property, default 10000]',
    prove: ([runs]) => proveFolder('properties', runs === undefined ? undefined : { LATCHKEY_RUNS: runs }),
  },
  {
    name: 'migrations',
    text:
      'Users of Auth.js 5, NextAuth.js 4, Lucia and better-auth keep their ids, passwords and linked ' +
      'accounts by what the guides say, and the old application still works: ' +
      '[Moving from Auth.js](migration.md).',
    prove: proveMigrations,
  },
  {
    name: 'deployments',
    text:
      'The files of the [deployment guides](deploy/README.md) build and run: on two processes behind ' +
      'nginx, as functions for Vercel, and in workerd with D1.',
    prove: proveDeployments,
  },
  {
    name: 'guides',
    text:
      'The files of the README, of Getting started and of [Protect a page](protect-a-page.md), pasted ' +
      'into new applications, sign users in and out, with each framework.',
    prove: proveGuides,
  },
  {
    name: 'examples',
    text:
      'The same application on Next.js, SvelteKit and SolidStart passes the same tests in a browser, ' +
      'with and without JavaScript, and is accessible.',
    prove: proveExamples,
  },
  {
    name: 'release',
    text:
      'Two builds of the package have the same bytes. It has no tests, no paths of a machine and no ' +
      'install scripts, and works in new applications of the three frameworks: ' +
      '[Supply chain](supply-chain.md).',
    prove: proveRelease,
  },
]

/**
 * Runs the tests of a folder in packages/latchkey/test.
 *
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [env]
 */
async function proveFolder(folder, env) {
  const args = ['--project', 'library', `${TESTS}/${folder}/`]
  return toProof(
    await runTests({
      name: `the tests in ${folder}/`,
      args,
      onOutput: write,
      timeoutMs: DAY,
      ...(env && { env }),
    }),
  )
}

const DAY = 24 * 60 * 60 * 1000

/** Compiles and runs the same code, and the same applications, with Auth.js and with Latchkey. */
async function proveCompatibility() {
  await installBrowser()
  const idioms = await checkIdioms()
  const projects = ['compatibility', 'compatibility-frameworks', 'applications']
  const args = projects.flatMap((project) => ['--project', project])
  const proof = toProof(await runTests({ name: 'the comparison', args, onOutput: write, timeoutMs: DAY }))
  return { ...proof, failed: proof.failed + idioms.length, notes: [...(proof.notes ?? []), ...idioms] }
}

/** Runs the tests of adapters, stores and the command line on real servers. */
async function proveDatabases() {
  return proveOnServers('the adapters and stores', ['--project', 'databases', '--project', 'adapters'])
}

/** Runs the promises in four processes, with each store and both session strategies. */
async function proveProcesses() {
  return proveOnServers('the promises', ['--project', 'databases', 'packages/databases/processes/'])
}

/** Runs the flows of provider tokens, and four processes at a real provider. */
async function proveRefresh() {
  const flows = [
    `${TESTS}/flows/user-tokens`,
    `${TESTS}/races/refresh`,
    'packages/latchkey/src/refresh.test.ts',
  ]
  const processes = ['packages/databases/refresh/', 'packages/databases/redis/refresh.test.ts']
  const projects = ['--project', 'library', '--project', 'databases']
  return proveOnServers('the refreshes', [...projects, ...flows, ...processes])
}

/** The tests of sign-outs at providers, by the project that runs them. */
const LOGOUT_TESTS = {
  library: [
    'packages/latchkey/src/logout/',
    `${TESTS}/flows/sign-out`,
    `${TESTS}/flows/backchannel-logout`,
    `${TESTS}/flows/client-sign-out`,
  ],
  'library-browser': [`${TESTS}/browser/sign-out`],
  databases: ['packages/databases/logout/'],
  'identity-providers': ['packages/identity-providers/'],
}

/**
 * Runs the tests of sign-outs: flows, in a browser, in several processes, and at real providers.
 */
async function proveLogout() {
  await installBrowser()
  await installIdentityProviders()
  const projects = Object.keys(LOGOUT_TESTS).flatMap((project) => ['--project', project])
  const args = [...projects, ...Object.values(LOGOUT_TESTS).flat()]
  const proof = await proveOnServers('the sign-outs', args)
  return { ...proof, notes: [...(proof.notes ?? []), ...skippedIdentityProviders()] }
}

/**
 * Runs the scripts and the SQL of the migration guides, with the libraries that users move from.
 */
async function proveMigrations() {
  const projects = ['--project', 'migrations', '--project', 'databases']
  const args = [...projects, 'packages/migrations/', 'packages/databases/guides/']
  return proveOnServers('the migrations', args)
}

/** Builds and runs the files of the deployment guides, with each framework. */
async function proveDeployments() {
  await installNginx()
  await installDatabaseServers()
  const args = ['--project', 'deployments']
  return toProof(await runTests({ name: 'the deployments', args, onOutput: write, timeoutMs: DAY }))
}

/** Pastes the files of guides into new applications, builds and uses them. */
async function proveGuides() {
  await installBrowser()
  const args = ['--project', 'quickstart']
  return toProof(await runTests({ name: 'the guides', args, onOutput: write, timeoutMs: DAY }))
}

/** Uses the examples in a browser, and runs the tests of the integration with SvelteKit 2 and 3. */
async function proveExamples() {
  const steps = [...EXAMPLES.map(({ name }) => `browser-${name}`), 'sveltekit']
  const { output } = await runProcess({
    name: 'the examples',
    program: 'node',
    args: [join('scripts', 'test.mjs'), ...steps],
    cwd: root,
    env: toolEnvironment(),
    timeoutMs: DAY,
    onOutput: write,
  })
  const [, passed = 0, failed = 1] = output.match(/^(\d+) passed, (\d+) failed\s*$/m) ?? []
  return { passed: Number(passed), failed: Number(failed) }
}

/** Builds and checks the package, and counts the steps. */
async function proveRelease() {
  const { ok, output } = await runProcess({
    name: 'the release',
    program: 'node',
    args: [join('scripts', 'release.mjs'), '--dry-run'],
    cwd: root,
    env: toolEnvironment(),
    onOutput: write,
  })
  const passed = output.match(/^✓/gm)?.length ?? 0
  return { passed, failed: ok ? 0 : 1 }
}

/** Runs applications under load while their servers fail. */
async function proveFailover() {
  return proveOnServers('the faults under load', ['--project', 'failover'])
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 */
async function proveOnServers(name, args) {
  await installDatabaseServers()
  return toProof(await runTests({ name, args, onOutput: write, timeoutMs: DAY }))
}

/**
 * Runs the files with tests that cite a finding, and counts these tests. A finding fails if none of
 * its tests passes.
 *
 * @returns {Promise<Proof>}
 */
async function proveAudit() {
  const ids = readStatements(root)
    .statements.map(({ id }) => id)
    .filter((id) => id.startsWith('AUD-'))
  const citations = readCitations(root).citations.filter(({ id, counts }) => counts && ids.includes(id))
  const files = [...new Set(citations.map(({ file }) => file))]
  const { report, failed } = await runTests({ name: 'the tests of the audit', args: files, onOutput: write })
  const passed = (report?.testResults ?? []).flatMap(({ name: path, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed')
      .map(({ fullName }) => citedBy(citations, relative(root, path), fullName))
      .filter((cited) => cited.length > 0),
  )
  const missing = ids.filter((id) => !passed.some((cited) => cited.includes(id)))
  const notes = [
    `${ids.length - missing.length} of ${ids.length} findings are proven, by tests in ${files.length} files.`,
    ...missing.map((id) => `✗ ${id}: no test that cites it passed.`),
  ]
  return { passed: passed.length, failed: failed + missing.length, notes }
}

/**
 * Returns the ids that a test proves.
 *
 * @param {readonly Pick<import('./spec-citations.mjs').Citation, 'id' | 'file' |
 *   'title'>[]} citations
 * @param {string} file
 * @param {string} name with the names of the groups around the test
 */
export function citedBy(citations, file, name) {
  return citations
    .filter((citation) => citation.file === file && new RegExp(patternOf(citation.title)).test(name))
    .map(({ id }) => id)
}

/**
 * Returns a pattern for the names of the tests with a title, whose placeholders stand for any text.
 *
 * @param {string} title
 */
export function patternOf(title) {
  return title
    .split(/\$\{[^}]*\}|\$[\w.]+|%[a-z]/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
}

/**
 * Runs the attack suite against the library. A case that the suite marks as `accepted` has another
 * expected response for a reason that it names; it is not counted.
 *
 * @param {readonly string[]} args
 * @returns {Proof}
 */
function proveBattery([folder = process.env.LATCHKEY_BATTERY]) {
  const runner = folder === undefined ? undefined : findRunner(resolve(folder))
  if (runner === undefined)
    throw new Error(
      'The attack suite is not part of this repository. ' +
        'Pass its folder, which contains `runner.mjs`, as an argument or in LATCHKEY_BATTERY.',
    )
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-battery-'))
  try {
    const out = join(scratch, 'results.json')
    const args = [runner, `--target=${TESTS}/battery/target.ts`, `--out=${out}`]
    spawnSync('node', args, { cwd: root, env: toolEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] })
    if (!existsSync(out)) throw new Error('The attack suite wrote no results.')
    return countCases(JSON.parse(readFileSync(out, 'utf8')).results, readDecidedCases())
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Returns the ids of the cases for which a decision says why Latchkey responds differently. */
function readDecidedCases() {
  const page = readFileSync(
    join(root, 'docs', 'decisions', '0007-deviate-from-listed-attack-cases.md'),
    'utf8',
  )
  const rows = page.split('\n').filter((line) => line.startsWith('| '))
  return rows.flatMap((row) => row.split(' | ', 1)[0]?.match(/\b[A-Z]{2}-\d+\b/g) ?? [])
}

/** @param {string} path a folder, or the runner itself */
function findRunner(path) {
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'runner.mjs') : path
  return existsSync(file) ? file : undefined
}

/**
 * Counts the results of the attack suite.
 *
 * @param {readonly { id: string, title: string, severity: string, result: string }[]} results
 * @param {readonly string[]} decided ids of cases that count as accepted if they fail
 * @returns {Proof}
 */
export function countCases(results, decided) {
  const quiet = ['pass', 'accepted', 'not-run']
  const counted = results.map((each) =>
    each.result === 'FAIL' && decided.includes(each.id) ? { ...each, result: 'accepted' } : each,
  )
  const count = (/** @type {string} */ result) => counted.filter((each) => each.result === result).length
  const broken = counted.filter(({ result }) => !quiet.includes(result))
  return {
    passed: count('pass'),
    failed: broken.length,
    notes: [
      ...broken.map(({ id, title, severity, result }) => `✗ ${id} (${severity}, ${result}): ${title}`),
      `${count('accepted')} accepted, ${count('not-run')} not run: they need a framework or manual work.`,
    ],
  }
}

/**
 * Compares responses by a test, and their times by a measurement.
 *
 * @returns {Promise<Proof>}
 */
async function proveEnumeration() {
  const responses = await proveFolder('enumeration')
  const { ok, output } = await runProcess({
    name: 'the measurement',
    program: 'node',
    args: ['--no-warnings', join('bench', 'enumeration.ts')],
    cwd: root,
    env: toolEnvironment(),
    timeoutMs: DAY,
    onOutput: write,
  })
  if (!ok) throw new Error(output)
  const times = JSON.parse(output.trim().split('\n').at(-1) ?? '')
  return { ...responses, passed: responses.passed + times.passed, failed: responses.failed + times.failed }
}

/**
 * @param {import('./run-steps.mjs').Result} result
 * @returns {Proof}
 */
function toProof({ passed, failed, summary = [] }) {
  return { passed, failed, notes: summary }
}
