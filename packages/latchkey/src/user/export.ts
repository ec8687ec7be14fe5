import type { Context } from '../contract/context.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { isRecord } from '../records/record.ts'
import { refuseCrossOriginCaller } from '../security/csrf.ts'
import { sessionList } from '../sessions/list/list.ts'
import { publicId } from '../sessions/list/public-id.ts'
import { isToken } from '../sessions/sendable-session.ts'
import { requireRecent } from '../sign-in/recent.ts'
import type { AccountExport, ExportedPasskey, ExportedRow, ExportedSession } from '../types/account-export.ts'
import type { StoredSecurityEvent } from '../types/account-records.ts'
import { findUserRow } from './find-row.ts'
import { loadGroup } from './load-group.ts'

/** How many events are read at once. */
const EVENTS = 500

/**
 * Returns what is stored of a user, without secrets.
 *
 * @throws {StepUpRequired} without a recent sign-in
 */
export async function exportUser(ctx: Context, userId: string): Promise<AccountExport> {
  const { auth } = ctx
  refuseCrossOriginCaller(ctx)
  await requireRecent(ctx, userId)
  const storage = accountStorage(auth)
  const [user, details, accounts, sessions, passkeys, password, factors, events] = await Promise.all([
    findUserRow(ctx, userId),
    storage.has('details') ? storage.methods('details').getUserDetails(userId) : null,
    auth.adapter?.listAccounts?.(userId) ?? [],
    listSessions(ctx, userId),
    listPasskeys(ctx, userId),
    readPassword(ctx, userId),
    readFactors(ctx, userId),
    listEvents(ctx, userId),
  ])
  return {
    exportedAt: new Date(auth.now()),
    user: withoutSecrets(user),
    disabledAt: details?.disabledAt ?? null,
    accounts: accounts.map(withoutSecrets),
    sessions,
    passkeys,
    password,
    ...factors,
    events,
  }
}

/** Leaves out what is a secret by its name, also inside of a column. */
function withoutSecrets(row: object): ExportedRow {
  const kept = Object.entries(row).filter(
    ([name, value]) => !isToken(name, value) && name !== 'session_state',
  )
  return Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]))
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  // JSON has no large integers.
  if (typeof value === 'bigint') return String(value)
  return isRecord(value) && !(value instanceof Date) ? withoutSecrets(value) : value
}

async function listSessions({ auth }: Context, userId: string): Promise<ExportedSession[]> {
  const sessions = await sessionList(auth).read(auth, userId)
  return Promise.all(
    sessions.map(async ({ sessionToken, name, createdAt, lastSeenAt, expires, userAgent, ip, amr }) => ({
      id: await publicId(sessionToken),
      name,
      createdAt,
      lastSeenAt,
      expires,
      userAgent,
      ip,
      methods: amr.split(' ').filter(Boolean),
    })),
  )
}

async function listPasskeys({ auth }: Context, userId: string): Promise<ExportedPasskey[]> {
  const storage = accountStorage(auth)
  const [passkeys, details] = await Promise.all([
    auth.adapter?.listAuthenticatorsByUserId?.(userId) ?? [],
    storage.has('passkeyDetails') ? storage.methods('passkeyDetails').listPasskeyDetails(userId) : [],
  ])
  return passkeys.map((passkey) => {
    const known = details.find(({ credentialID }) => credentialID === passkey.credentialID)
    return {
      credentialID: passkey.credentialID,
      credentialPublicKey: passkey.credentialPublicKey,
      counter: passkey.counter,
      credentialDeviceType: passkey.credentialDeviceType,
      credentialBackedUp: passkey.credentialBackedUp,
      transports: passkey.transports ?? null,
      name: known?.name ?? null,
      aaguid: known?.aaguid ?? null,
      createdAt: known?.createdAt ?? null,
      lastUsedAt: known?.lastUsedAt ?? null,
    }
  })
}

async function readPassword(ctx: Context, userId: string): Promise<AccountExport['password']> {
  if (!ctx.auth.servesPasswords) return null
  const { isSet, changedAt } = await (await loadGroup(ctx, userId, 'password')).status()
  return isSet ? { changedAt } : null
}

async function readFactors(
  ctx: Context,
  userId: string,
): Promise<Pick<AccountExport, 'secondFactors' | 'recoveryCodesLeft'>> {
  if (!ctx.auth.secondFactor) return { secondFactors: [], recoveryCodesLeft: 0 }
  const { factors, recoveryCodesLeft } = await (await loadGroup(ctx, userId, 'secondFactor')).list()
  return { secondFactors: factors, recoveryCodesLeft }
}

/** Reads page by page. Events of the same time as the last one of a page are read again. */
async function listEvents({ auth }: Context, userId: string): Promise<ExportedRow[]> {
  const storage = accountStorage(auth)
  if (!storage.has('securityEvents')) return []
  const { listSecurityEvents } = storage.methods('securityEvents')
  const found = new Map<string, StoredSecurityEvent>()
  let before: Date | undefined
  while (true) {
    const page = await listSecurityEvents(userId, { limit: EVENTS, before })
    const known = found.size
    for (const event of page) found.set(event.id, event)
    const last = page.at(-1)
    if (last === undefined || page.length < EVENTS || found.size === known) break
    before = new Date(new Date(last.at).getTime() + 1)
  }
  return [...found.values()].map(({ id: _, userId: __, details, ...event }) => ({
    ...(JSON.parse(details) as object),
    ...event,
  }))
}
