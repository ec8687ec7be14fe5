import type { Context, ResolvedAuth } from '../contract/context.ts'
import { randomHex } from '../crypto/random.ts'
import { accountStorage, type MethodsOf } from '../persistence/account-methods.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { inTurn } from '../tokens/in-turn.ts'

/** The adapter calls that remove a factor. */
const CALLS = 3

/** Removes a second factor, and the recovery codes with the last one. Returns whether it existed. */
export async function removeFactor(ctx: Context, userId: string, id: string): Promise<boolean> {
  const { auth } = ctx
  const methods = accountStorage(auth).methods('secondFactors')
  const wasRemoved = await inTurn(auth, userId, CALLS, () => deleteFactor(methods, userId, id))
  if (wasRemoved) await emitSecurity(ctx, { type: 'secondFactorRemoved', userId, by: 'user' })
  return wasRemoved
}

/**
 * Removes passkeys as a second factor: the user has none any more. Runs in the turn of the removal of
 * the last one. Returns whether they were a second factor.
 */
export async function removePasskeyFactor({ auth }: Context, userId: string): Promise<boolean> {
  if (!accountStorage(auth).has('secondFactors')) return false
  const methods = accountStorage(auth).methods('secondFactors')
  const factor = (await methods.listSecondFactors(userId)).find(({ type }) => type === 'passkey')
  return factor !== undefined && deleteFactor(methods, userId, factor.id)
}

/** Removes a factor, and the recovery codes with the last one. */
async function deleteFactor(
  methods: MethodsOf<'secondFactors'>,
  userId: string,
  id: string,
): Promise<boolean> {
  const isRemoved = await methods.deleteSecondFactor({ id, userId })
  if (isRemoved && (await methods.listSecondFactors(userId)).length === 0)
    await methods.replaceRecoveryCodes(userId, [])
  return isRemoved
}

/** Ends the trust in all the user's devices. */
export async function forgetDevices({ auth }: Pick<Context, 'auth'>, userId: string): Promise<void> {
  await accountStorage(auth)
    .methods('details')
    .setUserDetails({ userId, deviceEpoch: randomHex(16) })
}

/**
 * Removes all second factors and recovery codes of a user, and ends the trust in their devices.
 *
 * @param by `policy`: they may belong to someone else who registered with the user's address
 */
export async function removeAllFactors(
  auth: ResolvedAuth,
  userId: string,
  by: 'support' | 'policy',
): Promise<void> {
  const methods = accountStorage(auth).methods('secondFactors')
  const hadFactors = await inTurn(auth, userId, CALLS + 2, async () => {
    const factors = await methods.listSecondFactors(userId)
    for (const { id } of factors) await methods.deleteSecondFactor({ id, userId })
    await methods.replaceRecoveryCodes(userId, [])
    return factors.length > 0
  })
  if (!hadFactors) return
  await forgetDevices({ auth }, userId)
  await emitSecurity({ auth }, { type: 'secondFactorRemoved', userId, by })
}

/**
 * Does the same for a user who has lost them, and ends their sessions. Only for support: verify
 * first who the user is.
 */
export async function resetSecondFactor(auth: ResolvedAuth, userId: string): Promise<void> {
  await removeAllFactors(auth, userId, 'support')
  await auth.sessions.revoke(auth, userId)
}
