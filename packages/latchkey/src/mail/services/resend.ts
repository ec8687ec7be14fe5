import type { MailTransport, MailTransportOptions } from '../../types/mail.ts'
import { post } from '../post.ts'

export type { Awaitable } from '../../types/basics.ts'
export type * from '../../types/mail.ts'

/**
 * Returns the transport that sends e-mails through Resend. Set `AUTH_RESEND_KEY` to the API key
 * and `AUTH_RESEND_FROM` to the sender. The provider page says how to create the key.
 *
 * @example
 * ```ts
 * import resend from 'latchkey/mail/resend'
 *
 * const mail = resend({ from: 'Example <no-reply@example.com>' })
 * ```
 *
 * @see https://resend.com/docs/api-reference/emails/send-email Documentation
 */
export default function resend(options: MailTransportOptions = {}): MailTransport {
  return {
    id: 'resend',
    name: 'Resend',
    needs: ['from', 'apiKey'],
    ...options,
    async send({ from, to, subject, html, text }, delivery) {
      await post(delivery, {
        url: 'https://api.resend.com/emails',
        to,
        headers: { authorization: `Bearer ${delivery.service.apiKey}` },
        body: { from, to, subject, html, text },
      })
    },
  }
}
