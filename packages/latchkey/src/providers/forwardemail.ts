import { linkProvider, type MailServiceOptions } from '../mail/link-provider.ts'
import forwardemail from '../mail/services/forwardemail.ts'
import type { EmailConfig } from '../types/providers/email.ts'

export type { MailServiceOptions } from '../mail/link-provider.ts'
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
  return linkProvider(forwardemail(), options)
}
