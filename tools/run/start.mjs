import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findExample } from '../../tests/support/applications/examples.mjs'
import { createTables, startDemo } from '../../tests/support/applications/servers.mjs'
import { isPortFree } from '../../tests/support/processes/ports.mjs'
import { describeExit, stopAll } from '../../tests/support/processes/processes.mjs'
import { buildWorkspace } from '../build/build-workspace.mjs'

const MAX_PROCESSES = 16

/** The environment variable of each port, and its default. */
const PORTS = {
  app: ['PORT', 3000],
  provider: ['PROVIDER_PORT', 4000],
  inbox: ['INBOX_PORT', 4025],
  smtp: ['SMTP_PORT', 4026],
}

/**
 * `npm start [-- example] [-- --processes 4]`: installs, builds and runs an example with its
 * provider and inbox, until Ctrl-C or until one of the servers ends. With `--processes`, several
 * processes of the example run behind a round robin.
 */
async function main() {
  const outcome = await Promise.race([serve().catch((error) => error), stopRequested()])
  if (outcome instanceof Error) console.error(`\n${outcome.message}`)
  else console.log('\nStopping …')
  await stopAll()
  process.exit(outcome instanceof Error ? 1 : 0)
}

async function serve() {
  const { name, processes } = readArguments(process.argv.slice(2))
  const example = findExample(name)
  const ports = await readPorts()
  await buildWorkspace('Building the library', 'latchkey')
  // Before the longest step, so that a wrong `DATABASE_URL` is reported at once.
  const { DATABASE_URL } = process.env
  if (DATABASE_URL) await createTables(example.folder, DATABASE_URL)
  await buildWorkspace(`Building the ${example.title} example`, example.workspace)
  const output = createOutput()
  const demo = await startDemo(name, { ports, processes, onOutput: output.of })
  console.log(describe(demo, readAccount(example.folder)))
  output.show()
  const servers = [...demo.apps, demo.playground]
  throw new Error(
    await Promise.race(servers.map(async (server) => describeExit(server, await server.exited))),
  )
}

/**
 * Reads the name of the example and the number of its processes.
 *
 * @param {string[]} args
 * @returns {{ name: string, processes: number }}
 * @throws {Error} that says what is wrong
 */
function readArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { processes: { type: 'string', default: '1' } },
  })
  const processes = Number(values.processes)
  if (!(Number.isInteger(processes) && processes > 0 && processes <= MAX_PROCESSES))
    throw new Error(`\`--processes\` is "${values.processes}". Use a number from 1 to ${MAX_PROCESSES}.`)
  return { name: positionals[0] ?? 'next', processes }
}

/**
 * Reads the ports from the environment.
 *
 * @returns {Promise<import('../../tests/support/applications/servers.mjs').Ports>}
 * @throws {Error} that names the variable of a port that cannot be used
 */
async function readPorts() {
  const ports = { app: 0, provider: 0, inbox: 0, smtp: 0 }
  for (const name of /** @type {(keyof typeof ports)[]} */ (Object.keys(ports))) {
    const [variable, fallback] = /** @type {[string, number]} */ (PORTS[name])
    const port = Number(process.env[variable] || fallback)
    const isUsable = Number.isInteger(port) && port > 0 && port < 65_536 && (await isPortFree(port))
    if (!isUsable || Object.values(ports).includes(port))
      throw new Error(
        `Port ${port} cannot be used. Choose another one: ${variable}=${fallback + 100} npm start`,
      )
    ports[name] = port
  }
  return ports
}

/**
 * Resolves when a signal requests the end. The listener keeps the signal from ending this process
 * before everything is stopped.
 */
function stopRequested() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
  })
}

/**
 * Forwards the output of the servers, line by line, after the addresses were printed. Earlier
 * output would push them off the screen.
 */
function createOutput() {
  let isShown = false
  return {
    show: () => {
      isShown = true
    },
    of: (/** @type {string} */ name) => (/** @type {string} */ text) => {
      if (isShown) process.stdout.write(text.trimEnd().replace(/^/gm, `${name} │ `).concat('\n'))
    },
  }
}

/**
 * Reads the account with a password. The example shows it from the same file.
 *
 * @param {string} folder of the example
 * @returns {{ email: string, password: string }}
 */
function readAccount(folder) {
  return JSON.parse(readFileSync(join(folder, 'demo-account.json'), 'utf8'))
}

/**
 * @param {Awaited<ReturnType<typeof startDemo>>} demo
 * @param {{ email: string, password: string }} account
 */
function describe({ app, apps, playground }, { email, password }) {
  const lines = [
    ['Open', apps.length > 1 ? `${app.url}  (${apps.length} processes, which take turns)` : app.url],
    ['Inbox', `${playground.inbox}  (receives all e-mail of the application)`],
    [
      'Provider',
      `${playground.issuer}  (test users: ${playground.users.map(({ name }) => name).join(', ')})`,
    ],
    ['Password', `${email} / ${password}  (an account for signing in with a password)`],
    ['Stop', 'Ctrl-C'],
  ]
  const list = lines.map(([label = '', text]) => `  ${label.padEnd(10)}${text}`).join('\n')
  return `\nLatchkey is running.\n\n${list}\n`
}

await main()
