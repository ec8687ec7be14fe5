import type { Context } from '../contract/context.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'
import { accountKey } from './account-key.ts'
import type { Subject } from './counted.ts'
import { type Attempt, countCredentials } from './limits.ts'

/** How long a device is known after the last sign-in with a password or a code, in seconds. */
const LIFETIME = 180 * 24 * 60 * 60
/** Enough for the users who share a device. A further one replaces the oldest. */
const MAX_ACCOUNTS = 5

/**
 * How many known devices of an account can reach their limit. An attacker who once had the password can
 * make any number of devices known, and would have that many guesses at the next password.
 */
export const MAX_GUESSING_DEVICES = 5

/** An account that signed in on this device. */
interface KnownAccount {
  /** A hash of the account's name, which shortens it. */
  readonly account: string
  /** What the device's attempts are counted for. */
  readonly device: string
  /** Seconds since 1970. */
  readonly until: number
}

/**
 * Counts an attempt to sign in with a password. On a device where the account signed in before, the
 * attempt only counts for this device, so that others cannot lock the account's owner out. Its
 * `clear` makes the device known.
 *
 * @param account the e-mail address or user name, as it was typed
 * @throws {StoreError} if the store fails; the attempt must not run then
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export async function countPassword(ctx: Context, account: string): Promise<Attempt> {
  const key = accountKey(account)
  const known = await findSubjects(ctx, account, key)
  const attempt = await countCredentials(
    ctx,
    known ?? [{ parts: ['account', key], share: 1, spelling: account }],
  )
  return {
    ...attempt,
    async clear() {
      await attempt.clear()
      await rememberDevice(ctx, account)
    },
  }
}

/**
 * Returns what an attempt on a known device counts against instead of the account.
 *
 * @param key what identifies the account in counters
 * @returns `undefined` if the device is not known
 */
export async function findSubjects(
  ctx: Context,
  account: string,
  key: string,
): Promise<readonly Subject[] | undefined> {
  const device = await findDevice(ctx, account)
  if (device === undefined) return undefined
  return [
    { parts: ['device', device], share: 1, spelling: device, isKnownDevice: true },
    { parts: ['devices', key], share: MAX_GUESSING_DEVICES },
  ]
}

/** Returns this device's id, if the account signed in on it at this provider before. */
export async function findDevice(ctx: Context, account: string): Promise<string | undefined> {
  const hash = await hashAccount(ctx, account)
  return (await readKnown(ctx)).find((known) => known.account === hash)?.device
}

/** Makes this device known, after the account signed in on it. */
export async function rememberDevice(ctx: Context, typed: string): Promise<void> {
  if (!ctx.canWrite) return
  const account = await hashAccount(ctx, typed)
  const known = await readKnown(ctx)
  const device = known.find((each) => each.account === account)?.device ?? crypto.randomUUID()
  const until = Math.floor(ctx.auth.now() / 1000) + LIFETIME
  const others = known.filter((each) => each.account !== account)
  const accounts = [...others, { account, device, until }].slice(-MAX_ACCOUNTS)
  const { token } = await seal({ accounts }, sealingKeys(ctx), LIFETIME, ctx.auth.now())
  const { name, options } = ctx.base.cookies.knownDevice
  ctx.cookies.set({ name, value: token, options: { ...options, maxAge: LIFETIME } })
}

async function readKnown(ctx: Context): Promise<readonly KnownAccount[]> {
  const value = ctx.cookies.get(ctx.base.cookies.knownDevice.name)
  if (!value) return []
  // Only `rememberDevice` seals for this purpose.
  const accounts = (await unseal(value, sealingKeys(ctx), ctx.auth.now()))?.claims.accounts as
    | readonly KnownAccount[]
    | undefined
  return (accounts ?? []).filter(({ until }) => until > ctx.auth.now() / 1000)
}

/**
 * Not of the key for counters: accounts that share a counter may have different owners, and a sign-in
 * of one would allow guesses at the other.
 */
async function hashAccount({ providerId }: Context, account: string): Promise<string> {
  const name = account.normalize('NFKC').trim().toLowerCase()
  return (await sha256Hex(JSON.stringify([providerId, name]))).slice(0, 32)
}

function sealingKeys({ auth, base }: Context): SealingKeys {
  return { secrets: auth.secrets, salt: base.cookies.knownDevice.name }
}
