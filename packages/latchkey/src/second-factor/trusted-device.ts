import type { Context } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { seal, unseal } from '../crypto/sealed.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import type { SecondFactor } from '../types/account-records.ts'

const THIRTY_DAYS = 30 * 24 * 60 * 60
/** Enough for the users who share a device. A further one replaces the oldest. */
const MAX_USERS = 5

/** A user to whom the device is known. */
interface KnownUser {
  readonly userId: string
  /** Another one than the user's: the user has changed the factors, or forgotten all devices. */
  readonly epoch: string
  /** Seconds since 1970. */
  readonly until: number
}

/** Returns whether this browser belongs to a device that the user trusts. */
export async function isTrusted(
  ctx: Context,
  userId: string,
  factors: readonly SecondFactor[],
): Promise<boolean> {
  if (trustSeconds(ctx) === undefined) return false
  const found = (await readKnownUsers(ctx)).find((known) => known.userId === userId)
  return found !== undefined && found.epoch === (await epochOf(ctx, userId, factors))
}

/** Notes that the user trusts this browser's device. */
export async function trustDevice(
  ctx: Context,
  userId: string,
  factors: readonly SecondFactor[],
): Promise<void> {
  const seconds = trustSeconds(ctx)
  if (seconds === undefined) return
  const until = Math.floor(ctx.auth.now() / 1000) + seconds
  const others = (await readKnownUsers(ctx)).filter((known) => known.userId !== userId)
  const known = { userId, epoch: await epochOf(ctx, userId, factors), until }
  const users = [...others, known].slice(-MAX_USERS)
  const latest = Math.max(...users.map((user) => user.until))
  const lifetime = latest - Math.floor(ctx.auth.now() / 1000)
  const { token } = await seal({ users }, sealingKeys(ctx), lifetime, ctx.auth.now())
  const { name, options } = ctx.base.cookies.trustedDevice
  ctx.cookies.set({ name, value: token, options: { ...options, maxAge: lifetime } })
}

async function readKnownUsers(ctx: Context): Promise<readonly KnownUser[]> {
  const value = ctx.cookies.get(ctx.base.cookies.trustedDevice.name)
  if (!value) return []
  // Only `trustDevice` seals for this purpose.
  const users = (await unseal(value, sealingKeys(ctx), ctx.auth.now()))?.claims.users as
    | readonly KnownUser[]
    | undefined
  return (users ?? []).filter(({ until }) => until > ctx.auth.now() / 1000)
}

/** Returns a text that changes with the user's factors, and when the user forgets all devices. */
async function epochOf({ auth }: Context, userId: string, factors: readonly SecondFactor[]): Promise<string> {
  const details = await accountStorage(auth).methods('details').getUserDetails(userId)
  const ids = factors.map(({ id }) => id).sort()
  return sha256Hex(JSON.stringify([details?.deviceEpoch ?? null, ...ids]))
}

function trustSeconds({ auth }: Context): number | undefined {
  const { trustDevice = THIRTY_DAYS } = auth.secondFactor ?? {}
  return trustDevice === false ? undefined : trustDevice
}

function sealingKeys({ auth, base }: Context): { secrets: readonly string[]; salt: string } {
  return { secrets: auth.secrets, salt: base.cookies.trustedDevice.name }
}
