import type { MailTransport, MailTransportOptions } from '../../types/mail.ts'
import { basic, post, splitSender } from '../post.ts'

export type { Awaitable } from '../../types/basics.ts'
export type * from '../../types/mail.ts'

/** Options of the Mailgun transport. */
export interface MailgunTransportOptions extends MailTransportOptions {
  /** The domain's region. Default: `US`. */
  region?: 'US' | 'EU' | undefined
}

/**
 * Returns the transport that sends e-mails through Mailgun. Set `AUTH_MAILGUN_KEY` to the API key
 * and `AUTH_MAILGUN_FROM` to the sender. The provider page says how to create the key.
 *
 * @example
 * ```ts
 * import mailgun from 'latchkey/mail/mailgun'
 *
 * const mail = mailgun({ from: 'Example <no-reply@example.com>', region: 'EU' })
 * ```
 *
 * @see https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages Documentation
 */
export default function mailgun({ region = 'US', ...options }: MailgunTransportOptions = {}): MailTransport {
  const api = region === 'EU' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net'
  return {
    id: 'mailgun',
    name: 'Mailgun',
    needs: ['from', 'apiKey'],
    ...options,
    async send({ from, to, subject, html, text }, delivery) {
      const [, domain = ''] = splitSender(from).email.split('@')
      const body = new FormData()
      for (const [name, value] of Object.entries({ from, to, subject, html, text })) body.append(name, value)
      // Click tracking would replace the links.
      body.append('o:tracking-clicks', 'no')
      await post(delivery, {
        url: `${api}/v3/${encodeURIComponent(domain)}/messages`,
        to,
        headers: { authorization: basic('api', delivery.service.apiKey ?? '') },
        body,
      })
    },
  }
}
