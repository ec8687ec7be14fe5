import type { Context, ResolvedAuth } from '../contract/context.ts'
import { randomHex } from '../crypto/random.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { inTurn } from '../tokens/in-turn.ts'

/** The adapter calls that remove a factor. */
const CALLS = 3

/** Removes a second factor, and the recovery codes with the last one. Returns whether it existed. */
export async function removeFactor(ctx: Context, userId: string, id: string): Promise<boolean> {
  const { auth } = ctx
  const methods = accountStorage(auth).methods('secondFactors')
  const wasRemoved = await inTurn(auth, userId, CALLS, async () => {
    const isRemoved = await methods.deleteSecondFactor({ id, userId })
    if (isRemoved && (await methods.listSecondFactors(userId)).length === 0)
      await methods.replaceRecoveryCodes(userId, [])
    return isRemoved
  })
  if (wasRemoved) await emitSecurity(ctx, { type: 'secondFactorRemoved', userId, by: 'user' })
  return wasRemoved
}

/** Ends the trust in all the user's devices. */
export async function forgetDevices({ auth }: Pick<Context, 'auth'>, userId: string): Promise<void> {
  await accountStorage(auth)
    .methods('details')
    .setUserDetails({ userId, deviceEpoch: randomHex(16) })
}

/**
 * Removes all second factors and recovery codes of a user who has lost them, and ends their sessions
 * and the trust in their devices. Only for support: verify first who the user is.
 */
export async function resetSecondFactor(auth: ResolvedAuth, userId: string): Promise<void> {
  const methods = accountStorage(auth).methods('secondFactors')
  await inTurn(auth, userId, CALLS + 2, async () => {
    for (const { id } of await methods.listSecondFactors(userId))
      await methods.deleteSecondFactor({ id, userId })
    await methods.replaceRecoveryCodes(userId, [])
  })
  await forgetDevices({ auth }, userId)
  await auth.sessions.revoke(auth, userId)
  await emitSecurity({ auth }, { type: 'secondFactorRemoved', userId, by: 'support' })
}
