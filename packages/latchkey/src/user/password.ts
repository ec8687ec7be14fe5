import { requirePasswordProvider } from '../account-changes/password-provider.ts'
import type { Context } from '../contract/context.ts'
import type { ResolvedPasswordProvider } from '../contract/providers.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import { PasswordExists } from '../errors/passwords.ts'
import { LastSignInMethod } from '../errors/provider.ts'
import { AccessDenied, TooManyRequests } from '../errors/sign-in.ts'
import { hashAccepted } from '../passwords/hash-accepted.ts'
import { type PasswordStorage, passwordStorage } from '../passwords/storage.ts'
import { verifyStored } from '../passwords/verify.ts'
import { endProofs } from '../proofs/proof.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { countPassword } from '../security/known-device.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { endOthers } from '../sign-in/end-others.ts'
import { asFresh } from '../sign-in/recent.ts'
import { inTurn } from '../tokens/in-turn.ts'
import type { StoredPassword } from '../types/account-records.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { UserPassword } from '../types/user-password.ts'
import { canSignInWithoutPassword } from './accounts.ts'
import { requireChange, requireWritable } from './change.ts'

/** The adapter calls that remove a password. */
const CALLS = 5

/** Returns what server code can do with a user's password. */
export function userPassword(ctx: Context, userId: string): UserPassword {
  const provider = requirePasswordProvider(ctx)
  const storage = passwordStorage(ctx.auth, provider)
  return {
    async status() {
      const stored = await storage.read(userId)
      return {
        isSet: Boolean(stored),
        changedAt: stored?.changedAt ?? null,
        mustChange: stored?.mustChange ?? false,
      }
    },

    async change({ current, next }) {
      refuseCrossOriginCaller(ctx)
      requireWritable(ctx, 'A password was to be changed')
      const user = await findUser(ctx, userId)
      const stored = await storage.read(userId)
      await verifyCurrent(ctx, provider, user, stored, current)
      const hash = await hashAccepted(ctx, provider.password, next, user, stored)
      // Another request may have replaced it since then.
      if (!(await storage.write(userId, { hash }, stored?.hash))) throw wrongPassword()
      await afterChange(ctx, user)
      await emitSecurity(ctx, { type: 'passwordChanged', userId, by: 'user' })
    },

    async set({ next }) {
      await requireChange(ctx, userId, 'A password was to be set')
      const user = await findUser(ctx, userId)
      if (await storage.read(userId)) throw passwordExists()
      const hash = await hashAccepted(ctx, provider.password, next, user)
      if (!(await storage.write(userId, { hash }, null))) throw passwordExists()
      await afterChange(ctx, user)
      await emitSecurity(ctx, { type: 'passwordSet', userId })
    },

    remove: () => remove(ctx, userId, storage),
  }
}

async function remove(ctx: Context, userId: string, storage: PasswordStorage): Promise<boolean> {
  await requireChange(ctx, userId, 'A password was to be removed')
  const user = await findUser(ctx, userId)
  // In turn: otherwise, two requests could each remove a way in because of the other one.
  const isRemoved = await inTurn(ctx.auth, userId, CALLS, async () => {
    if (!(await storage.read(userId))) return false
    if (!(await canSignInWithoutPassword(ctx, userId)))
      throw new LastSignInMethod(
        'The password is the last way for the user to sign in. Add another one first.',
      )
    await storage.remove(userId)
    return true
  })
  if (!isRemoved) return false
  await afterChange(ctx, user)
  await emitSecurity(ctx, { type: 'passwordRemoved', userId })
  return true
}

/** A wrong password counts against the same limits as at a sign-in. */
async function verifyCurrent(
  ctx: Context,
  provider: ResolvedPasswordProvider,
  user: AdapterUser,
  stored: Pick<StoredPassword, 'hash'> | null,
  current: unknown,
): Promise<void> {
  const attempt = await countPassword({ ...ctx, provider, providerId: provider.id }, user.email)
  if (!attempt.isAllowed)
    throw new TooManyRequests("Too many wrong passwords were sent for one user's account.", {
      retryAfter: attempt.retryAfter,
    })
  const typed = typeof current === 'string' ? current : undefined
  const { isRight } = await verifyStored(provider.password, typed, stored).catch(async (error: unknown) => {
    await attempt.takeBack()
    throw error
  })
  if (isRight) return attempt.clear()
  await attempt.keep()
  throw wrongPassword()
}

/** Ends the user's other sessions, and links for another password. */
async function afterChange(ctx: Context, { id, email }: AdapterUser): Promise<void> {
  await endOthers(ctx, String(id))
  if (email) await endProofs(ctx, 'reset', email)
}

async function findUser(ctx: Context, userId: string): Promise<AdapterUser> {
  // An ended session must not change anything.
  const isLive = (await ctx.auth.sessions.userId(asFresh(ctx))) === userId
  const user = isLive ? await ctx.auth.adapter?.getUser?.(userId) : undefined
  if (user) return user
  throw new AccessDenied('A password was to be changed in a session that has ended, or whose user is gone.', {
    user: userId,
  })
}

function wrongPassword(): CredentialsSignin {
  return new CredentialsSignin('The current password of a change is wrong.')
}

function passwordExists(): PasswordExists {
  return new PasswordExists('The user already has a password. Call `user.password.change` instead.')
}
