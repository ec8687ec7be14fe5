import { randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'

/**
 * Where free ports are looked for. By default, systems choose the ports of outgoing connections,
 * and of servers that listen on port 0, above 32767, so that none of them takes a port between its
 * choice and the start of its server.
 */
const FIRST_PORT = 20_000
const PORT_COUNT = 6_000

/** A hundred of our servers and some others leave most ports free. */
const ATTEMPTS = 1_000

/**
 * Finds a free port. See `freePorts`.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const [port] = await freePorts(1)
  return /** @type {number} */ (port)
}

/**
 * Finds several free ports, all different. No other call returns them, in this process or in
 * another, until this thread ends.
 *
 * @param {number} count
 * @returns {Promise<number[]>}
 * @throws {Error} when almost all ports are in use
 */
export function freePorts(count) {
  return Promise.all(Array.from({ length: count }, reservePort))
}

/**
 * Reserves a port by a server on another port, that of the same number in the next range. The
 * system closes it with the thread, however that ends.
 *
 * @returns {Promise<number>}
 */
async function reservePort() {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = FIRST_PORT + randomInt(PORT_COUNT)
    const reservation = await listen(port + PORT_COUNT, '127.0.0.1').catch(() => undefined)
    if (!reservation) continue
    if (await isPortFree(port)) {
      reservation.unref()
      return port
    }
    await close(reservation)
  }
  throw new Error(`Found no free port between ${FIRST_PORT} and ${FIRST_PORT + PORT_COUNT - 1}.`)
}

/**
 * Says whether a port is free on both addresses that `localhost` can mean.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export async function isPortFree(port) {
  const results = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)))
  // Some systems let a server listen on one address beside another that listens on all of them.
  return results.every(Boolean) && !(await acceptsConnections(port))
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function acceptsConnections(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (/** @type {boolean} */ result) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

/**
 * @param {number} port
 * @param {string} host
 */
async function canListen(port, host) {
  try {
    await close(await listen(port, host))
    return true
  } catch (error) {
    // A machine without IPv6 has no such address, so no program can listen on it.
    return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')
  }
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<import('node:net').Server>}
 */
function listen(port, host) {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, exclusive: true }, () => resolve(server))
  })
}

/** @param {import('node:net').Server} server */
function close(server) {
  return new Promise((resolve) => server.close(resolve))
}
