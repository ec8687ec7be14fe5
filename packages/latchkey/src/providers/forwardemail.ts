import { signInMessage } from '../mail/message.tsx'
import { basic, type MailServiceOptions, post } from '../mail/post.ts'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'
import type { Texts } from '../types/texts.ts'

export type { MailServiceOptions } from '../mail/post.ts'
export type { EmailConfig } from '../types/providers/email.ts'

/**
 * Returns the Forward Email provider, which sends sign-in links by e-mail.
 *
 * Set `AUTH_FORWARDEMAIL_KEY` to the API key and `AUTH_FORWARDEMAIL_FROM` to the sender. Configure
 * a database adapter, which stores the links.
 *
 * Create the API key:
 * 1. Under **My Account → Domains**, add your sender's domain and create the DNS records that
 *    Forward Email shows.
 * 2. In the domain settings, open **Outbound SMTP Configuration** and follow the instructions.
 * 3. Under **Aliases**, create an alias for your sender's address.
 * 4. Under **My Account → Security**, copy the API key.
 *
 * Sender: `from` must be an address in a domain that has outbound SMTP. Only paid plans can send
 * e-mails.
 *
 * @see https://forwardemail.net/my-account/security Create an API key
 * @see https://forwardemail.net/email-api#create-outbound-smtp-email Documentation
 */
export default function ForwardEmail(options: MailServiceOptions = {}): EmailConfig {
  return {
    id: 'forwardemail',
    name: 'Forward Email',
    type: 'email',
    needs: ['from', 'apiKey'],
    sendVerificationRequest,
    options,
  }
}

async function sendVerificationRequest(request: VerificationRequest): Promise<void> {
  const { identifier, url, provider, theme, texts } = request
  const { subject, html, text } = signInMessage(url, theme, texts as Texts)
  await post(request, {
    url: 'https://api.forwardemail.net/v1/emails',
    headers: { authorization: basic(provider.apiKey ?? '', '') },
    body: { from: provider.from, to: identifier, subject, html, text },
  })
}
