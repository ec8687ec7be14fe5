import { linkProvider, type MailServiceOptions } from '../mail/link-provider.ts'
import postmark from '../mail/services/postmark.ts'
import type { EmailConfig } from '../types/providers/email.ts'

export type { MailServiceOptions } from '../mail/link-provider.ts'
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
  return linkProvider(postmark(), options)
}
