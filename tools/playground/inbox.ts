import { createServer } from 'node:http'
import { inboxHandler } from './inbox-routes.ts'
import { closeHttpServer, listenOnLoopback } from './loopback.ts'
import { Mailbox } from './mailbox.ts'
import { startSmtp } from './smtp.ts'

/** The ports. 0, the default, selects a free one. */
export interface InboxOptions {
  readonly port?: number
  readonly smtpPort?: number
}

/** A running inbox. */
export interface RunningInbox {
  /** The address of the page and of the API below it. */
  readonly url: string
  /** The address of the mail server for the application. */
  readonly smtpUrl: string
  close(): Promise<void>
}

/**
 * Starts "Playground Inbox": a mail server that keeps the last 100 messages, a page that shows
 * them, and an API for tests. It is reachable only from this computer.
 *
 * - `GET /messages?to=<address>&after=<id>&wait=<ms>`: returns messages as JSON, newest first;
 *   waits up to 30 seconds until there is one
 * - `GET /messages/<id>`: returns one message as JSON
 * - `DELETE /messages`: deletes all messages
 *
 * @throws {PortInUseError} when a port is in use
 */
export async function startInbox({ port = 0, smtpPort = 0 }: InboxOptions = {}): Promise<RunningInbox> {
  const mailbox = new Mailbox()
  const server = createServer(inboxHandler(mailbox))
  const url = `http://localhost:${await listenOnLoopback(server, port)}`
  const smtp = await startSmtp(smtpPort, (message) => mailbox.add(message)).catch(async (error) => {
    await closeHttpServer(server)
    throw error
  })
  const close = async () => {
    await Promise.all([closeHttpServer(server), smtp.close()])
  }
  return { url, smtpUrl: `smtp://localhost:${smtp.port}`, close }
}
