import { createServer } from 'node:http'
import { inboxHandler } from './inbox-routes.ts'
import { closeHttpServer, listenOnLoopback } from './loopback.ts'
import { Mailbox } from './mailbox.ts'
import { startSmtp } from './smtp.ts'

/** Which ports to use; 0, the default, takes a free one. */
export interface InboxOptions {
  readonly port?: number
  readonly smtpPort?: number
}

/** An inbox that runs. */
export interface RunningInbox {
  /** The page, and the API below it. */
  readonly url: string
  /** Where an application sends its mail. */
  readonly smtpUrl: string
  close(): Promise<void>
}

/**
 * Starts "Playground Inbox": a mail server that keeps the last 100 messages it is sent, a page that shows them, and an API for tests.
 * Reached from this computer only. Throws `PortTaken`.
 *
 * - `GET /messages?to=<address>&after=<id>&wait=<ms>`: JSON, newest first; waits up to 30 seconds until there is one
 * - `GET /messages/<id>`: JSON, one message
 * - `DELETE /messages`: forgets all of them
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
