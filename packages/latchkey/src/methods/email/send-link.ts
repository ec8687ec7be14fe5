import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { endpointUrl, namedPageUrl } from '../../http/endpoint-url.ts'
import { deliver } from '../../mail/deliver.ts'
import type { IssuedProof } from '../../proofs/proof.ts'
import { linksFor } from '../../proofs/purposes.ts'
import { accountKey } from '../../security/account-key.ts'
import type { Subject } from '../../security/counted.ts'
import { type Attempt, countEmail } from '../../security/limits.ts'
import { describeRequest } from '../describe-request.ts'
import type { CodeRequest } from './code.ts'
import { rememberLinkRequest } from './link-request.ts'

type EmailContext = Context<ResolvedEmailProvider>

/**
 * Sends a link unless the address's limit is exceeded. The response is the same either way. A
 * failure counts only if there are many of them.
 *
 * @param maySend `false`: no e-mail is sent, with the same response
 * @returns whether the limit allows it
 */
export async function sendLinkWithinLimit(
  ctx: EmailContext,
  request: CodeRequest,
  maySend: () => Promise<boolean>,
): Promise<boolean> {
  const attempt = await countMessageTo(ctx, request.identifier)
  if (!attempt.isAllowed) {
    await pretendToSendLink(ctx, request)
    return false
  }
  try {
    await sendLink(ctx, request, await maySend())
    return true
  } catch (error) {
    // The mailbox may have received the e-mail, so only some failures are not counted.
    await attempt.takeBackFault()
    throw error
  }
}

/** Counts a message against the limits, and logs if there were too many. */
async function countMessageTo(ctx: EmailContext, identifier: string): Promise<Attempt> {
  const { auth, provider } = ctx
  const known = provider.shortCode && (await findKnown(ctx, identifier))
  if (provider.isPhone) return (await import('./phone.ts')).countMessageTo(ctx, identifier, known)
  const attempt = await countEmail(ctx, identifier, known)
  if (!attempt.isAllowed) auth.logger.warn('too-many-mails', { provider: provider.id })
  return attempt
}

/** Others cannot use up the messages of a known device. */
async function findKnown(ctx: EmailContext, identifier: string): Promise<readonly Subject[] | undefined> {
  const { findSubjects } = await import('../../security/known-device.ts')
  return findSubjects(ctx, identifier, accountKey(identifier))
}

/** Remembers in this browser what it would also remember if an e-mail were sent. */
async function pretendToSendLink(ctx: EmailContext, request: CodeRequest): Promise<void> {
  const { identifier } = request
  const { shortCode, generateToken } = ctx.provider
  if (shortCode) await (await import('./code.ts')).pretendToIssueCode(ctx, request)
  if (!shortCode?.isOnly) await rememberLinkRequest(ctx, { identifier, token: await generateToken() })
}

/**
 * Stores the token before sending, so that a link that was sent works. If sending fails, removes
 * the token.
 */
async function sendLink(ctx: EmailContext, request: CodeRequest, isSent: boolean): Promise<void> {
  const { provider } = ctx
  const { identifier, callbackUrl } = request
  const proof = await issue(ctx, request)
  const { token } = proof
  const url = token
    ? endpointUrl(ctx.base, `callback/${provider.id}`, { callbackUrl, token, email: identifier })
    : namedPageUrl(ctx, 'verifyRequest', { provider: provider.id, type: 'email' })
  try {
    if (isSent) await deliverLink(ctx, { ...proof, identifier, url })
    else await (await import('../../mail/send.ts')).pretendToSend(ctx)
  } catch (error) {
    // No browser can enter a code: a failed request sets no cookies.
    if (token) await linksFor(ctx, 'signIn').take(identifier, token)
    throw error
  }
  if (token) await rememberLinkRequest(ctx, { identifier, token })
}

async function issue(ctx: EmailContext, request: CodeRequest): Promise<IssuedProof> {
  const { identifier } = request
  const { shortCode, generateToken } = ctx.provider
  if (shortCode) return (await import('./code.ts')).issueCode(ctx, request)
  const token = await generateToken()
  return { token, expires: await linksFor(ctx, 'signIn').put(identifier, token) }
}

interface SignInProof extends IssuedProof {
  readonly identifier: string
  readonly url: string
}

/** Sends a link with the option `mail`, or with the provider's `sendVerificationRequest`. */
async function deliverLink(
  ctx: EmailContext,
  { identifier, url, expires, token, code }: SignInProof,
): Promise<void> {
  const { auth, provider, headers } = ctx
  if (provider.usesMail) {
    const { sendMail } = await import('../../mail/send.ts')
    const mail = {
      type: 'signIn',
      url: token && url,
      code,
      expires: code === undefined ? undefined : expires,
    } as const
    return sendMail(ctx, identifier, mail, provider.from)
  }
  const [theme, texts, request] = [await auth.theme(), await auth.texts(headers), describeRequest(ctx)]
  const message = { identifier, url, expires, token: token ?? '', ...(code && { code }) }
  await deliver(auth, provider, { ...message, theme, texts, request })
}
