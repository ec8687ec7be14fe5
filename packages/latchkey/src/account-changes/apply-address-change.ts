import type { Context } from '../contract/context.ts'
import { AuthError } from '../errors/auth-error.ts'
import { Verification } from '../errors/sign-in.ts'
import { endProofs } from '../proofs/proof.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { replaceAddress } from '../sessions/facts.ts'
import { endOthers } from '../sign-in/end-others.ts'
import { whileFirst } from '../sign-in/first-sign-in.ts'
import { inTurn } from '../tokens/in-turn.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import { type AddressChange, findChange, forgetChange, listOutstanding } from './address-change.ts'

/** The adapter calls that change the address: two look-ups and the change. */
const CALLS = 4

/** What the previous owner of an address could still use. */
const PURPOSES = ['signIn', 'reset', 'verifyAddress', 'changeAddress', 'confirmChange'] as const

/**
 * Changes a user's address, which both sides have confirmed. Links and codes to the old address end,
 * and so do the user's other sessions. Does nothing if another request has just done it.
 *
 * @throws {Verification} if the change has ended, or another user has the address now
 */
export async function applyChange(ctx: Context, change: AddressChange): Promise<void> {
  const { userId, from, to } = change
  const isDone = await inTurn(ctx.auth, userId, CALLS, async () => {
    const current = await findChange(ctx, userId)
    if (current?.id !== change.id) return (await adapterOf(ctx).getUser(userId))?.email === to
    if ((await listOutstanding(ctx, change)).length > 0) throw ended()
    await storeAddress(ctx, change)
    await forgetChange(ctx, userId)
    return 'now' as const
  })
  if (isDone === true) return
  if (isDone === false) throw ended()
  if (from !== null) for (const purpose of PURPOSES) await endProofs(ctx, purpose, from)
  await endOthers(ctx, userId)
  await replaceAddress(ctx, userId, { from, to })
  await emitSecurity(ctx, { type: 'addressChanged', userId, from, to })
}

/** No other user can get the address at the same time, also without unique keys in the database. */
async function storeAddress(ctx: Context, { userId, from, to }: AddressChange): Promise<void> {
  const { auth } = ctx
  const { getUser, getUserByEmail, updateUser } = adapterOf(ctx)
  const stored = await getUser(userId)
  // The application may have changed it in the meantime.
  if (!stored || (stored.email || null) !== from) throw ended()
  const find = async (): Promise<AdapterUser | null> => getUserByEmail(to)
  const user = await whileFirst(auth, { email: to }, find, async (owner) => {
    if (owner !== null) throw inUse()
    try {
      return await updateUser({ id: userId, email: to, emailVerified: new Date(auth.now()) })
    } catch (error) {
      const winner = error instanceof AuthError && !error.isTemporary ? await find() : null
      throw winner === null || String(winner.id) === userId ? error : inUse()
    }
  })
  await auth.events.updateUser({ user })
}

function inUse(): Verification {
  return new Verification('A confirmed e-mail address belongs to another user by now, so it was not changed.')
}

function ended(): Verification {
  return new Verification(
    'A change of an e-mail address has ended: another one replaced it, or it was cancelled.',
  )
}

/** The configuration check has verified these methods. */
function adapterOf({ auth }: Context): Required<Pick<Adapter, 'getUser' | 'getUserByEmail' | 'updateUser'>> {
  return auth.adapter as Required<Adapter>
}
