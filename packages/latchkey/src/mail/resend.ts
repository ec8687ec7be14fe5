import type { EmailConfig, VerificationRequest } from '../types/email.ts'
import type { Texts } from '../types/texts.ts'
import { signInMessage } from './message.tsx'
import { type MailServiceOptions, post } from './post.ts'

/**
 * Sign-in by a link in a mail that Resend sends. Environment: `AUTH_RESEND_KEY`. Needs an adapter to keep the links in. The domain of `from` has to be
 * verified at Resend.
 *
 * @see https://resend.com/api-keys Make a key
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
