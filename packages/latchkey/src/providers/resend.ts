import { signInMessage } from '../mail/message.tsx'
import { type MailServiceOptions, post } from '../mail/post.ts'
import type { EmailConfig, VerificationRequest } from '../types/email.ts'
import type { Texts } from '../types/texts.ts'

/**
 * Returns the Resend provider, which sends sign-in links by e-mail.
 *
 * Set `AUTH_RESEND_KEY` to the API key. Configure a database adapter, which stores the links.
 *
 * Verify the domain of `from` at Resend.
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
