import type { Awaitable } from './basics.ts'
import type { customFetch } from './symbols.ts'

/** An e-mail that Latchkey has written. Its values contain no line breaks, except the contents. */
export interface MailMessage {
  /** The sender: `Example <no-reply@example.com>`. An empty string if the transport has no `from`. */
  from: string
  /** The recipient's address. */
  to: string
  subject: string
  /** The contents as plain text. */
  text: string
  /** The same contents as an HTML document. */
  html: string
}

/** What `send` needs besides the message. */
export interface MailDelivery {
  /** The transport's options, with the values of its environment variables. */
  service: MailService
  /** Aborted at the time limit. Pass it to `fetch`, so that the request also ends. */
  signal: AbortSignal
  /** The time limit in seconds: the configuration's `timeouts.email`. */
  timeout: number
  /** The codes and tokens in the message. They must not be logged. */
  secrets: readonly string[]
}

/** What a transport knows about the service that sends its e-mails. */
export interface MailService {
  /** The service's name, for the log. */
  name: string
  /** SMTP server, as a URL or as `nodemailer` options. Default: `AUTH_<ID>_SERVER`. */
  server?: string | object | undefined
  /** API key for an e-mail service with an HTTP API. Default: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** Replaces `fetch` for an e-mail service with an HTTP API. */
  [customFetch]?: typeof fetch | undefined
}

/**
 * Sends every e-mail of Latchkey. The modules `latchkey/mail/<service>` have transports. Your own
 * transport needs only `name` and `send`.
 */
export interface MailTransport extends MailService {
  /**
   * Names the environment variables: `AUTH_<ID>_FROM`, `AUTH_<ID>_KEY` and `AUTH_<ID>_SERVER`.
   * Without it, none are read.
   */
  id?: string | undefined
  /** The e-mails' sender: `Example <no-reply@example.com>`. Default: `AUTH_<ID>_FROM`. */
  from?: string | undefined
  /** The options without which the transport cannot send e-mails. */
  needs?: readonly ('from' | 'apiKey' | 'server')[] | undefined
  /** Sends an e-mail. If it throws, what needs the e-mail fails; `ServiceUnavailable` is a 503. */
  send(message: MailMessage, delivery: MailDelivery): Awaitable<void>
}

/** Options of a transport over HTTP. */
export interface MailTransportOptions {
  /** The e-mails' sender: `Example <no-reply@example.com>`. Default: `AUTH_<ID>_FROM`. */
  from?: string | undefined
  /** Default: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined
  /** Replaces `fetch`. */
  [customFetch]?: typeof fetch | undefined
}
