import { signInMessage } from '../mail/message.tsx'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'
import type { Texts } from '../types/texts.ts'

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
  return {
    id: 'nodemailer',
    name: 'e-mail',
    type: 'email',
    // The application's function may send the e-mails without a server.
    needs: options.sendVerificationRequest === undefined ? ['server', 'from'] : [],
    sendVerificationRequest,
    options,
  }
}

async function sendVerificationRequest({
  identifier,
  url,
  provider,
  theme,
  texts,
  signal,
  timeout = 10,
}: VerificationRequest): Promise<void> {
  const { default: nodemailer } = await import('nodemailer')
  const transport = nodemailer.createTransport(withTimeouts(provider.server ?? {}, timeout * 1000))
  const { rejected = [], pending = [] } = await transport.sendMail({
    to: identifier,
    from: provider.from,
    // Older versions of `nodemailer` ignore the signal.
    signal,
    // The core always passes the texts.
    ...signInMessage(url, theme, texts as Texts),
  })
  if (rejected.length + pending.length > 0)
    throw new Error('The SMTP server did not accept the e-mail address.')
}

/**
 * Returns the server with a time limit for each step. The application's own limits take precedence,
 * and its own transport stays as it is.
 *
 * @see https://nodemailer.com/smtp
 */
function withTimeouts(server: string | object, milliseconds: number): string | object {
  if ('send' in Object(server)) return server
  const options = typeof server === 'string' ? { url: server } : server
  const steps = ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout']
  return { ...Object.fromEntries(steps.map((step) => [step, milliseconds])), ...options }
}
