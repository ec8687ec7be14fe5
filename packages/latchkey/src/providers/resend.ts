import { signInMessage } from '../mail/message.tsx'
import { type MailServiceOptions, post } from '../mail/post.ts'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'
import type { Texts } from '../types/texts.ts'

export type { MailServiceOptions } from '../mail/post.ts'
export type { EmailConfig } from '../types/providers/email.ts'

/**
 * Returns the Resend provider, which sends sign-in links by e-mail.
 *
 * Set `AUTH_RESEND_KEY` to the API key and `AUTH_RESEND_FROM` to the sender. Configure a database
 * adapter, which stores the links.
 *
 * Create the API key:
 * 1. Under **Domains**, add your sender's domain, and create the DNS records that Resend shows.
 * 2. Choose **Verify DNS Records**, and wait until the domain is verified.
 * 3. Under **API Keys**, create a key. It needs only the permission to send e-mails.
 *
 * Sender: `from` must have exactly the domain that you verified, or Resend rejects the e-mail with
 * status 403. Without a domain, you can send from `onboarding@resend.dev`, but only to your own
 * Resend account's address.
 *
 * @see https://resend.com/api-keys Create an API key
 * @see https://resend.com/docs/api-reference/emails/send-email Documentation
 */
export default function Resend(options: MailServiceOptions = {}): EmailConfig {
  return {
    id: 'resend',
    name: 'Resend',
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
    url: 'https://api.resend.com/emails',
    headers: { authorization: `Bearer ${provider.apiKey}` },
    body: { from: provider.from, to: identifier, subject, html, text },
  })
}
