import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Sends a form and breaks the connection off before there is an answer. Only a reset makes every server notice. */
export async function abandon(url: string): Promise<void> {
  const { host, hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n\r\n`,
  )
  // Until the request is being worked on; then until the server knows that nobody waits.
  await delay(50)
  socket.resetAndDestroy()
  await delay(20)
}
