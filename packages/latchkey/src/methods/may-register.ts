import type { Context } from '../contract/context.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Identity } from '../contract/sign-in.ts'
import { AuthError, asError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/sign-in.ts'
import { acceptCallbackUrl } from '../security/callback-url.ts'
import type { RegistrationCandidate } from '../types/registration.ts'

/** What a sign-in method knows about a visitor. */
export type Candidate = Omit<RegistrationCandidate, 'headers'>

/** How long a call of each application's function took last, in milliseconds. */
const durations = new WeakMap<object, number>()

/**
 * Decides whether a visitor may become a user, by the application's function `registration`. Call it
 * before a user is created, when the visitor's identity is known. `true` allows it, a string
 * redirects, anything else denies it.
 *
 * @returns the redirect, or `undefined` if the user may be created
 * @throws {AccessDenied} if it is denied, or the function threw
 */
export async function decideRegistration(
  ctx: Context,
  candidate: Candidate,
): Promise<RedirectResult | undefined> {
  const verdict = await callRegistration(ctx, candidate)
  if (verdict === true) return undefined
  if (typeof verdict === 'string' && verdict !== '')
    return { type: 'redirect', url: await acceptCallbackUrl(ctx, verdict) }
  throw new AccessDenied(
    `\`registration\` denied a sign-up with "${candidate.provider}": it did not return \`true\`.`,
    { provider: candidate.provider },
  )
}

/**
 * Decides the same before an e-mail is sent, where the response must not depend on it: neither its
 * content nor its time. If the function fails, the error is only logged.
 *
 * @param candidate `undefined` for a user who exists. This then waits as long as a decision takes
 * @returns whether to send the e-mail. Also `true` if the function returned a URL: it is where the
 *   visitor goes after the address was verified
 */
export async function mayRegister(ctx: Context, candidate: Candidate | undefined): Promise<boolean> {
  const { auth } = ctx
  if (auth.registration === undefined) return true
  if (candidate === undefined) {
    await new Promise((resolve) => setTimeout(resolve, durations.get(channel(ctx)) ?? 0))
    return true
  }
  const start = performance.now()
  try {
    const verdict = await callRegistration(ctx, candidate)
    return verdict === true || (typeof verdict === 'string' && verdict !== '')
  } catch (error) {
    auth.logger.error(asError(error))
    return false
  } finally {
    durations.set(channel(ctx), performance.now() - start)
  }
}

async function callRegistration({ auth, headers }: Context, candidate: Candidate): Promise<unknown> {
  if (auth.registration === undefined) return true
  try {
    return await auth.registration({ ...candidate, headers: new Headers([...headers]) })
  } catch (error) {
    if (error instanceof AuthError) throw error
    const err = asError(error)
    throw new AccessDenied(err.message || err.name, { cause: { err, provider: candidate.provider } })
  }
}

/** Describes the visitor whom a provider identified. An e-mail link proves its address. */
export function describeCandidate({
  user,
  account,
  profile,
  isEmailVerified,
}: Pick<Identity, 'user' | 'account' | 'profile' | 'isEmailVerified'>): Candidate {
  const { provider, type } = account
  const emailVerified = (type === 'email' && Boolean(user.email)) || isEmailVerified === true
  return { provider, type, email: user.email, emailVerified, name: user.name, profile, account }
}

/** Identifies the application, also if a function creates its configuration for each request. */
function channel({ auth }: Context): object {
  return auth.source ?? auth.callbacks
}
