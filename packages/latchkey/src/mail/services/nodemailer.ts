import type { MailTransport } from '../../types/mail.ts'

export type { Awaitable } from '../../types/basics.ts'
export type { MailDelivery, MailMessage, MailService, MailTransport } from '../../types/mail.ts'

/** Options of the transport over SMTP. */
export interface NodemailerTransportOptions {
  /**
   * SMTP server, as a URL (`smtp://user:password@mail.example.com:587`) or as options of
   * `nodemailer`. Default: `AUTH_NODEMAILER_SERVER`.
   */
  server?: string | object | undefined
  /** The e-mails' sender: `Example <no-reply@example.com>`. Default: `AUTH_NODEMAILER_FROM`. */
  from?: string | undefined
}

/**
 * Says that a program wrote the e-mail, so that other programs do not reply to it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3834#section-5
 */
const HEADERS = { 'Auto-Submitted': 'auto-generated' }

/**
 * Returns the transport that sends e-mails over SMTP. Set `AUTH_NODEMAILER_SERVER` to your SMTP
 * server's URL and `AUTH_NODEMAILER_FROM` to the sender. Install the package `nodemailer`.
 *
 * @example
 * ```ts
 * import nodemailer from 'latchkey/mail/nodemailer'
 *
 * const mail = nodemailer({ from: 'Example <no-reply@example.com>' })
 * ```
 */
export default function nodemailer(options: NodemailerTransportOptions = {}): MailTransport {
  return {
    id: 'nodemailer',
    name: 'Nodemailer',
    needs: ['server', 'from'],
    ...options,
    async send({ from, to, subject, html, text }, { service, signal, timeout }) {
      const { default: library } = await import('nodemailer')
      const smtp = library.createTransport(withTimeouts(service.server ?? {}, timeout * 1000))
      const { rejected = [], pending = [] } = await smtp.sendMail({
        to,
        from,
        subject,
        text,
        html,
        headers: HEADERS,
        // Older versions of `nodemailer` ignore the signal.
        signal,
      })
      if (rejected.length + pending.length > 0)
        throw new Error('The SMTP server did not accept the e-mail address.')
    },
  }
}

/**
 * Returns the server with a time limit for each step. The application's own limits take precedence,
 * and its own transport stays as it is.
 *
 * @see https://nodemailer.com/smtp
 */
function withTimeouts(server: string | object, milliseconds: number): string | object {
  if ('send' in Object(server)) return server
  const options = typeof server === 'string' ? { url: server } : server
  const steps = ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout']
  return { ...Object.fromEntries(steps.map((step) => [step, milliseconds])), ...options }
}
