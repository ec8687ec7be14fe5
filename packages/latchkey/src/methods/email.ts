import type { Context, SignInMethod } from '../contract/context.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import type { PageResult, Result } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { EmailSignInError, Verification } from '../errors/sign-in.ts'
import { endpointUrl, namedPageUrl } from '../http/endpoint-url.ts'
import { isPageLoad } from '../http/fetch-metadata.ts'
import { isReservedIdentifier, linksFor } from '../proofs/purposes.ts'
import { isValidToken } from '../proofs/token-store.ts'
import { acceptCallbackUrl, forgetCallbackUrl, resolveCallbackUrl } from '../security/callback-url.ts'
import { csrfField } from '../security/csrf.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { forgetSealed } from '../security/transaction-cookie.ts'
import { isCode } from './email/is-code.ts'
import { findLinkRequest, type Link } from './email/link-request.ts'
import { sendLinkWithinLimit } from './email/send-link.ts'
import { describeCandidate, mayRegister } from './may-register.ts'
import { linkingUser } from './oauth/linking-user.ts'
import { callSignInCallback } from './sign-in-callback.ts'

/** From this length on, an attacker cannot try all tokens if they are random. */
const MIN_UNGUESSABLE_LENGTH = 20

type EmailContext = Context<ResolvedEmailProvider>

/** Signs in with a link in an e-mail. */
export const email: SignInMethod<ResolvedEmailProvider> = { proof: 'form', steps: 2, begin, complete }

async function begin(ctx: EmailContext, callbackUrl: string): Promise<Result> {
  try {
    return await requestLink(ctx, callbackUrl)
  } catch (error) {
    const { rememberTypedAccount } = await import('../security/typed-account.ts')
    const field = addressField(ctx)
    const typed = ctx.form[field]
    await rememberTypedAccount(ctx, error, { field, value: typeof typed === 'string' ? typed : '' })
    throw error
  }
}

async function requestLink(ctx: EmailContext, callbackUrl: string): Promise<Result> {
  const { provider } = ctx
  const identifier = await readAddress(ctx)
  const { user, account, userOfLink } = await findUser(ctx, identifier)
  const startedBy = provider.isPhone ? await linkingUser(ctx) : undefined
  // Otherwise the sign-in would sign in another user, or create one.
  if (startedBy === null)
    return { type: 'redirect', url: namedPageUrl(ctx, 'signIn', { callbackUrl, error: 'SessionRequired' }) }
  const elsewhere = await callSignInCallback(ctx, { user, account, email: { verificationRequest: true } })
  if (elsewhere !== undefined) return elsewhere
  const isNew = !userOfLink && startedBy === undefined
  const candidate = isNew ? { ...describeCandidate({ user, account }), emailVerified: false } : undefined
  const request = { identifier, callbackUrl, startedBy }
  const isAllowed = await sendLinkWithinLimit(ctx, request, () => mayRegister(ctx, candidate))
  forgetCallbackUrl(ctx)
  // A user who waits for a code has to know that none comes.
  const error = provider.shortCode && !isAllowed ? 'TooManyRequests' : undefined
  const url = namedPageUrl(ctx, 'verifyRequest', { provider: provider.id, type: 'email', error })
  return { type: 'redirect', url }
}

/**
 * Signs in if the link was opened in the browser that requested it. Elsewhere, for example in a
 * virus scanner, shows a page with a button, and the link stays valid. Only the requesting browser
 * follows the link's target: an attacker who requests a link for another user chooses it.
 */
async function complete(ctx: EmailContext): Promise<Identity | PageResult> {
  if (isCode(ctx)) return completeByCode(ctx)
  // Links of another provider verify no telephone number.
  if (ctx.provider.shortCode?.isOnly)
    throw new Verification(`A link was opened for the provider "${ctx.provider.id}", which only sends codes.`)
  const link = readLink(ctx)
  const request = await findLinkRequest(ctx, link)
  const isUsed = ctx.method === 'POST' || (request !== undefined && isPageLoad(ctx.headers))
  const removeGuesses = isGuess(ctx, link) ? await countGuess(ctx, link) : undefined
  const callbackUrl = await (request ? resolveCallbackUrl(ctx) : acceptCallbackUrl(ctx, ctx.base.home))
  if (!isUsed) {
    if (request !== undefined) await removeGuesses?.('own')
    return confirmPage(ctx, link, callbackUrl)
  }
  await useLink(ctx, link)
  await (ctx.provider.shortCode ? endCodes(ctx, link) : linksFor(ctx, 'signIn').endAll(link.identifier))
  // Only now: they were guesses at the codes that have just ended.
  await removeGuesses?.('all')
  if (request !== undefined) await forgetSealed(ctx, request)
  return { ...(await findUserByEmail(ctx, link.identifier)), callbackUrl }
}

/** A code is entered in a form: `callback/<provider>` and `signin/<provider>` accept it. */
async function completeByCode(ctx: EmailContext): Promise<Identity> {
  const typed = ctx.form[addressField(ctx)]
  const { useCode } = await import('./email/code.ts')
  const used = await useCode(ctx, typed === undefined ? undefined : await readAddress(ctx))
  const { identifier, ...known } = used
  return { ...(await findUser(ctx, identifier)), ...known }
}

/**
 * Returns whether this request may find out a short code: by using it, or because the response
 * depends on whether this browser requested it.
 */
function isGuess({ provider, method, cookies, base }: EmailContext, { token }: Link): boolean {
  if (!provider.hasOwnTokens || token.length >= MIN_UNGUESSABLE_LENGTH) return false
  return method === 'POST' || cookies.names().some((name) => name.startsWith(base.cookies.transaction.name))
}

/** Ends all codes and links of an address. */
async function endCodes(ctx: EmailContext, { identifier }: Link): Promise<void> {
  await (await import('../proofs/proof.ts')).endUsed(ctx, 'signIn', identifier)
}

/** Loads the limit on demand: few applications send short codes. */
async function countGuess(
  ctx: EmailContext,
  { identifier }: Link,
): ReturnType<typeof import('./email/guesses.ts')['countGuess']> {
  return (await import('./email/guesses.ts')).countGuess(ctx, identifier)
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
  // The code that was sent with it is used up as well.
  const proof = ctx.provider.shortCode && (await sha256Hex(token))
  const found = await linksFor(ctx, 'signIn').take(identifier, token, proof)
  if (isValidToken(found, identifier, ctx.auth.now())) return
  const message = 'The link has expired, was already used, or was never issued.'
  throw new Verification(message, { isKnown: found !== null })
}

async function confirmPage(
  ctx: EmailContext,
  { identifier, token }: Link,
  callbackUrl: string,
): Promise<PageResult> {
  return {
    type: 'page',
    status: 200,
    page: {
      name: 'confirmLink',
      action: endpointUrl(ctx.base, `callback/${ctx.provider.id}`),
      email: identifier,
      token,
      csrfToken: await csrfField(ctx),
      callbackUrl,
    },
  }
}

/** Returns the name of the form's field with the address. */
function addressField({ provider }: EmailContext): 'email' | 'phone' {
  return provider.isPhone ? 'phone' : 'email'
}

/** @throws {EmailSignInError} or, for a telephone number, {PhoneSignInError} if the address is invalid */
async function readAddress(ctx: EmailContext): Promise<string> {
  const { provider, form } = ctx
  if (provider.isPhone) return (await import('./email/phone.ts')).readNumber(provider, form.phone)
  const identifier = tryNormalize(provider, form.email)
  if (identifier !== undefined) return identifier
  throw new EmailSignInError('A sign-in link was requested for an invalid e-mail address.')
}

async function findUser(ctx: EmailContext, identifier: string): Promise<Omit<Identity, 'callbackUrl'>> {
  if (ctx.provider.isPhone) return (await import('./email/phone.ts')).findUserByNumber(ctx, identifier)
  return findUserByEmail(ctx, identifier)
}

/** Returns the user with this address, or a new one. The address is the account. */
async function findUserByEmail(
  { auth, provider }: EmailContext,
  identifier: string,
): Promise<Pick<Identity, 'user' | 'account' | 'userOfLink'>> {
  const userOfLink = (await auth.adapter?.getUserByEmail?.(identifier)) ?? null
  const user = userOfLink ?? { id: crypto.randomUUID(), email: identifier, emailVerified: null }
  const account = { provider: provider.id, providerAccountId: identifier, userId: user.id }
  return { user, account: { ...account, type: 'email' }, userOfLink }
}

/**
 * Normalizes with the provider's own function if it has one. If that throws or returns nothing, the
 * address is invalid. So it is if the database has other proofs under this name.
 */
function tryNormalize({ normalize: own }: ResolvedEmailProvider, address: unknown): string | undefined {
  if (own === undefined || typeof address !== 'string') return normalizeEmail(address)
  try {
    const identifier = own(address)
    return identifier && !isReservedIdentifier(identifier) ? identifier : undefined
  } catch {
    return undefined
  }
}
