import type { Context, Identity, SignInMethod } from '../contract/context.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import type { PageResult, Result } from '../contract/result.ts'
import { asError, EmailSignInError, Verification } from '../errors.ts'
import { endpointUrl, pageUrl } from '../http/endpoint-url.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import { forgetCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfToken } from '../security/csrf.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { countAttempt } from '../security/limits.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'
import { callSignInCallback } from '../sign-in/sign-in-callback.ts'
import type { NewAccount } from '../types/adapter.ts'
import type { User } from '../types/user.ts'
import { describeRequest } from './describe-request.ts'
import { type LinkStore, linkStore } from './link-store.ts'

/** Sign-in by a link in a mail. */
export const email: SignInMethod = { proof: 'form', steps: 2, begin, complete }

/** What is kept in the browser that asked for a link: in this one it needs no second click. */
interface LinkRequest {
  readonly provider: string
  readonly identifier: string
}

async function begin(ctx: Context, target: string): Promise<Result> {
  const provider = ctx.provider as ResolvedEmailProvider
  const identifier = normalize(provider, ctx.form.email)
  const { user, account } = await findUserByEmail(ctx, provider, identifier)
  const elsewhere = await callSignInCallback(ctx, { user, account, email: { verificationRequest: true } })
  if (elsewhere !== undefined) return elsewhere
  await sendLinkUnlessTooMany(ctx, provider, identifier, target)
  forgetCallbackUrl(ctx)
  const query = { provider: provider.id, type: 'email' }
  const { verifyRequest } = ctx.auth.pages
  return {
    type: 'redirect',
    url: verifyRequest
      ? pageUrl(ctx.base, verifyRequest, query)
      : endpointUrl(ctx.base, 'verify-request', query),
  }
}

/** An address that gets too many mails gets no more; whoever asks for them is told nothing of it. */
async function sendLinkUnlessTooMany(
  ctx: Context,
  provider: ResolvedEmailProvider,
  identifier: string,
  target: string,
): Promise<void> {
  const attempt = await countAttempt(ctx, 'email', identifier)
  if (!attempt.isAllowed) {
    ctx.auth.logger.warn('too-many-mails', { provider: provider.id })
    return rememberLinkRequest(ctx, provider, identifier, await provider.generateToken())
  }
  try {
    await sendLink(ctx, provider, identifier, target)
  } catch (error) {
    await attempt.takeBack()
    throw error
  }
}

/** Stores the token first: a link that is out must work. When the mail cannot be sent, nothing stays behind. */
async function sendLink(
  ctx: Context,
  provider: ResolvedEmailProvider,
  identifier: string,
  target: string,
): Promise<void> {
  const token = await provider.generateToken()
  const expires = new Date(ctx.auth.now() + provider.maxAge * 1000)
  const store = linkStore(ctx, provider)
  await store.put(identifier, token, expires)
  const url = endpointUrl(ctx.base, `callback/${provider.id}`, {
    callbackUrl: target,
    token,
    email: identifier,
  })
  const theme = await ctx.auth.theme()
  const texts = await ctx.auth.texts(ctx.headers)
  try {
    await provider.send({
      identifier,
      url,
      expires,
      provider,
      token,
      theme,
      texts,
      request: describeRequest(ctx),
    })
  } catch (error) {
    await store.take(identifier, token)
    const err = asError(error)
    throw new EmailSignInError(
      `The mail of the provider "${provider.id}" could not be sent: ${err.message}`,
      { cause: { err } },
    )
  }
  await rememberLinkRequest(ctx, provider, identifier, token)
}

async function rememberLinkRequest(
  ctx: Context,
  { id, maxAge }: ResolvedEmailProvider,
  identifier: string,
  token: string,
): Promise<void> {
  const linkRequest: LinkRequest = { provider: id, identifier }
  await rememberSealed(ctx, token, linkRequest, maxAge)
}

/**
 * Opened in the browser that asked for it, a link signs in. Opened elsewhere, also by a program that looks for viruses, it only shows a page
 * with a button, and nothing is used up.
 */
async function complete(ctx: Context): Promise<Identity | PageResult> {
  const provider = ctx.provider as ResolvedEmailProvider
  const { identifier, token } = readLink(ctx, provider)
  if (ctx.method !== 'POST' && !(await isRequestingBrowser(ctx, provider, identifier, token)))
    return confirmPage(ctx, identifier, token)
  await useLink(linkStore(ctx, provider), identifier, token, ctx.auth.now())
  await ctx.auth.adapter?.deleteVerificationTokens?.(identifier)
  await forgetSealed(ctx, token)
  return { ...(await findUserByEmail(ctx, provider, identifier)), callbackUrl: await resolveCallbackUrl(ctx) }
}

function readLink(ctx: Context, provider: ResolvedEmailProvider): { identifier: string; token: string } {
  const { token, email } =
    ctx.method === 'POST' ? ctx.form : { token: only(ctx.query, 'token'), email: only(ctx.query, 'email') }
  const identifier = tryNormalize(provider, email)
  if (typeof token === 'string' && token !== '' && identifier !== undefined) return { identifier, token }
  throw new Verification('A link came without its token or address.')
}

/** A parameter that is there once; of two nobody knows which one is meant. */
function only(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name)
  return values.length === 1 ? values[0] : undefined
}

/** @throws {Verification} for a link that was used already, is over, or was never sent */
async function useLink(store: LinkStore, identifier: string, token: string, now: number): Promise<void> {
  const found = await store.take(identifier, token)
  const expires = found ? new Date(found.expires).getTime() : Number.NaN
  // What is no date is over: such a comparison is never true.
  if (found?.identifier === identifier && expires > now) return
  throw new Verification('A link was used already, is over, or was never sent.', { isKnown: found !== null })
}

async function isRequestingBrowser(
  ctx: Context,
  provider: ResolvedEmailProvider,
  identifier: string,
  token: string,
): Promise<boolean> {
  if (!isPageLoad(ctx.headers)) return false
  const linkRequest = (await readSealed(ctx, token)) as Partial<LinkRequest> | undefined
  return linkRequest?.provider === provider.id && linkRequest.identifier === identifier
}

async function confirmPage(ctx: Context, address: string, token: string): Promise<PageResult> {
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'confirmLink',
      action: endpointUrl(ctx.base, `callback/${ctx.providerId}`),
      email: address,
      token,
      csrfToken: ctx.auth.checksCsrfToken ? await csrfToken(ctx) : undefined,
      callbackUrl: await resolveCallbackUrl(ctx),
    },
  }
}

/** Who has this address: a user of the database, or somebody new. The address is the account. */
async function findUserByEmail(
  ctx: Context,
  provider: ResolvedEmailProvider,
  identifier: string,
): Promise<{ user: User; account: NewAccount }> {
  const user = (await ctx.auth.adapter?.getUserByEmail?.(identifier)) ?? {
    id: crypto.randomUUID(),
    email: identifier,
    emailVerified: null,
  }
  return { user, account: { provider: provider.id, providerAccountId: identifier, type: 'email' } }
}

function normalize(provider: ResolvedEmailProvider, address: unknown): string {
  const identifier = tryNormalize(provider, address)
  if (identifier !== undefined) return identifier
  throw new EmailSignInError('A mail was asked for with an address that cannot be written to.')
}

/** By the application's own rule where it has one; what that throws, or nothing, is a no. */
function tryNormalize({ normalize: own }: ResolvedEmailProvider, address: unknown): string | undefined {
  if (own === undefined || typeof address !== 'string') return normalizeEmail(address)
  try {
    return own(address) || undefined
  } catch {
    return undefined
  }
}
