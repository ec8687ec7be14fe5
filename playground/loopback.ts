import { once } from 'node:events'
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'

/** Thrown by `listenOnLoopback` when another program has the port. */
export class PortTaken extends Error {
  readonly port: number

  constructor(port: number, options: ErrorOptions) {
    super(`port ${port} is taken by another program`, options)
    this.name = 'PortTaken'
    this.port = port
  }
}

/** Starts `server` on 127.0.0.1, so no other computer reaches it; port 0 takes a free one. Promises the port; throws `PortTaken`. */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new PortTaken(port, { cause: error })
      : error
  }
  return (server.address() as AddressInfo).port
}

/** Stops `server` and cuts the connections that are still open. */
export async function closeHttpServer(server: HttpServer): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/**
 * Whether the request names this computer. A hostile page can point a name of its own at 127.0.0.1 (DNS rebinding) and
 * would then be of the same origin as what answers here; its requests still carry its own name.
 */
export function namesThisComputer(request: IncomingMessage): boolean {
  return /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(request.headers.host ?? '')
}
