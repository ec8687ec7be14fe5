import type { MailTransport, MailTransportOptions } from '../../types/mail.ts'
import { basic, post } from '../post.ts'

export type { Awaitable } from '../../types/basics.ts'
export type * from '../../types/mail.ts'

/**
 * Returns the transport that sends e-mails through Forward Email. Set `AUTH_FORWARDEMAIL_KEY` to the API key
 * and `AUTH_FORWARDEMAIL_FROM` to the sender. The provider page says how to create the key.
 *
 * @example
 * ```ts
 * import forwardemail from 'latchkey/mail/forwardemail'
 *
 * const mail = forwardemail({ from: 'Example <no-reply@example.com>' })
 * ```
 *
 * @see https://forwardemail.net/email-api#create-outbound-smtp-email Documentation
 */
export default function forwardemail(options: MailTransportOptions = {}): MailTransport {
  return {
    id: 'forwardemail',
    name: 'Forward Email',
    needs: ['from', 'apiKey'],
    ...options,
    async send({ from, to, subject, html, text }, delivery) {
      await post(delivery, {
        url: 'https://api.forwardemail.net/v1/emails',
        to,
        headers: { authorization: basic(delivery.service.apiKey ?? '', '') },
        body: { from, to, subject, html, text },
      })
    },
  }
}
