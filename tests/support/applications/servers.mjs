import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePorts, isPortFree } from '../processes/ports.mjs'
import { runProcess, startProcess, untilReady } from '../processes/processes.mjs'
import { startRoundRobin } from '../processes/round-robin.mjs'
import { root, toolEnvironment } from '../processes/workspace.mjs'
import { findExample } from './examples.mjs'

export { stopAll } from '../processes/processes.mjs'

/**
 * The ports of the demo.
 *
 * @typedef {{ app: number, provider: number, inbox: number, smtp: number }} Ports
 */

/**
 * The client id and secret with which the example is registered at the playground's provider.
 *
 * @typedef {{ id: string, secret: string }} Client
 */

/**
 * A test user of the provider.
 *
 * @typedef {{ name: string, email: string } & Record<string, unknown>} TestUser
 */

/**
 * A running server. `exited`, `log` and `stop` are those of its process.
 *
 * @typedef {{ url: string } & Pick<import('../processes/processes.mjs').Running, 'name' | 'pid' | 'log' |
 *   'exited' | 'stop'>} Server
 */

/**
 * The running playground. `url` is the issuer.
 *
 * @typedef {Server & { issuer: string, inbox: string, smtp: string, users: TestUser[] }} Playground
 */

/** @typedef {(text: string) => void} Listener */

/**
 * Starts the playground and waits until it is ready.
 *
 * @param {{ ports: Ports, client: Client, basePath?: string, onOutput?: Listener }} options
 *   `basePath`: where the application mounts the library
 * @returns {Promise<Playground>}
 * @throws {Error} with the end of its log
 */
async function startPlayground({ ports, client, basePath, onOutput }) {
  const env = toolEnvironment({
    PROVIDER_PORT: String(ports.provider),
    INBOX_PORT: String(ports.inbox),
    SMTP_PORT: String(ports.smtp),
    APP_URL: localUrl(ports.app),
    ...(basePath && { PROVIDER_REDIRECT_URIS: `${localUrl(ports.app)}${basePath}/callback/playground` }),
    AUTH_PLAYGROUND_ID: client.id,
    AUTH_PLAYGROUND_SECRET: client.secret,
  })
  // Its standard input is a pipe: it ends when the pipe closes, however this process ends.
  const handle = startProcess({
    name: 'playground',
    program: 'node',
    args: ['tools/playground/main.ts'],
    cwd: root,
    env,
    stdin: 'pipe',
    onOutput,
  })
  const ready = await untilReady(handle, () => readyLine(handle.log()))
  return { ...handle, ...ready, url: ready.issuer }
}

/**
 * Starts a built example and waits until it responds.
 *
 * @param {string} name
 * @param {{ port: number, folder?: string, env?: NodeJS.ProcessEnv, onOutput?: Listener }} options
 *   `folder`: another application of the same framework; `env`: the result of
 *   `applicationEnvironment`, or more
 * @returns {Promise<Server>}
 * @throws {Error} with the end of its log, or that the port is in use
 */
export async function startExample(name, { port, folder, env, onOutput }) {
  await requireFreePort(name, port)
  const example = findExample(name)
  const { program, args, env: exampleEnv } = example.serve(port)
  const handle = startProcess({
    name,
    program,
    args,
    cwd: folder ?? example.folder,
    env: toolEnvironment({ ...exampleEnv, ...env, PORT: String(port) }),
    onOutput,
  })
  const url = localUrl(port)
  await untilReady(handle, () => isReachable(`http://127.0.0.1:${port}/`))
  return { ...handle, url }
}

/**
 * Starts a SvelteKit application that was built with adapter-node, and waits until it responds.
 *
 * @param {{ folder: string, build?: string, port: number, path?: string, env?: NodeJS.ProcessEnv,
 *   onOutput?: Listener }} options `build`: the output folder of the adapter; `path`: a path that
 *   responds, for an application with a base path
 * @returns {Promise<Server>}
 * @throws {Error} with the end of its log, or that the port is in use
 */
export async function startSvelteKit({ folder, build = 'build', port, path = '/', env, onOutput }) {
  await requireFreePort('sveltekit', port)
  const handle = startProcess({
    name: 'sveltekit',
    program: 'node',
    args: [build],
    cwd: folder,
    env: toolEnvironment({ ...env, HOST: '127.0.0.1', PORT: String(port) }),
    onOutput,
  })
  await untilReady(handle, () => isReachable(`http://127.0.0.1:${port}${path}`))
  return { ...handle, url: localUrl(port) }
}

/**
 * Creates the library's tables in a PostgreSQL or MySQL database, for an example.
 *
 * @param {string} folder of the example, which has the driver
 * @param {string} url of the database
 * @throws {Error} with the output of the command
 */
export async function createTables(folder, url) {
  const { ok, output } = await runProcess({
    name: 'latchkey migrate',
    program: 'node',
    args: [join(root, 'packages', 'latchkey', 'dist', 'cli', 'main.js'), 'migrate', '--apply', '--yes'],
    cwd: folder,
    env: toolEnvironment({ DATABASE_URL: url }),
  })
  if (!ok) throw new Error(output)
}

/**
 * The running example, with its provider and inbox. `app` has the address of the example, and
 * `apps` its processes.
 *
 * @typedef {{ app: Server, apps: Server[], playground: Playground, stop: () => Promise<void>
 *   }} Demo
 */

/**
 * Starts the playground and then the example that uses it.
 *
 * @param {string} name
 * @param {{ ports?: Ports, processes?: number, env?: NodeJS.ProcessEnv,
 *   onOutput?: (name: string) => Listener }} [options] `ports`: default: free ports; `processes`:
 *   how many processes of the example run behind a round robin; `env`: added to the environment of
 *   the example
 * @returns {Promise<Demo>}
 * @throws {Error} with the end of the log of the server that did not start; nothing is left running
 */
export async function startDemo(name, { ports, processes = 1, env, onOutput } = {}) {
  const chosen = ports ?? (await freeDemoPorts())
  const client = { id: 'latchkey-example', secret: secret() }
  const { basePath } = findExample(name)
  const playground = await startPlayground({
    ports: chosen,
    client,
    basePath,
    onOutput: onOutput?.('playground'),
  })
  try {
    const settings = { ...applicationEnvironment({ port: chosen.app, client, playground }), ...env }
    const options = { port: chosen.app, env: settings, onOutput: onOutput?.(name) }
    const { apps, stop } =
      processes === 1 ? await startOne(name, options) : await startSeveral(name, processes, options)
    const app = { .../** @type {Server} */ (apps[0]), url: localUrl(chosen.app) }
    return {
      app,
      apps,
      playground,
      stop: async () => {
        await Promise.all([stop(), playground.stop()])
      },
    }
  } catch (error) {
    await playground.stop()
    throw error
  }
}

/**
 * Returns the environment of an example application, with a new secret.
 *
 * @param {{ port: number, client: Client, playground: Pick<Playground, 'issuer' | 'smtp'>
 *   }} options
 * @returns {NodeJS.ProcessEnv}
 */
function applicationEnvironment({ port, client, playground }) {
  return {
    AUTH_URL: localUrl(port),
    AUTH_SECRET: secret(),
    AUTH_PLAYGROUND_ISSUER: playground.issuer,
    AUTH_PLAYGROUND_ID: client.id,
    AUTH_PLAYGROUND_SECRET: client.secret,
    AUTH_NODEMAILER_SERVER: playground.smtp,
  }
}

/**
 * @param {string} name
 * @param {{ port: number, env: NodeJS.ProcessEnv, onOutput: Listener | undefined }} options
 */
async function startOne(name, options) {
  const app = await startExample(name, options)
  return { apps: [app], stop: app.stop }
}

/**
 * Starts several processes of an example, and a proxy that takes the next one for each request.
 *
 * @param {string} name
 * @param {number} count
 * @param {{ port: number, env: NodeJS.ProcessEnv, onOutput: Listener | undefined }} options `port`:
 *   the port of the proxy
 */
async function startSeveral(name, count, { port, env, onOutput }) {
  const ports = await freePorts(count)
  const start = (/** @type {number} */ one, /** @type {number} */ index) =>
    startExample(name, { port: one, env: { ...env, PROCESS: `${index + 1} of ${count}` }, onOutput })
  const [first = 0, ...others] = ports
  // The first one creates the tables and the demo account.
  const apps = [await start(first, 0)]
  const stop = async () => {
    await Promise.all(apps.map((app) => app.stop()))
  }
  try {
    apps.push(...(await Promise.all(others.map((one, index) => start(one, index + 1)))))
    const proxy = await startRoundRobin({ port, ports })
    return { apps, stop: () => proxy.stop().then(stop) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @returns {Promise<Ports>} */
async function freeDemoPorts() {
  const [app = 0, provider = 0, inbox = 0, smtp = 0] = await freePorts(4)
  return { app, provider, inbox, smtp }
}

/**
 * @param {string} log
 * @returns {{ issuer: string, inbox: string, smtp: string, users: TestUser[] } | undefined}
 */
function readyLine(log) {
  const line = log
    .split('\n')
    .slice(0, -1)
    .find((text) => text.startsWith('{"issuer"'))
  return line === undefined ? undefined : JSON.parse(line)
}

/**
 * Without this, another server on the port would look like the one that is started.
 *
 * @param {string} name
 * @param {number} port
 */
async function requireFreePort(name, port) {
  if (await isPortFree(port)) return
  throw new Error(`${name} cannot listen on port ${port}, which another program uses.`)
}

/** @param {string} url */
async function isReachable(url) {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
    await response.body?.cancel()
    return true
  } catch {
    return undefined
  }
}

/** @param {number} port */
function localUrl(port) {
  return `http://localhost:${port}`
}

function secret() {
  return randomBytes(32).toString('base64url')
}
