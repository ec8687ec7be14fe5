import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { endpointUrl } from '../../http/endpoint-url.ts'
import { deliver } from '../../mail/deliver.ts'
import { linksFor } from '../../proofs/purposes.ts'
import { countEmail } from '../../security/limits.ts'
import type { VerificationRequest } from '../../types/providers/email.ts'
import { describeRequest } from '../describe-request.ts'
import { rememberLinkRequest } from './link-request.ts'

type EmailContext = Context<ResolvedEmailProvider>

/**
 * Sends a link unless the address's limit is exceeded. The response is the same either way. A
 * failure counts only if there are many of them.
 *
 * @param maySend `false`: no e-mail is sent, with the same response
 */
export async function sendLinkWithinLimit(
  ctx: EmailContext,
  identifier: string,
  callbackUrl: string,
  maySend: () => Promise<boolean>,
): Promise<void> {
  const { auth, provider } = ctx
  const attempt = await countEmail(ctx, identifier)
  if (!attempt.isAllowed) {
    auth.logger.warn('too-many-mails', { provider: provider.id })
    return rememberLinkRequest(ctx, { identifier, token: await provider.generateToken() })
  }
  try {
    await sendLink(ctx, identifier, callbackUrl, await maySend())
  } catch (error) {
    // The mailbox may have received the e-mail, so only some failures are not counted.
    await attempt.takeBackFault()
    throw error
  }
}

/**
 * Stores the token before sending, so that a link that was sent works. If sending fails, removes
 * the token.
 */
async function sendLink(
  ctx: EmailContext,
  identifier: string,
  callbackUrl: string,
  isSent: boolean,
): Promise<void> {
  const { provider } = ctx
  const token = await provider.generateToken()
  const store = linksFor(ctx, 'signIn')
  const expires = await store.put(identifier, token)
  const url = endpointUrl(ctx.base, `callback/${provider.id}`, { callbackUrl, token, email: identifier })
  try {
    if (isSent) await deliverLink(ctx, { identifier, url, expires, token })
    else await (await import('../../mail/send.ts')).pretendToSend(ctx)
  } catch (error) {
    await store.take(identifier, token)
    throw error
  }
  await rememberLinkRequest(ctx, { identifier, token })
}

/** Sends a link with the option `mail`, or with the provider's `sendVerificationRequest`. */
async function deliverLink(
  ctx: EmailContext,
  link: Pick<VerificationRequest, 'identifier' | 'url' | 'expires' | 'token'>,
): Promise<void> {
  const { auth, provider, headers } = ctx
  if (provider.usesMail) {
    const { sendMail } = await import('../../mail/send.ts')
    return sendMail(ctx, link.identifier, { type: 'signIn', url: link.url }, provider.from)
  }
  const [theme, texts, request] = [await auth.theme(), await auth.texts(headers), describeRequest(ctx)]
  await deliver(auth, provider, { ...link, theme, texts, request })
}
