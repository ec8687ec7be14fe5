import { linkProvider, type MailServiceOptions } from '../mail/link-provider.ts'
import resend from '../mail/services/resend.ts'
import type { EmailConfig } from '../types/providers/email.ts'

export type { MailServiceOptions } from '../mail/link-provider.ts'
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
  return linkProvider(resend(), options)
}
