import { linkProvider } from '../mail/link-provider.ts'
import nodemailer from '../mail/services/nodemailer.ts'
import type { EmailConfig } from '../types/providers/email.ts'

export type { EmailConfig } from '../types/providers/email.ts'

/** Options for the Nodemailer provider. */
export interface NodemailerOptions extends Partial<Omit<EmailConfig, 'type' | 'options'>> {
  /**
   * SMTP server, as a URL (`smtp://user:password@mail.example.com:587`) or as options of
   * `nodemailer`. Default: `AUTH_<ID>_SERVER`.
   */
  server?: string | object | undefined
  /** The e-mails' sender: `Example <no-reply@example.com>`. Default: `AUTH_<ID>_FROM`. */
  from?: string | undefined
}

/** The Nodemailer provider. */
export type NodemailerConfig = EmailConfig

/** @deprecated Use {@link NodemailerOptions}. */
export type NodemailerUserConfig = NodemailerOptions

/**
 * Returns the Nodemailer provider, which sends sign-in links by e-mail over SMTP.
 *
 * Set `AUTH_NODEMAILER_SERVER` to your SMTP server's URL, for example
 * `smtp://user:password@mail.example.com:587`, and `AUTH_NODEMAILER_FROM` to the sender. Install
 * the package `nodemailer`. Configure a database adapter, which stores the links.
 *
 * @example
 * ```ts
 * import Nodemailer from 'latchkey/providers/nodemailer'
 *
 * const providers = [Nodemailer]
 * ```
 */
export default function Nodemailer(options: NodemailerOptions = {}): EmailConfig {
  const provider = linkProvider(nodemailer(), options)
  // The application's function may send the e-mails without a server.
  const needs = options.sendVerificationRequest === undefined ? provider.needs : []
  return { ...provider, name: 'e-mail', needs }
}
