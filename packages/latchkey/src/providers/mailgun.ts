import { linkProvider, type MailServiceOptions } from '../mail/link-provider.ts'
import mailgun from '../mail/services/mailgun.ts'
import type { EmailConfig } from '../types/providers/email.ts'

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
export default function Mailgun({ region, ...options }: MailgunOptions = {}): EmailConfig {
  return linkProvider(mailgun({ region }), options)
}
