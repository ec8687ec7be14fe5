import type { EmailConfig, VerificationRequest } from '../types/email.ts'
import type { Texts } from '../types/texts.ts'
import { signInMessage } from './message.tsx'
import { basic, type MailServiceOptions, post } from './post.ts'

/**
 * Sign-in by a link in a mail that Forward Email sends. Environment: `AUTH_FORWARDEMAIL_KEY`. Needs an adapter to keep the links in.
 *
 * @see https://forwardemail.net/my-account/security Make a key
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
