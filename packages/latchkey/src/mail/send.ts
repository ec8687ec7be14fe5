import type { Context, ResolvedAuth } from '../contract/context.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { EmailSignInError } from '../errors/sign-in.ts'
import type { MailTransport } from '../types/mail.ts'
import { callMailService, pretendToDeliver } from './deliver.ts'
import { composeMail } from './messages/compose.tsx'
import { listSecrets, type Mail } from './messages/mail.ts'

export type { Mail } from './messages/mail.ts'

/** What sending needs. Server code may have no request. */
export type MailContext = Pick<Context, 'auth'> & Partial<Pick<Context, 'base' | 'headers'>>

/** An address that no mail software reads as two, or as a name with an address. */
const ONE_ADDRESS = /^[^\s"`,;:<>()[\]\\\p{Cc}\p{Cf}\p{Cs}@]+@[^\s"`,;:<>()[\]\\\p{Cc}\p{Cf}\p{Cs}@]+$/u

/**
 * Sends an e-mail with the option `mail`, within the time limit, in the language of the request.
 *
 * @param to the normalized address
 * @param from another sender than the one of `mail`
 * @throws {ServiceUnavailable} if the mail service cannot be reached or takes too long
 * @throws {EmailSignInError} if it rejects the e-mail
 */
export async function sendMail(
  ctx: MailContext,
  to: string,
  mail: Mail,
  from?: string | undefined,
): Promise<void> {
  const { auth } = ctx
  const transport = await requireTransport(auth)
  if (!ONE_ADDRESS.test(to)) throw new EmailSignInError('The recipient is not one valid e-mail address.')
  const message = await compose(ctx, mail)
  const secrets = listSecrets(mail)
  const sent = { from: from || (transport.from ?? ''), to, ...message }
  await callMailService(auth, {
    sender: transport,
    name: `\`mail\` (${transport.name})`,
    cause: { mail: mail.type },
    secrets: [...secrets, to, transport.apiKey],
    send: (signal, timeout) => transport.send(sent, { service: transport, signal, timeout, secrets }),
  })
}

/**
 * Sends one of two e-mails, as `sendMail` does, and writes both: the time of the response must not say
 * which one it was.
 */
export async function sendOneOf(
  ctx: MailContext,
  to: string,
  { sent, other }: { readonly sent: Mail; readonly other: Mail },
): Promise<void> {
  await compose(ctx, other)
  await sendMail(ctx, to, sent)
}

async function compose(
  { auth, base, headers }: MailContext,
  mail: Mail,
): Promise<ReturnType<typeof composeMail>> {
  const [theme, texts] = [await auth.theme(), await auth.texts(headers ?? new Headers())]
  const { host } = new URL(requireOrigin(auth, base))
  return composeMail(mail, { host, theme, texts, now: auth.now() })
}

/**
 * Waits as long as an e-mail to a user takes, and fails as it would fail. Call it where an address
 * gets no e-mail, so that neither the time nor the status of the response says so.
 *
 * @throws {ServiceUnavailable} if the mail service could not be reached in the last minute
 */
export async function pretendToSend({ auth, provider }: PretendContext): Promise<void> {
  const sendsItself = provider?.type === 'email' && !provider.usesMail
  await pretendToDeliver(auth, sendsItself ? provider : await requireTransport(auth))
}

/** With an e-mail provider, its e-mail is meant. */
type PretendContext = Pick<Context, 'auth'> & Partial<Pick<Context, 'provider'>>

async function requireTransport(auth: ResolvedAuth): Promise<MailTransport> {
  const { mail } = await auth.checkConfig()
  if (mail !== undefined) return mail
  throw new InvalidOption(
    '`mail` is not set. Set it to a transport such as `nodemailer()` of `latchkey/mail/nodemailer`.',
  )
}

/** An e-mail names the application, whose address must not come from an untrusted header. */
function requireOrigin({ pinnedOrigin }: ResolvedAuth, base: MailContext['base']): string {
  const origin = base?.origin ?? pinnedOrigin
  if (origin !== undefined) return origin
  throw new InvalidOption(
    "An e-mail without a request needs the application's URL. Set AUTH_URL or `baseUrl`.",
  )
}
