import { signInMessage } from '../mail/message.tsx'
import { type MailServiceOptions, post } from '../mail/post.ts'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'
import type { Texts } from '../types/texts.ts'

export type { MailServiceOptions } from '../mail/post.ts'
export type { EmailConfig } from '../types/providers/email.ts'

/**
 * Returns the Postmark provider, which sends sign-in links by e-mail.
 *
 * Set `AUTH_POSTMARK_KEY` to the server's API token and `AUTH_POSTMARK_FROM` to the sender.
 * Configure a database adapter, which stores the links.
 *
 * Create the API key:
 * 1. Add your sender's domain to Postmark, and create the DNS records that Postmark shows. Or
 *    create a sender signature for one address, and confirm it.
 * 2. Under **Servers**, open your server or create one.
 * 3. On the tab **API Tokens**, copy the server API token, not the account's token.
 *
 * Sender: `from` must be a confirmed sender signature or belong to a verified domain. Until
 * Postmark has approved your account, you can only send to addresses in the same domain.
 *
 * @see https://account.postmarkapp.com/servers Create an API key
 * @see https://postmarkapp.com/developer/api/email-api Documentation
 */
export default function Postmark(options: MailServiceOptions = {}): EmailConfig {
  return {
    id: 'postmark',
    name: 'Postmark',
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
    url: 'https://api.postmarkapp.com/email',
    headers: { accept: 'application/json', 'x-postmark-server-token': provider.apiKey ?? '' },
    body: {
      From: provider.from,
      To: identifier,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: 'outbound',
    },
  })
}
