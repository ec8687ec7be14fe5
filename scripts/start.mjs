import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildWorkspace } from './build-workspace.mjs'
import { readDemoPorts } from './demo-ports.mjs'
import { findExample } from './examples.mjs'
import { describeExit, stopAll } from './processes.mjs'
import { startDemo } from './servers.mjs'
import { setUp } from './setup.mjs'

/** `npm start [example]`: installs, builds and runs an example with its provider and inbox, until Ctrl-C or until a part of it dies. */
async function main() {
  const outcome = await Promise.race([serve(process.argv[2] ?? 'next').catch((error) => error), toldToStop()])
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
  const parts = [demo.app, demo.playground]
  throw new Error(await Promise.race(parts.map(async (part) => describeExit(part, await part.exited))))
}

/** Resolves when a signal asks for the end; a listener of our own keeps it from ending this process before everything is stopped. */
function toldToStop() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
    // An npm that is killed cannot pass anything on: it is just gone.
    const parent = process.ppid
    if (process.env.npm_lifecycle_event)
      setInterval(() => process.ppid === parent || resolve('parent'), 500).unref()
  })
}

/** What the servers write is shown, line by line, once the addresses stand on the screen; before that it would bury them. */
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
 * The account with a password. The example shows it from the same file.
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
    ['Mail', `${playground.inbox}  (what the application sends arrives here)`],
    [
      'Provider',
      `${playground.issuer}  (the people to be there: ${playground.people.map(({ name }) => name).join(', ')})`,
    ],
    ['Password', `${email} / ${password}  (the account that signs in without the provider)`],
    ['Stop', 'Ctrl-C'],
  ]
  return `\nLatchkey runs.\n\n${lines.map(([label = '', text]) => `  ${label.padEnd(10)}${text}`).join('\n')}\n`
}

await main()
