import type { Context } from '../contract/context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { emitSecurity } from '../security-events/emit.ts'
import type { AdapterAccount } from '../types/adapter.ts'
import type { ResolvedOAuthProvider } from '../types/providers/oauth.ts'
import { type LogoutToken, refused } from './logout-token.ts'
import {
  type ClientAtIssuer,
  forgetSessions,
  noteLogout,
  type TrackedSession,
  trackedSessions,
  trackedUser,
} from './provider-sessions.ts'

type Ctx = Context<ResolvedOAuthProvider>

/**
 * Ends the sessions that a logout token names: with `sid`, those that began with that session at
 * the provider; with only `sub`, all of the user's sessions. An unknown session has already ended.
 *
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCActions
 */
export async function endNamedSessions(ctx: Ctx, token: LogoutToken): Promise<void> {
  const { issuer, sub, sid, issuedAt } = token
  const client = { issuer, clientId: ctx.provider.clientId }
  // First: a sign-in that stores its session only now finds the note.
  await noteLogout(ctx.auth, { ...client, sub, sid }, issuedAt)
  if (sid !== undefined) await endSessionsBySid(ctx, client, sid, sub)
  else if (sub !== undefined) await endUserSessions(ctx, await findUser(ctx, client, sub))
}

/** @throws the first failure, after it has ended the other sessions */
async function endSessionsBySid(
  ctx: Ctx,
  client: ClientAtIssuer,
  sid: string,
  sub: string | undefined,
): Promise<void> {
  const { auth, provider } = ctx
  const { sessions, failures } = await trackedSessions(auth, client, sid)
  if (sub !== undefined && sessions.some(({ subject }) => subject !== sub))
    throw refused(provider, 'its `sub` and `sid` belong to different users')
  const failed = [...failures]
  for (const session of sessions) await endSession(ctx, session).catch((error) => failed.push(error))
  if (failed.length > 0) throw failed[0]
  await forgetSessions(auth, client, sid)
  if (sessions.length > 0 || sub === undefined) return
  // Its ID tokens may name no sessions, although its logout tokens do.
  await endUserSessions(ctx, await linkedUser(ctx, client, sub, 'provider-user-without-sid'))
}

async function endSession(ctx: Ctx, { sessionId, userId }: TrackedSession): Promise<void> {
  if (!(await ctx.auth.sessions.endById(ctx.auth, sessionId))) return
  await emitSignOut(ctx, userId)
  await emitSecurity(ctx, { type: 'sessionEnded', userId, session: undefined, by: 'provider' })
}

/**
 * Sessions may have started before `backchannelLogout` was set, so the accounts are also searched.
 */
async function findUser(ctx: Ctx, client: ClientAtIssuer, sub: string): Promise<string | undefined> {
  const { auth, provider } = ctx
  const known = await linkedUser(ctx, client, sub)
  // Each tenant has its own subjects.
  if (known !== undefined || provider.issuerTemplate !== undefined) return known
  if (auth.adapter === undefined) return derivedUuid(`${provider.id}\n${sub}`)
  const user = await auth.adapter.getUserByAccount?.({ provider: provider.id, providerAccountId: sub })
  return user ? String(user.id) : undefined
}

/**
 * Returns the user who signed in with a `sub`, unless the account has been removed since then: its
 * provider must not end the sessions of a user who has left it.
 */
async function linkedUser(
  { auth, provider, providers }: Ctx,
  client: ClientAtIssuer,
  sub: string,
  purpose?: Parameters<typeof trackedUser>[3],
): Promise<string | undefined> {
  const userId = await trackedUser(auth, client, sub, purpose)
  if (userId === undefined || auth.adapter?.listAccounts === undefined) return userId
  const isLinked = (account: AdapterAccount): boolean => {
    const at = providers.get(account.provider)
    // The account's id may be another claim than `sub`.
    if (at === provider) return true
    const isSameClient = at !== undefined && 'clientId' in at && at.clientId === client.clientId
    return isSameClient && String(account.providerAccountId) === sub
  }
  return (await auth.adapter.listAccounts(userId)).some(isLinked) ? userId : undefined
}

async function endUserSessions(ctx: Ctx, userId: string | undefined): Promise<void> {
  if (userId === undefined) return
  await ctx.auth.sessions.revoke(ctx.auth, userId)
  await emitSignOut(ctx, userId)
  await emitSecurity(ctx, { type: 'sessionsRevoked', userId, by: 'provider', exceptCurrent: false })
}

async function emitSignOut({ auth, provider }: Ctx, userId: string): Promise<void> {
  const origin = { by: 'provider', userId, provider: provider.id } as const
  await auth.events.signOut(
    auth.sessions.type !== 'database' ? { token: null, ...origin } : { session: null, ...origin },
  )
}
