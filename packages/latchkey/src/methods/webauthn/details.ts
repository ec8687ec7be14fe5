import type { Context } from '../../contract/context.ts'
import { asError } from '../../errors/auth-error.ts'
import { accountStorage } from '../../persistence/account-methods.ts'
import { nameDevice } from '../../security-events/device.ts'
import { requestFacts } from '../../security-events/request-facts.ts'
import type { PasskeyDetails } from '../../types/account-records.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { nameModel } from './models.ts'

/** How often it is noted that a passkey is in use, in milliseconds: as for sessions. */
const PERIOD_MS = 5 * 60 * 1000

/**
 * The date of a passkey that was created before details were kept. Some databases cannot store
 * earlier ones.
 */
const UNKNOWN_DATE = new Date(1000)
const ONE_DAY_MS = 24 * 60 * 60 * 1000

/** Names one of a user's passkeys. */
type Key = Pick<AdapterAuthenticator, 'credentialID' | 'userId'>

/** Notes what is known of a new passkey. A failure is only logged: the passkey can be used. */
export async function noteCreated(ctx: Context, key: Key, aaguid: string | null): Promise<void> {
  await orLog(ctx, async () => {
    // A name for what has no model.
    const device = nameModel(aaguid) === null ? await nameDevice(requestFacts(ctx).userAgent) : undefined
    await storage(ctx).updatePasskeyDetails({
      ...toKey(key),
      name: device ?? null,
      aaguid,
      createdAt: new Date(ctx.auth.now()),
    })
  })
}

/** Notes that a passkey was used, at most every five minutes. A failure is only logged. */
export async function noteUsed(ctx: Context, key: Key): Promise<void> {
  await orLog(ctx, async () => {
    const details = await findDetails(ctx, key)
    const now = ctx.auth.now()
    if (details?.lastUsedAt && now - new Date(details.lastUsedAt).getTime() < PERIOD_MS) return
    await changeDetails(ctx, key, details, { lastUsedAt: new Date(now) })
  })
}

/** Gives a passkey a name. */
export async function renamePasskey(ctx: Context, key: Key, name: string): Promise<void> {
  await changeDetails(ctx, key, await findDetails(ctx, key), { name })
}

/** Returns when a passkey was created; `null` if it is not known. */
export function creationDate(details: PasskeyDetails | undefined): Date | null {
  const date = details && new Date(details.createdAt)
  return date && date.getTime() > ONE_DAY_MS ? date : null
}

async function changeDetails(
  ctx: Context,
  key: Key,
  known: PasskeyDetails | undefined,
  changes: Partial<PasskeyDetails>,
): Promise<void> {
  const date = known === undefined ? { createdAt: UNKNOWN_DATE } : {}
  await storage(ctx).updatePasskeyDetails({ ...date, ...changes, ...toKey(key) })
}

async function findDetails(ctx: Context, { credentialID, userId }: Key): Promise<PasskeyDetails | undefined> {
  const all = await storage(ctx).listPasskeyDetails(String(userId))
  return all.find((each) => each.credentialID === credentialID)
}

function toKey({ credentialID, userId }: Key): Key {
  return { credentialID, userId: String(userId) }
}

function storage({ auth }: Context) {
  return accountStorage(auth).methods('passkeyDetails')
}

/** Does nothing with an adapter that keeps no details. */
async function orLog(ctx: Context, work: () => Promise<void>): Promise<void> {
  if (!accountStorage(ctx.auth).has('passkeyDetails')) return
  try {
    await work()
  } catch (error) {
    ctx.auth.logger.error(asError(error))
  }
}
