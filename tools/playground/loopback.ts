import { once } from 'node:events'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Thrown by `listenOnLoopback` when another program uses the port. */
export class PortInUseError extends Error {
  readonly port: number

  constructor(port: number, options: ErrorOptions) {
    super(`port ${port} is in use by another program`, options)
    this.name = 'PortInUseError'
    this.port = port
  }
}

/**
 * Starts `server` on 127.0.0.1, so that no other computer can reach it. Port 0 selects a free one.
 * Returns the port.
 *
 * @throws {PortInUseError} when another program uses the port
 */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new PortInUseError(port, { cause: error })
      : error
  }
  return (server.address() as AddressInfo).port
}

/** Stops `server` and closes its open connections. */
export async function closeHttpServer(server: HttpServer): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/**
 * Says whether the host of the request is a name of this computer. A hostile page can point its own
 * host name at 127.0.0.1 (DNS rebinding) and would then have the same origin as this server. Its
 * requests still carry that host name.
 */
export function isLoopbackRequest(request: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '')
}
