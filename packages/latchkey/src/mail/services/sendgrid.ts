import type { MailTransport, MailTransportOptions } from '../../types/mail.ts'
import { post, splitSender } from '../post.ts'

export type { Awaitable } from '../../types/basics.ts'
export type * from '../../types/mail.ts'

/**
 * Returns the transport that sends e-mails through SendGrid. Set `AUTH_SENDGRID_KEY` to the API key
 * and `AUTH_SENDGRID_FROM` to the sender. The provider page says how to create the key.
 *
 * @example
 * ```ts
 * import sendgrid from 'latchkey/mail/sendgrid'
 *
 * const mail = sendgrid({ from: 'Example <no-reply@example.com>' })
 * ```
 *
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send Documentation
 */
export default function sendgrid(options: MailTransportOptions = {}): MailTransport {
  return {
    id: 'sendgrid',
    name: 'SendGrid',
    needs: ['from', 'apiKey'],
    ...options,
    async send({ from, to, subject, html, text }, delivery) {
      await post(delivery, {
        url: 'https://api.sendgrid.com/v3/mail/send',
        to,
        headers: { authorization: `Bearer ${delivery.service.apiKey}` },
        body: {
          personalizations: [{ to: [{ email: to }] }],
          from: splitSender(from),
          subject,
          // SendGrid requires this order.
          content: [
            { type: 'text/plain', value: text },
            { type: 'text/html', value: html },
          ],
        },
      })
    },
  }
}
