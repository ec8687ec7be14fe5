import { linkProvider, type MailServiceOptions } from '../mail/link-provider.ts'
import sendgrid from '../mail/services/sendgrid.ts'
import type { EmailConfig } from '../types/providers/email.ts'

export type { MailServiceOptions } from '../mail/link-provider.ts'
export type { EmailConfig } from '../types/providers/email.ts'

/**
 * Returns the SendGrid provider, which sends sign-in links by e-mail.
 *
 * Set `AUTH_SENDGRID_KEY` to the API key and `AUTH_SENDGRID_FROM` to the sender. Configure a
 * database adapter, which stores the links.
 *
 * Create the API key:
 * 1. In the settings, authenticate your sender's domain, or verify a single sender address.
 * 2. Open **Settings → API Keys** and choose **Create API Key**.
 * 3. Select **Restricted Access**, and give the key full access to **Mail Send**.
 * 4. Create the key and copy it. SendGrid shows it only once.
 * 5. In the tracking settings, turn off click tracking. It replaces the sign-in link by a link of
 *    SendGrid.
 *
 * Sender: `from` must be a verified sender address or belong to an authenticated domain.
 *
 * @see https://app.sendgrid.com/settings/api_keys Create an API key
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send Documentation
 */
export default function SendGrid(options: MailServiceOptions = {}): EmailConfig {
  return linkProvider(sendgrid(), options)
}
