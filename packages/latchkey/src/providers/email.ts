import type { EmailConfig } from '../types/providers/email.ts'
import Nodemailer, { type NodemailerOptions } from './nodemailer.ts'

export type {
  EmailProviderId,
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
} from '../types/providers/aliases.ts'
export type { EmailConfig, EmailUserConfig } from '../types/providers/email.ts'

/**
 * Returns the Nodemailer provider under its older ID, `email`.
 *
 * @deprecated Use `latchkey/providers/nodemailer`. Its callback URL ends in `nodemailer`, unless
 *   you set `id: 'email'`.
 */
export default function Email(options: NodemailerOptions = {}): EmailConfig {
  return { ...Nodemailer(options), id: 'email' }
}
