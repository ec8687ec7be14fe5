import type { EmailConfig } from '../types/email.ts'
import Nodemailer, { type NodemailerOptions } from './nodemailer.ts'

/**
 * The same as `latchkey/providers/nodemailer`, by its older id.
 *
 * @deprecated Use `latchkey/providers/nodemailer`. With it the callback URL ends in `nodemailer`, unless you set `id: 'email'`.
 */
export default function Email(options: NodemailerOptions): EmailConfig {
  return { ...Nodemailer(options), id: 'email' }
}
