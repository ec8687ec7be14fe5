import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import { listenOnLoopback } from './loopback.ts'
import type { Message } from './mailbox.ts'

/** The maximum size of a message, in bytes. */
const MAX_MESSAGE_BYTES = 1_000_000
const MAX_RECIPIENTS = 50
const TOO_LARGE = rejection(552, `The message is larger than ${MAX_MESSAGE_BYTES} bytes`)

/** A running mail server. */
export interface RunningSmtp {
  readonly port: number
  close(): Promise<void>
}

/**
 * Starts a mail server without password and encryption, for this computer only. It passes every
 * e-mail to `deliver`.
 *
 * @throws {PortInUseError} when the port is in use
 */
export async function startSmtp(
  port: number,
  deliver: (message: Omit<Message, 'id'>) => void,
): Promise<RunningSmtp> {
  const smtp = new SMTPServer({
    banner: 'Playground Inbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_MESSAGE_BYTES,
    maxClients: 50,
    closeTimeout: 100,
    onRcptTo: (_address, { envelope }, done) =>
      done(envelope.rcptTo.length < MAX_RECIPIENTS ? null : rejection(452, 'Too many recipients')),
    onData: (stream, { envelope }, done) => {
      receive(stream, envelope).then((message) => {
        deliver(message)
        done(null)
      }, done)
    },
  })
  // Ignores clients that disconnect in the middle of a message. Without a listener, the error would
  // end the process.
  smtp.on('error', () => {})
  return { port: await listenOnLoopback(smtp.server, port), close: () => closeSmtp(smtp) }
}

async function closeSmtp(smtp: SMTPServer): Promise<void> {
  const closed = once(smtp.server, 'close')
  smtp.close()
  await closed
}

async function receive(
  stream: SMTPServerDataStream,
  { mailFrom, rcptTo }: SMTPServerEnvelope,
): Promise<Omit<Message, 'id'>> {
  const { subject, text, html, from } = await PostalMime.parse(await readMessage(stream), {
    maxNestingDepth: 20,
    maxHeadersSize: 100_000,
  })
  return {
    from: from?.address || (mailFrom ? mailFrom.address : ''),
    to: rcptTo.map(({ address }) => address.toLowerCase()),
    subject: subject ?? '',
    text,
    html,
    receivedAt: new Date().toISOString(),
  }
}

/** Reads the whole message, as the protocol requires, but keeps at most `MAX_MESSAGE_BYTES`. */
async function readMessage(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= MAX_MESSAGE_BYTES) chunks.push(chunk)
  }
  if (size > MAX_MESSAGE_BYTES) throw TOO_LARGE
  return Buffer.concat(chunks)
}

/**
 * Creates an error that the mail server sends with this reply code, see [RFC
 * 5321](https://www.rfc-editor.org/rfc/rfc5321#section-4.2).
 */
function rejection(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
