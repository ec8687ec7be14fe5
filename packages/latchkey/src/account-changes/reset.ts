import type { Context } from '../contract/context.ts'
import type { ResolvedPasswordProvider } from '../contract/providers.ts'
import type { RedirectResult, Result } from '../contract/result.ts'
import { EmailSignInError, TooManyRequests, Verification } from '../errors/sign-in.ts'
import { endpointUrl, namedPageUrl } from '../http/endpoint-url.ts'
import { sendOneOf } from '../mail/send.ts'
import { hashAccepted } from '../passwords/hash-accepted.ts'
import { passwordStorage } from '../passwords/storage.ts'
import { endProofs, issueProof, takeByLink } from '../proofs/proof.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { countCredentials, countEmail } from '../security/limits.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { admit } from '../sign-in/admit.ts'
import { verifyAddress } from '../sign-in/email-user.ts'
import { hasVerifiedAddress } from '../sign-in/verified-address.ts'
import type { AdapterUser } from '../types/adapter.ts'
import { forgetChange } from './address-change.ts'
import { requireReset } from './password-provider.ts'

/** The proofs of an address that a reset ends: others may have asked for them. */
const PURPOSES = ['reset', 'signIn', 'signUp', 'verifyAddress', 'confirmChange'] as const

/**
 * Sends a link with which the user of an address chooses a new password. For an address without a user,
 * sends an e-mail that says so. All else is the same: the response, the database calls, the limits.
 *
 * @returns the page that says that an e-mail was sent
 * @throws {EmailSignInError} if the address is not valid
 */
export async function requestReset(ctx: Context, email: unknown): Promise<RedirectResult> {
  const { auth } = ctx
  const provider = requireReset(ctx)
  const address = normalizeEmail(email)
  if (address === undefined)
    throw new EmailSignInError('A new password was requested for an e-mail address that is not valid.')
  const attempt = await countEmail(ctx, address)
  if (attempt.isAllowed) {
    await sendLink(ctx, provider, address).catch(async (error: unknown) => {
      // The mailbox may have received the e-mail, so only some failures are not counted.
      await attempt.takeBackFault()
      throw error
    })
  } else auth.logger.warn('too-many-mails', { provider: provider.id })
  return { type: 'redirect', url: namedPageUrl(ctx, 'reset', { sent: '1' }) }
}

async function sendLink(
  ctx: Context,
  { password }: ResolvedPasswordProvider,
  address: string,
): Promise<void> {
  const user = await ctx.auth.adapter?.getUserByEmail?.(address)
  const proof = { purpose: 'reset', address, link: true, onlyNewest: true } as const
  const { token, expires } = await issueProof(ctx, proof)
  const url = endpointUrl(ctx.base, 'reset', { email: address, token })
  const signUpUrl = password.signUp ? namedPageUrl(ctx, 'signUp') : undefined
  const reset = { type: 'reset', url, expires } as const
  const noAccount = { type: 'noAccount', signUpUrl } as const
  const mails = user ? { sent: reset, other: noAccount } : { sent: noAccount, other: reset }
  await sendOneOf(ctx, address, mails)
}

/** What a user sends with a link. */
export interface ResetFields {
  readonly email?: unknown
  readonly token?: unknown
  readonly password?: unknown
}

/**
 * Replaces a password by the one that the user of a link has chosen, or adds one. All sessions of the
 * user end, and so do sign-ins that wait and other links. A password that is rejected uses nothing up.
 *
 * @returns the sign-in page, with `passwordReset=1`. With `reset.signIn`, where the sign-in leads: at least to the second
 *   factor, if the user has one
 * @throws {PasswordRejected} if the password does not meet the rules
 * @throws {Verification} if the link has expired, was already used, or was never issued
 */
export async function resetPassword(ctx: Context, fields: ResetFields): Promise<Result> {
  const provider = requireReset(ctx)
  const address = normalizeEmail(fields.email)
  const { token, password } = fields
  if (address === undefined || typeof token !== 'string' || token === '')
    throw new Verification('A link for a new password has no token, or no valid e-mail address.')
  const hash = await hashWithinLimit(ctx, provider, String(password ?? ''), address)
  await takeByLink(ctx, { purpose: 'reset', address, token })
  const user = await verifiedUser(ctx, address)
  await passwordStorage(ctx.auth, provider).write(String(user.id), { hash })
  await endAccess(ctx, user, address)
  await emitSecurity(ctx, { type: 'passwordReset', userId: String(user.id) })
  return provider.password.reset?.signIn ? signIn(ctx, provider, user) : signInPage(ctx)
}

/**
 * Hashes before the link is used up: the server may be too busy. What is known of the user does not
 * matter yet: the response would reveal it to clients without a link. Counted for the client only:
 * otherwise, any client could keep a user from resetting the password.
 */
async function hashWithinLimit(
  ctx: Context,
  { password: options }: ResolvedPasswordProvider,
  password: string,
  email: string,
): Promise<string> {
  const attempt = await countCredentials(ctx, [])
  if (!attempt.isAllowed)
    throw new TooManyRequests('Too many new passwords came from one client.', {
      retryAfter: attempt.retryAfter,
    })
  const hash = await hashAccepted(ctx, options, password, { email }).catch(async (error: unknown) => {
    await attempt.takeBack()
    throw error
  })
  return hash
}

/**
 * Returns the user of an address whose link was opened, which verifies it. Of a user who was not
 * verified, earlier access ends: someone else may have registered with the address.
 */
async function verifiedUser(ctx: Context, address: string): Promise<AdapterUser> {
  const user = await ctx.auth.adapter?.getUserByEmail?.(address)
  if (!user) throw new Verification('A new password was chosen for an address that has no user any more.')
  return hasVerifiedAddress(user) ? user : ((await verifyAddress(ctx, user)).user as AdapterUser)
}

/** After the password is stored: what began with the previous one ends. */
async function endAccess(ctx: Context, user: AdapterUser, address: string): Promise<void> {
  const { auth } = ctx
  await auth.sessions.revoke(auth, String(user.id))
  await emitSecurity(ctx, {
    type: 'sessionsRevoked',
    userId: String(user.id),
    by: 'policy',
    exceptCurrent: false,
  })
  await forgetChange(ctx, String(user.id))
  for (const purpose of PURPOSES) await endProofs(ctx, purpose, address)
}

/** The link has verified the address, and the password is known: what else is required is asked for. */
async function signIn(ctx: Context, provider: ResolvedPasswordProvider, user: AdapterUser): Promise<Result> {
  const providerAccountId = String(user.id)
  const account = { provider: provider.id, providerAccountId, type: 'credentials', userId: user.id } as const
  const callbackUrl = await resolveCallbackUrl(ctx)
  return admit({ ...ctx, provider, providerId: provider.id }, { user, account, callbackUrl, amr: ['pwd'] })
}

function signInPage(ctx: Context): RedirectResult {
  return { type: 'redirect', url: namedPageUrl(ctx, 'signIn', { passwordReset: '1' }) }
}
