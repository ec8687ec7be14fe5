import type { MailTransport, MailTransportOptions } from '../../types/mail.ts'
import { post } from '../post.ts'

export type { Awaitable } from '../../types/basics.ts'
export type * from '../../types/mail.ts'

/**
 * Returns the transport that sends e-mails through Postmark. Set `AUTH_POSTMARK_KEY` to the API key
 * and `AUTH_POSTMARK_FROM` to the sender. The provider page says how to create the key.
 *
 * @example
 * ```ts
 * import postmark from 'latchkey/mail/postmark'
 *
 * const mail = postmark({ from: 'Example <no-reply@example.com>' })
 * ```
 *
 * @see https://postmarkapp.com/developer/api/email-api Documentation
 */
export default function postmark(options: MailTransportOptions = {}): MailTransport {
  return {
    id: 'postmark',
    name: 'Postmark',
    needs: ['from', 'apiKey'],
    ...options,
    async send({ from, to, subject, html, text }, delivery) {
      await post(delivery, {
        url: 'https://api.postmarkapp.com/email',
        to,
        headers: { accept: 'application/json', 'x-postmark-server-token': delivery.service.apiKey ?? '' },
        body: {
          From: from,
          To: to,
          Subject: subject,
          TextBody: text,
          HtmlBody: html,
          MessageStream: 'outbound',
        },
      })
    },
  }
}
