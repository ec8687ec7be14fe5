import { createServer, request as send } from 'node:http'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

/**
 * Starts a proxy on 127.0.0.1 that passes each request to the next of several servers, as a load
 * balancer without sticky sessions does. Bodies are streamed in both directions.
 *
 * @param {object} options
 * @param {readonly number[]} options.ports the ports of the servers on 127.0.0.1
 * @param {number} [options.port] default: a free one
 * @param {(request: IncomingMessage) => number | undefined} [options.choose] returns the index of
 *   the server for a request, or `undefined` for the next one
 * @returns {Promise<{ port: number, stop: () => Promise<void> }>}
 */
export async function startRoundRobin({ ports, port = 0, choose = () => undefined }) {
  let next = 0
  const server = createServer((request, response) => {
    const index = choose(request) ?? next++
    const target = /** @type {number} */ (ports[index % ports.length])
    const { method, url: path } = request
    const headers = forwardedHeaders(request)
    const upstream = send({ host: '127.0.0.1', port: target, method, path, headers, agent: false })
    upstream.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, received.statusMessage, received.rawHeaders)
      received.pipe(response)
      received.on('error', () => response.destroy())
    })
    upstream.on('error', () => (response.headersSent ? response.destroy() : refuse(response, target)))
    // The client went away: no one reads the rest.
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  return {
    port: /** @type {import('node:net').AddressInfo} */ (server.address()).port,
    stop: () => stop(server),
  }
}

/**
 * Returns the headers for a server. What the client claims about itself is replaced: this proxy is
 * the first one.
 *
 * @param {IncomingMessage} request
 */
function forwardedHeaders({ headers, socket }) {
  return {
    ...headers,
    'x-forwarded-for': socket.remoteAddress ?? '',
    'x-forwarded-host': headers.host ?? '',
    'x-forwarded-proto': 'http',
    connection: 'close',
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} port
 */
function refuse(response, port) {
  response
    .writeHead(502, { 'content-type': 'text/plain' })
    .end(`The server on port ${port} did not respond.\n`)
}

/** @param {import('node:http').Server} server */
async function stop(server) {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}
