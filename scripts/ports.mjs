import { createServer } from 'node:net'

/**
 * Finds a free port.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const [port] = await freePorts(1)
  return /** @type {number} */ (port)
}

/**
 * Finds several free ports, all different.
 *
 * @param {number} count
 * @returns {Promise<number[]>}
 */
export async function freePorts(count) {
  const servers = await Promise.all(Array.from({ length: count }, () => listen(0, '127.0.0.1')))
  const ports = servers.map((server) => /** @type {import('node:net').AddressInfo} */ (server.address()).port)
  await Promise.all(servers.map(close))
  return ports
}

/**
 * Says whether a port is free on both addresses that `localhost` can mean.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export async function isPortFree(port) {
  const results = await Promise.all(['127.0.0.1', '::1'].map((host) => canListen(port, host)))
  return results.every(Boolean)
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
