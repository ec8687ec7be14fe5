import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWorkspace } from './build-workspace.mjs'
import { readDemoPorts } from './demo-ports.mjs'
import { findExample } from './examples.mjs'
import { describeExit, stopAll } from './processes.mjs'
import { startDemo } from './servers.mjs'
import { setUp } from './setup.mjs'

/**
 * `npm start [example]`: installs, builds and runs an example with its provider and inbox, until
 * Ctrl-C or until one of the servers ends.
 */
async function main() {
  const outcome = await Promise.race([
    serve(process.argv[2] ?? 'next').catch((error) => error),
    stopRequested(),
  ])
  if (outcome instanceof Error) console.error(`\n${outcome.message}`)
  else console.log('\nStopping …')
  await stopAll()
  process.exit(outcome instanceof Error ? 1 : 0)
}

/** @param {string} name */
async function serve(name) {
  const example = findExample(name)
  const ports = await readDemoPorts(process.env)
  await setUp()
  await buildWorkspace('Building the library', 'latchkey')
  await buildWorkspace(`Building the ${example.title} example`, example.workspace)
  const output = createOutput()
  const demo = await startDemo(name, { ports, onOutput: output.of })
  console.log(describe(demo, readAccount(example.folder)))
  output.show()
  const servers = [demo.app, demo.playground]
  throw new Error(
    await Promise.race(servers.map(async (server) => describeExit(server, await server.exited))),
  )
}

/**
 * Resolves when a signal requests the end. The listener keeps the signal from ending this process
 * before everything is stopped.
 */
function stopRequested() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
    // When npm is killed, it forwards no signal: the parent process is gone.
    const parent = process.ppid
    if (process.env.npm_lifecycle_event)
      setInterval(() => process.ppid === parent || resolve('parent'), 500).unref()
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
function describe({ app, playground }, { email, password }) {
  const lines = [
    ['Open', app.url],
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
