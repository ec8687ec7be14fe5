import type { EmailConfig, VerificationRequest } from '../types/email.ts'
import type { Texts } from '../types/texts.ts'
import { signInMessage } from './message.tsx'
import { type MailServiceOptions, post, senderOf } from './post.ts'

/**
 * Sign-in by a link in a mail that SendGrid sends. Environment: `AUTH_SENDGRID_KEY`. Needs an adapter to keep the links in. `from` has to be a verified
 * sender. Switch click tracking off: it replaces the link by one of SendGrid's.
 *
 * @see https://app.sendgrid.com/settings/api_keys Make a key
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send Documentation
 */
export default function SendGrid(options: MailServiceOptions = {}): EmailConfig {
  return {
    id: 'sendgrid',
    name: 'SendGrid',
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
    url: 'https://api.sendgrid.com/v3/mail/send',
    headers: { authorization: `Bearer ${provider.apiKey}` },
    body: {
      personalizations: [{ to: [{ email: identifier }] }],
      from: senderOf(provider.from),
      subject,
      // In this order, which SendGrid demands.
      content: [
        { type: 'text/plain', value: text },
        { type: 'text/html', value: html },
      ],
    },
  })
}
