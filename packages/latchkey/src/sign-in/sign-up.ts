import type { Context } from '../contract/context.ts'
import { findPasswordProvider, type ResolvedPasswordProvider } from '../contract/providers.ts'
import type { RedirectResult, Result } from '../contract/result.ts'
import type { Identity, SignUp } from '../contract/sign-in.ts'
import { BadRequest, UnknownAction } from '../errors/request.ts'
import { EmailSignInError, TooManyRequests, Verification } from '../errors/sign-in.ts'
import { endpointUrl, namedPageUrl } from '../http/endpoint-url.ts'
import { pretendToSend, sendOneOf } from '../mail/send.ts'
import { describeCandidate, mayRegister } from '../methods/may-register.ts'
import { hashAccepted } from '../passwords/hash-accepted.ts'
import { issueProof, readFlow, takeByCode, takeByLink } from '../proofs/proof.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { countCredentials, countEmail } from '../security/limits.ts'
import { admit } from './admit.ts'
import { hasVerifiedAddress } from './verified-address.ts'

const PURPOSE = 'signUp'
const DIGITS = 8
const MAX_FIELD_LENGTH = 256
/** All fields together, in bytes: they are kept in a cookie. */
const MAX_FIELD_BYTES = 1024
/** A longer URL has no room in the same cookie. */
const MAX_URL_LENGTH = 512

/** What this browser keeps until the address is verified. */
interface Waiting extends SignUp {
  readonly callbackUrl: string
}

type Fields = SignUp['fields']

/**
 * Returns the provider with which users sign up.
 *
 * @throws {UnknownAction} if the option `signUp` forbids it
 */
export function requireSignUp({ providers }: Pick<Context, 'providers'>): ResolvedPasswordProvider {
  const provider = findPasswordProvider(providers)
  if (provider?.password.signUp) return provider
  throw new UnknownAction('Users cannot sign up here, because `signUp` of `Password()` is `false`.')
}

/**
 * Signs a user up with the fields of a form. With `code` or `token`, completes the sign-up. Otherwise,
 * starts it with `email` and `password`.
 *
 * @throws {BadRequest} if a required field is missing, or a field is too long
 * @throws {EmailSignInError} if the address is not valid, or the e-mail could not be sent
 * @throws {PasswordRejected} if the password does not meet the rules. A link stays valid
 * @throws {Verification} if the code is wrong or has expired, or the link was used before
 * @throws {AccountExists} if the address, which is verified now, has an account already
 */
export async function signUp(ctx: Context): Promise<Result> {
  const provider = requireSignUp(ctx)
  const { code, token } = ctx.form
  if (code !== undefined) return completeByCode(ctx, provider, code)
  return token === undefined ? request(ctx, provider) : completeByLink(ctx, provider, token)
}

/** Returns the address that waits for its code in this browser. */
export async function waitingAddress(ctx: Context): Promise<string | undefined> {
  return (await readFlow(ctx, PURPOSE))?.address
}

/**
 * Sends a code and a link to the address, and keeps the password's hash in this browser: no user exists
 * before the address is verified. The owner of an address that has an account is sent an e-mail that
 * says so. All else is the same: the response, the database calls, the limits.
 */
async function request(ctx: Context, provider: ResolvedPasswordProvider): Promise<RedirectResult> {
  const address = normalizeEmail(ctx.form.email)
  if (address === undefined)
    throw new EmailSignInError('A user tried to sign up with an e-mail address that is not valid.')
  const fields = readFields(ctx, provider)
  const attempt = await countEmail(ctx, address)
  try {
    const hash = await hashFromForm(ctx, provider, address, fields)
    const waiting: Waiting = { hash, fields, callbackUrl: await shortCallbackUrl(ctx) }
    await sendProof(ctx, provider, { address, waiting, isAllowed: attempt.isAllowed })
  } catch (error) {
    // The mailbox may have received the e-mail, so only some failures are not counted.
    if (attempt.isAllowed) await attempt.takeBackFault()
    throw error
  }
  return { type: 'redirect', url: namedPageUrl(ctx, 'signUp', { sent: '1' }) }
}

interface ProofToSend {
  readonly address: string
  readonly waiting: Waiting
  /** Whether the address has not been sent too many e-mails. */
  readonly isAllowed: boolean
}

/** Always issues the proof: what this browser gets is the same. */
async function sendProof(
  ctx: Context,
  provider: ResolvedPasswordProvider,
  { address, waiting, isAllowed }: ProofToSend,
): Promise<void> {
  const proof = { purpose: PURPOSE, address, data: { ...waiting }, link: true, digits: DIGITS } as const
  const { token, code, expires } = await issueProof(ctx, proof)
  if (!isAllowed) return ctx.auth.logger.warn('too-many-mails', { provider: provider.id })
  const user = (await ctx.auth.adapter?.getUserByEmail?.(address)) ?? null
  const candidate = describeCandidate(describeUser(provider, address, waiting.fields))
  const mayBeSent = await mayRegister(ctx, user ? undefined : { ...candidate, emailVerified: false })
  if (!mayBeSent) return pretendToSend({ auth: ctx.auth })
  const url = endpointUrl(ctx.base, 'signup', { email: address, token })
  const signInUrl = namedPageUrl(ctx, 'signIn')
  const resetUrl = provider.password.reset ? namedPageUrl(ctx, 'reset') : signInUrl
  const signUp = { type: PURPOSE, url, code: String(code), expires } as const
  const accountExists = { type: 'accountExists', signInUrl, resetUrl } as const
  const exists = user !== null && hasVerifiedAddress(user)
  const mails = exists ? { sent: accountExists, other: signUp } : { sent: signUp, other: accountExists }
  await sendOneOf(ctx, address, mails)
}

async function completeByCode(
  ctx: Context,
  provider: ResolvedPasswordProvider,
  code: unknown,
): Promise<Result> {
  const { address, data } = await takeByCode(ctx, PURPOSE, code)
  return admitNew(ctx, provider, address, data as unknown as Waiting)
}

/**
 * Only the browser that asked for the link has a password for it. In another one, the user chooses a
 * new one: someone else may have asked.
 */
async function completeByLink(
  ctx: Context,
  provider: ResolvedPasswordProvider,
  token: unknown,
): Promise<Result> {
  const { email, password } = ctx.form
  const address = normalizeEmail(email)
  if (address === undefined || typeof token !== 'string' || token === '')
    throw new Verification('A link to sign up has no token, or no valid e-mail address.')
  const flow = await readFlow(ctx, PURPOSE)
  const own = password === undefined && flow?.address === address ? flow.data : undefined
  const waiting = own ? (own as unknown as Waiting) : await chooseHere(ctx, provider, address)
  await takeByLink(ctx, { purpose: PURPOSE, address, token })
  return admitNew(ctx, provider, address, waiting)
}

/**
 * Hashes before the link is used up: the server may be too busy. Counted for the client only:
 * otherwise, any client could keep the owner of an address from signing up.
 */
async function chooseHere(
  ctx: Context,
  provider: ResolvedPasswordProvider,
  address: string,
): Promise<Waiting> {
  const fields = readFields(ctx, provider)
  const attempt = await countCredentials(ctx, [])
  if (!attempt.isAllowed)
    throw new TooManyRequests('Too many new passwords came from one client.', {
      retryAfter: attempt.retryAfter,
    })
  try {
    const hash = await hashFromForm(ctx, provider, address, fields)
    return { hash, fields, callbackUrl: await resolveCallbackUrl(ctx) }
  } catch (error) {
    await attempt.takeBack()
    throw error
  }
}

async function admitNew(
  ctx: Context,
  provider: ResolvedPasswordProvider,
  address: string,
  { hash, fields, callbackUrl }: Waiting,
): Promise<Result> {
  const identity = describeUser(provider, address, fields)
  return admit(
    { ...ctx, provider, providerId: provider.id },
    { ...identity, isEmailVerified: true, amr: ['pwd'], signUp: { hash, fields }, callbackUrl },
  )
}

function describeUser(
  provider: ResolvedPasswordProvider,
  email: string,
  fields: Fields,
): Pick<Identity, 'user' | 'account'> {
  const id = crypto.randomUUID()
  return {
    user: { ...fields, id, email },
    account: { provider: provider.id, type: 'credentials', providerAccountId: id, userId: id },
  }
}

function hashFromForm(
  ctx: Context,
  { password: rules }: ResolvedPasswordProvider,
  email: string,
  { name }: Fields,
): Promise<string> {
  const { password } = ctx.form
  return hashAccepted(ctx, rules, typeof password === 'string' ? password : '', { email, name })
}

/** Returns the fields that the application asks for, and no others. */
function readFields({ form }: Context, { password: { signUp } }: ResolvedPasswordProvider): Fields {
  const fields = Object.fromEntries(
    Object.entries(signUp?.fields ?? {}).flatMap(([name, { label = name, required }]) => {
      const typed = form[name]
      const value = typeof typed === 'string' ? typed.trim() : ''
      if (value === '' && required) throw new BadRequest(`The field "${label}" is required to sign up.`)
      if (value.length > MAX_FIELD_LENGTH)
        throw new BadRequest(`The field "${label}" has more than ${MAX_FIELD_LENGTH} characters.`)
      return value === '' ? [] : [[name, value]]
    }),
  )
  if (new TextEncoder().encode(JSON.stringify(fields)).length > MAX_FIELD_BYTES)
    throw new BadRequest(`The fields to sign up have more than ${MAX_FIELD_BYTES} bytes together.`)
  return fields
}

async function shortCallbackUrl(ctx: Context): Promise<string> {
  const url = await resolveCallbackUrl(ctx)
  return url.length > MAX_URL_LENGTH ? ctx.base.home : url
}
