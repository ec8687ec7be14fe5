import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Sends a form and resets the connection before the response. Not every server notices a normal
 * close.
 */
export async function sendAndAbort(url: string): Promise<void> {
  const { host, hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n\r\n`,
  )
  // First wait until the server handles the request, then until it notices the reset.
  await delay(50)
  socket.resetAndDestroy()
  await delay(20)
}
