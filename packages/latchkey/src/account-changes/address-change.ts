import type { Context } from '../contract/context.ts'
import type { WaitsSince } from '../contract/sign-in.ts'
import { randomHex } from '../crypto/random.ts'
import { hashedKey } from '../security/hashed-key.ts'
import { sealEntry, unsealEntry } from '../security/store-entry.ts'
import { hasEndedSince, waitingSince } from '../sign-in/pending.ts'
import type { AddressSide, PendingAddressChange } from '../types/user-email.ts'

/** How long a change waits to be confirmed, in seconds. */
const CHANGE_LIFETIME = 60 * 60

const SIDES: readonly AddressSide[] = ['current', 'new']

/** A change of a user's address that waits. The store has it, encrypted. */
export interface AddressChange {
  /** Another one for each change: what was sent for an earlier one confirms nothing. */
  readonly id: string
  readonly userId: string
  /** `null` if the user has none. */
  readonly from: string | null
  readonly to: string
  /** Whether the present address has to confirm it as well. */
  readonly asksCurrent: boolean
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** It ends with the sessions that were older: a thief may have started it. */
  readonly waitsSince: WaitsSince
}

/** Stores a change, instead of an earlier one of the user. */
export async function storeChange(
  ctx: Context,
  userId: string,
  { from, to, asksCurrent }: Pick<AddressChange, 'from' | 'to' | 'asksCurrent'>,
): Promise<AddressChange> {
  const { auth } = ctx
  const change: AddressChange = {
    id: randomHex(16),
    userId,
    from,
    to,
    asksCurrent,
    expiresAt: auth.now() + CHANGE_LIFETIME * 1000,
    waitsSince: await waitingSince(auth, userId),
  }
  const sealed = await sealEntry(change, sealingKeys(ctx), CHANGE_LIFETIME, auth.now())
  await auth.store.set(await changeKey(userId), sealed, CHANGE_LIFETIME)
  return change
}

/** Returns the change that waits for a user, unless the user's sessions have ended since it started. */
export async function findChange(ctx: Context, userId: string): Promise<AddressChange | undefined> {
  const { auth } = ctx
  const sealed = await auth.store.get(await changeKey(userId))
  // Only `storeChange` seals for this purpose.
  const change = (sealed ? await unsealEntry(sealed, sealingKeys(ctx), auth.now()) : undefined) as
    | AddressChange
    | undefined
  if (change === undefined || change.userId !== userId || change.expiresAt <= auth.now()) return undefined
  return (await hasEndedSince(auth, userId, change.waitsSince)) ? undefined : change
}

/** Ends the change that waits for a user. */
export async function forgetChange({ auth }: Pick<Context, 'auth'>, userId: string): Promise<void> {
  await auth.store.delete(await changeKey(userId))
}

/** Notes that one side has confirmed a change. */
export async function confirmSide(
  { auth }: Context,
  change: AddressChange,
  side: AddressSide,
): Promise<void> {
  await auth.store.set(await sideKey(change, side), '1', CHANGE_LIFETIME)
}

/** Returns which sides have not confirmed a change. */
export async function listOutstanding({ auth }: Context, change: AddressChange): Promise<AddressSide[]> {
  const asked = SIDES.filter((side) => side === 'new' || change.asksCurrent)
  const confirmed = await Promise.all(asked.map(async (side) => auth.store.get(await sideKey(change, side))))
  return asked.filter((_, at) => !confirmed[at])
}

/** Returns what the user may know of a change. */
export async function describeChange(ctx: Context, change: AddressChange): Promise<PendingAddressChange> {
  return {
    address: change.to,
    expires: new Date(change.expiresAt),
    waitsFor: await listOutstanding(ctx, change),
  }
}

function changeKey(userId: string): Promise<string> {
  return hashedKey('address-change', userId)
}

function sideKey({ id }: AddressChange, side: AddressSide): Promise<string> {
  return hashedKey('address-change-side', [id, side])
}

function sealingKeys({ auth }: Context): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: 'latchkey.address-change' }
}
