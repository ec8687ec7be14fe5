import { signInMessage } from '../mail/message.tsx'
import { basic, type MailServiceOptions, post, splitSender } from '../mail/post.ts'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'
import type { Texts } from '../types/texts.ts'

export type { EmailConfig } from '../types/providers/email.ts'

/** Options for the Mailgun provider. */
export interface MailgunOptions extends MailServiceOptions {
  /** The domain's region. Default: `US`. */
  region?: 'US' | 'EU'
}

/**
 * Returns the Mailgun provider, which sends sign-in links by e-mail.
 *
 * Set `AUTH_MAILGUN_KEY` to the API key and `AUTH_MAILGUN_FROM` to the sender. Configure a database
 * adapter, which stores the links.
 *
 * Create the API key:
 * 1. Under **Sending → Domains**, add your sender's domain, and create the DNS records that Mailgun
 *    shows.
 * 2. Wait until the domain is verified.
 * 3. Open the domain's **Domain Settings → Sending API keys**, and choose **Add Sending Key**. Such
 *    a key can only send e-mails from this domain.
 * 4. Copy the key. Mailgun shows it only once.
 *
 * Sender: `from` must have exactly the domain that you added, because Latchkey sends the e-mail
 * through it. If the domain is in the EU region, set `region: 'EU'`. A sandbox domain sends only to
 * authorized recipients.
 *
 * @see https://app.mailgun.com/settings/api_security Create an API key
 * @see https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages Documentation
 */
export default function Mailgun({ region = 'US', ...options }: MailgunOptions = {}): EmailConfig {
  const api = region === 'EU' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net'
  return {
    id: 'mailgun',
    name: 'Mailgun',
    type: 'email',
    needs: ['from', 'apiKey'],
    sendVerificationRequest: (request) => send(api, request),
    options,
  }
}

async function send(api: string, request: VerificationRequest): Promise<void> {
  const { identifier, url, provider, theme, texts } = request
  const { subject, html, text } = signInMessage(url, theme, texts as Texts)
  const [, domain = ''] = splitSender(provider.from).email.split('@')
  const body = new FormData()
  for (const [name, value] of Object.entries({
    from: provider.from ?? '',
    to: identifier,
    subject,
    html,
    text,
  }))
    body.append(name, value)
  // Click tracking would replace the sign-in link.
  body.append('o:tracking-clicks', 'no')
  await post(request, {
    url: `${api}/v3/${encodeURIComponent(domain)}/messages`,
    headers: { authorization: basic('api', provider.apiKey ?? '') },
    body,
  })
}
