import type { EmailConfig, VerificationRequest } from '../types/email.ts'
import type { Texts } from '../types/texts.ts'
import { signInMessage } from './message.tsx'

/** What an application may set on the provider: everything but its `type`. */
export interface NodemailerOptions extends Partial<Omit<EmailConfig, 'type' | 'options'>> {
  /** SMTP server, as a URL (`smtp://user:password@mail.example.com:587`) or as options of `nodemailer`. */
  server: string | object
  /** Sender of the mail: `Example <no-reply@example.com>`. */
  from: string
}

/**
 * Sign-in by a link in a mail that is sent by SMTP. Needs the package `nodemailer`, and an adapter to keep the links in.
 *
 * @example
 * ```ts
 * import Nodemailer from 'latchkey/providers/nodemailer'
 *
 * Nodemailer({ server: process.env.EMAIL_SERVER ?? '', from: 'Example <no-reply@example.com>' })
 * ```
 */
export default function Nodemailer(options: NodemailerOptions): EmailConfig {
  return { id: 'nodemailer', name: 'e-mail', type: 'email', sendVerificationRequest, options }
}

async function sendVerificationRequest({
  identifier,
  url,
  provider,
  theme,
  texts,
}: VerificationRequest): Promise<void> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport(provider.server ?? {})
  const { rejected = [], pending = [] } = await transport.sendMail({
    to: identifier,
    from: provider.from,
    // The core always gives them.
    ...signInMessage(url, theme, texts as Texts),
  })
  if (rejected.length + pending.length > 0) throw new Error('The mail server did not accept the address.')
}
