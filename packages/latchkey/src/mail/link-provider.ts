import type { MailDelivery, MailTransport } from '../types/mail.ts'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'
import type { Texts } from '../types/texts.ts'
import { composeMail } from './messages/compose.tsx'

/** Options of an e-mail provider that is called over HTTP. */
export interface MailServiceOptions extends Partial<Omit<EmailConfig, 'type' | 'options' | 'server'>> {
  /** The e-mails' sender: `Example <no-reply@example.com>`. Default: `AUTH_<ID>_FROM`. */
  from?: string
  /** Default: `AUTH_<ID>_KEY`. */
  apiKey?: string
}

/** Returns the provider that sends sign-in links with a transport. */
export function linkProvider(transport: MailTransport, options: EmailConfig['options']): EmailConfig {
  const { id = 'email', name, needs = [] } = transport
  return {
    id,
    name,
    type: 'email',
    needs,
    sendVerificationRequest: (request) => sendLink(transport, request),
    options,
  }
}

async function sendLink(transport: MailTransport, request: VerificationRequest): Promise<void> {
  const { identifier, url, code, expires, token, theme, texts, provider } = request
  // The core always passes the texts.
  const message = composeMail(
    { type: 'signIn', url: token ? url : undefined, code, expires: code === undefined ? undefined : expires },
    { host: new URL(url).host, theme, texts: texts as Texts },
  )
  await transport.send({ from: provider.from ?? '', to: identifier, ...message }, describeDelivery(request))
}

/** Returns what a transport needs to send a provider's link: the provider has the same options. */
export function describeDelivery({
  provider,
  token,
  code,
  signal = new AbortController().signal,
  timeout = 10,
}: VerificationRequest): MailDelivery {
  return { service: provider, signal, timeout, secrets: code === undefined ? [token] : [token, code] }
}
