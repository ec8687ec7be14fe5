import type { Context, Identity, SignInMethod } from '../contract/context.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import type { PageResult, Result } from '../contract/result.ts'
import { asError, EmailSignInError, Verification } from '../errors.ts'
import { endpointUrl, namedPageUrl } from '../http/endpoint-url.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import { forgetCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfField } from '../security/csrf.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { countAttempt } from '../security/limits.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'
import { callSignInCallback } from '../sign-in/sign-in-callback.ts'
import type { NewAccount } from '../types/adapter.ts'
import type { User } from '../types/user.ts'
import { describeRequest } from './describe-request.ts'
import { linkStore } from './email/link-store.ts'

type EmailContext = Context<ResolvedEmailProvider>

/** Signs in with a link in an e-mail. */
export const email: SignInMethod<ResolvedEmailProvider> = { proof: 'form', steps: 2, begin, complete }

/** Stored in the browser that requested a link: there the link needs no confirmation. */
interface LinkRequest {
  readonly provider: string
  readonly identifier: string
}

/** What a sign-in link carries. */
interface Link {
  readonly identifier: string
  readonly token: string
}

async function begin(ctx: EmailContext, callbackUrl: string): Promise<Result> {
  try {
    return await requestLink(ctx, callbackUrl)
  } catch (error) {
    const { rememberTypedAccount } = await import('../security/typed-account.ts')
    const value = typeof ctx.form.email === 'string' ? ctx.form.email : ''
    await rememberTypedAccount(ctx, error, { field: 'email', value })
    throw error
  }
}

async function requestLink(ctx: EmailContext, callbackUrl: string): Promise<Result> {
  const { provider } = ctx
  const identifier = normalize(provider, ctx.form.email)
  const { user, account } = await findUserByEmail(ctx, identifier)
  const elsewhere = await callSignInCallback(ctx, { user, account, email: { verificationRequest: true } })
  if (elsewhere !== undefined) return elsewhere
  await sendLinkWithinLimit(ctx, identifier, callbackUrl)
  forgetCallbackUrl(ctx)
  return {
    type: 'redirect',
    url: namedPageUrl(ctx, 'verifyRequest', { provider: provider.id, type: 'email' }),
  }
}

/**
 * Sends a link unless the limit of the address is exceeded. The response is the same either way.
 */
async function sendLinkWithinLimit(
  ctx: EmailContext,
  identifier: string,
  callbackUrl: string,
): Promise<void> {
  const { auth, provider } = ctx
  const attempt = await countAttempt(ctx, 'email', identifier)
  if (!attempt.isAllowed) {
    auth.logger.warn('too-many-mails', { provider: provider.id })
    return rememberLinkRequest(ctx, { identifier, token: await provider.generateToken() })
  }
  try {
    await sendLink(ctx, identifier, callbackUrl)
  } catch (error) {
    await attempt.takeBack()
    throw error
  }
}

/**
 * Stores the token before sending, so that a link that was sent works. If sending fails, removes
 * the token.
 */
async function sendLink(ctx: EmailContext, identifier: string, callbackUrl: string): Promise<void> {
  const { auth, provider } = ctx
  const token = await provider.generateToken()
  const expires = new Date(auth.now() + provider.maxAge * 1000)
  const store = linkStore(ctx)
  await store.put(identifier, token, expires)
  const url = endpointUrl(ctx.base, `callback/${provider.id}`, { callbackUrl, token, email: identifier })
  const [theme, texts, request] = [await auth.theme(), await auth.texts(ctx.headers), describeRequest(ctx)]
  try {
    await provider.send({ identifier, url, expires, provider, token, theme, texts, request })
  } catch (error) {
    await store.take(identifier, token)
    const err = asError(error)
    throw new EmailSignInError(
      `The e-mail of the provider "${provider.id}" could not be sent: ${err.message}. ` +
        'Check `server` and `from`, or your `sendVerificationRequest`.',
      { cause: { err, provider: provider.id } },
    )
  }
  await rememberLinkRequest(ctx, { identifier, token })
}

async function rememberLinkRequest(ctx: EmailContext, { identifier, token }: Link): Promise<void> {
  const linkRequest: LinkRequest = { provider: ctx.provider.id, identifier }
  await rememberSealed(ctx, token, linkRequest, ctx.provider.maxAge)
}

/**
 * Signs in if the link was opened in the browser that requested it. Elsewhere, for example in a
 * virus scanner, shows a page with a button, and the link stays valid.
 */
async function complete(ctx: EmailContext): Promise<Identity | PageResult> {
  const link = readLink(ctx)
  if (ctx.method !== 'POST' && !(await isRequestingBrowser(ctx, link))) return confirmPage(ctx, link)
  await useLink(ctx, link)
  await ctx.auth.adapter?.deleteVerificationTokens?.(link.identifier)
  await forgetSealed(ctx, link.token)
  return { ...(await findUserByEmail(ctx, link.identifier)), callbackUrl: await resolveCallbackUrl(ctx) }
}

function readLink({ method, form, query, provider }: EmailContext): Link {
  const { token, email } =
    method === 'POST'
      ? form
      : { token: singleParameter(query, 'token'), email: singleParameter(query, 'email') }
  const identifier = tryNormalize(provider, email)
  if (typeof token === 'string' && token !== '' && identifier !== undefined) return { identifier, token }
  throw new Verification('A sign-in link has no token, or no valid e-mail address.')
}

/** Returns a parameter that occurs once; two are ambiguous. */
function singleParameter(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name)
  return values.length === 1 ? values[0] : undefined
}

/** @throws {Verification} if the link has expired, was already used, or was never issued */
async function useLink(ctx: EmailContext, { identifier, token }: Link): Promise<void> {
  const found = await linkStore(ctx).take(identifier, token)
  // An invalid date has expired: comparing with NaN is always false.
  const expires = found ? new Date(found.expires).getTime() : Number.NaN
  if (found?.identifier === identifier && expires > ctx.auth.now()) return
  const message = 'The link has expired, was already used, or was never issued.'
  throw new Verification(message, { isKnown: found !== null })
}

async function isRequestingBrowser(ctx: EmailContext, { identifier, token }: Link): Promise<boolean> {
  if (!isPageLoad(ctx.headers)) return false
  const linkRequest = (await readSealed(ctx, token)) as Partial<LinkRequest> | undefined
  return linkRequest?.provider === ctx.provider.id && linkRequest.identifier === identifier
}

async function confirmPage(ctx: EmailContext, { identifier, token }: Link): Promise<PageResult> {
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'confirmLink',
      action: endpointUrl(ctx.base, `callback/${ctx.provider.id}`),
      email: identifier,
      token,
      csrfToken: await csrfField(ctx),
      callbackUrl: await resolveCallbackUrl(ctx),
    },
  }
}

/** Returns the user with this address, or a new one. The address is the account. */
async function findUserByEmail(
  { auth, provider }: EmailContext,
  identifier: string,
): Promise<{ user: User; account: NewAccount }> {
  const newUser = { id: crypto.randomUUID(), email: identifier, emailVerified: null }
  const user = (await auth.adapter?.getUserByEmail?.(identifier)) ?? newUser
  return { user, account: { provider: provider.id, providerAccountId: identifier, type: 'email' } }
}

/** @throws {EmailSignInError} if the address is invalid */
function normalize(provider: ResolvedEmailProvider, address: unknown): string {
  const identifier = tryNormalize(provider, address)
  if (identifier !== undefined) return identifier
  throw new EmailSignInError('A sign-in link was requested for an invalid e-mail address.')
}

/**
 * Normalizes with the provider's own function if it has one. If that throws or returns nothing, the
 * address is invalid.
 */
function tryNormalize({ normalize: own }: ResolvedEmailProvider, address: unknown): string | undefined {
  if (own === undefined || typeof address !== 'string') return normalizeEmail(address)
  try {
    return own(address) || undefined
  } catch {
    return undefined
  }
}
