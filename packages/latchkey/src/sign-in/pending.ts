import type { Context, ResolvedAuth } from '../contract/context.ts'
import { isPasswordProvider } from '../contract/providers.ts'
import type { RedirectResult } from '../contract/result.ts'
import type { Admission, Identity, WaitsSince } from '../contract/sign-in.ts'
import { randomHex } from '../crypto/random.ts'
import { asError } from '../errors/auth-error.ts'
import { SignInExpired } from '../errors/second-factor.ts'
import { fromText, toText } from '../records/typed-json.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { takeOnce } from '../security/lease.ts'
import { sealEntry, unsealEntry } from '../security/store-entry.ts'
import { forgetSealed, readSealed, rememberSealed } from '../security/transaction-cookie.ts'
import { everyoneUntil, revokedUntil } from '../sessions/ending/end-tokens.ts'

/** How long a sign-in waits for what is still required, in seconds. */
const LIFETIME = 10 * 60
const COOKIE = 'pending-sign-in'

/** A sign-in that waits. Only the browser that began it has its id. */
export interface Pending {
  readonly id: string
  /** The requirement's name. */
  readonly requirement: string
  readonly admission: Admission
}

/**
 * Remembers a sign-in, instead of an earlier one in this browser. The cookie has only an id, and
 * the store has the rest, encrypted: accounts and profiles can be larger than cookies.
 */
export async function rememberPending(
  ctx: Context,
  admission: Admission,
  requirement: string,
): Promise<void> {
  const id = randomHex(32)
  const { waitsSince = await waitingSince(ctx.auth, String(admission.user.id)) } = admission
  await storePending(ctx, { id, requirement, admission: { ...admission, waitsSince } })
  await rememberSealed(ctx, COOKIE, { id }, LIFETIME)
}

async function storePending(ctx: Context, { id, requirement, admission }: Pending): Promise<void> {
  const { auth } = ctx
  const { credentials: _, signUp: __, ...identity } = admission.identity
  const text = toText({ ...admission, identity, requirement })
  const sealed = await sealEntry({ text }, sealingKeys(ctx), LIFETIME, auth.now())
  await auth.store.set(await hashedKey('pending-sign-in', id), sealed, LIFETIME)
}

/**
 * Returns the sign-in that waits in this browser. Its provider is part of the returned context.
 *
 * @throws {SignInExpired} if its user no longer exists
 */
export async function readPending(
  ctx: Context,
): Promise<{ readonly ctx: Context; readonly pending: Pending } | undefined> {
  const id = (await readSealed(ctx, COOKIE))?.id
  if (typeof id !== 'string') return undefined
  const sealed = await ctx.auth.store.get(await hashedKey('pending-sign-in', id))
  const found = sealed ? await unsealEntry(sealed, sealingKeys(ctx), ctx.auth.now()) : undefined
  if (found === undefined) return undefined
  // Only `rememberPending` seals for this purpose.
  const { requirement, ...admission } = fromText(String(found.text)) as Admission &
    Pick<Pending, 'requirement'>
  const provider = ctx.providers.get(admission.identity.account.provider)
  const user = await currentUser(ctx, admission)
  return { ctx: { ...ctx, provider }, pending: { id, requirement, admission: { ...admission, user } } }
}

/**
 * Completes a sign-in, which only one request can do. If the work fails, the sign-in waits again, with
 * what is known by now: a database that fails for a moment costs the user neither the code nor the
 * sign-in.
 *
 * @throws {SignInExpired} if another request has completed it
 */
export async function completePending(
  ctx: Context,
  pending: Pending,
  work: () => Promise<RedirectResult>,
): Promise<RedirectResult> {
  const { id } = pending
  const key = await hashedKey('completed-sign-in', id)
  if (!(await takeOnce(ctx.auth, key, LIFETIME)))
    throw new SignInExpired('A sign-in that waited for a second factor was completed by another request.')
  try {
    await ctx.auth.store.delete(await hashedKey('pending-sign-in', id))
    const result = await work()
    // After a failure, the browser needs it again. The next requirement has written its own.
    if (result.requirement === undefined) await forgetSealed(ctx, COOKIE)
    return result
  } catch (error) {
    if (!(error instanceof SignInExpired)) await restore(ctx, pending, key)
    throw error
  }
}

/** If this fails, too, the user starts again: the cause is the first failure. */
async function restore(ctx: Context, pending: Pending, key: string): Promise<void> {
  try {
    await storePending(ctx, pending)
    await ctx.auth.store.delete(key)
  } catch (error) {
    ctx.auth.logger.error(asError(error))
  }
}

/** Ends the sign-in that waits in this browser, if there is one. A failure is only logged. */
export async function forgetPending(ctx: Context): Promise<void> {
  const id = (await readSealed(ctx, COOKIE))?.id
  if (typeof id !== 'string') return
  await forgetSealed(ctx, COOKIE)
  try {
    await ctx.auth.store.delete(await hashedKey('pending-sign-in', id))
  } catch (error) {
    // Without its cookie, only a copy of it could go on, for a few minutes.
    ctx.auth.logger.error(asError(error))
  }
}

/**
 * Rejects a sign-in that has waited since before its user's sessions ended: it may have been started by
 * the client that this was to lock out.
 *
 * @throws {SignInExpired}
 */
export async function refuseEnded({ auth }: Context, { user, waitsSince }: Admission): Promise<void> {
  const userId = String(user.id)
  if (waitsSince === undefined || !(await hasEndedSince(auth, userId, waitsSince))) return
  throw new SignInExpired("A user's sessions were ended while a sign-in waited for something else.", {
    user: userId,
  })
}

/** Returns since when something waits. A user can go on in the second in which their sessions ended. */
export async function waitingSince(auth: ResolvedAuth, userId: string): Promise<WaitsSince> {
  const now = Math.floor(auth.now() / 1000)
  const [ofUser, everyone] = await Promise.all([revokedUntil(auth, userId), everyoneUntil(auth)])
  return { ofUser: Math.max(now, ofUser + 1), ofEveryone: Math.max(now, everyone + 1) }
}

/** Returns whether a user's sessions were ended since something began to wait. */
export async function hasEndedSince(
  auth: ResolvedAuth,
  userId: string,
  { ofUser, ofEveryone }: WaitsSince,
): Promise<boolean> {
  const [revoked, everyone] = await Promise.all([revokedUntil(auth, userId), everyoneUntil(auth)])
  return revoked >= ofUser || everyone >= ofEveryone
}

/** Returns the user as they are now. */
async function currentUser(ctx: Context, { identity, user }: Admission): Promise<Admission['user']> {
  const { auth } = ctx
  if (auth.adapter === undefined || isFromApplication(ctx, identity)) return user
  const stored = await auth.adapter.getUser?.(String(user.id))
  if (stored) return stored
  throw new SignInExpired('The user of a sign-in that waited for a second factor no longer exists.')
}

/** Returns whether the application's `authorize` returned the user, not `users.startSession`. */
function isFromApplication({ providers }: Context, { account }: Identity): boolean {
  const provider = providers.get(account.provider)
  return account.type === 'credentials' && provider !== undefined && !isPasswordProvider(provider)
}

function sealingKeys({ auth }: Context): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: 'latchkey.pending-sign-in' }
}
