import type { ResolvedAuth, SessionContext } from '../../contract/context.ts'
import type { SessionFacts } from '../../contract/sign-in.ts'
import { sha256Hex } from '../../crypto/digest.ts'
import type { Awaitable } from '../../types/basics.ts'
import { isUndisturbed, takeTurn } from '../ending/end-all.ts'
import { everyoneUntil } from '../ending/end-tokens.ts'
import { noteContinuation, noteReplacement } from '../ending/successor.ts'
import type { ListedSession } from '../list/listed-session.ts'
import { expireCookie, readSessionToken, write } from './cookie.ts'
import { remove, sessionAdapter } from './rows.ts'
import { find, newEnd, noteRowChange, type StoredSession } from './stored-session.ts'
import { readFacts, storedToken, tokenAfter } from './token.ts'

/** Returns when and how this browser's user signed in. */
export async function facts(ctx: SessionContext): Promise<SessionFacts | undefined> {
  return readFacts(readSessionToken(ctx) ?? '')
}

/** Replaces the session's token by one with the facts. Copies of the previous one end. */
export async function confirm(ctx: SessionContext, facts: SessionFacts): Promise<boolean> {
  const found = await find(ctx)
  if (found === undefined) return false
  const isUnended = await watchEndings(ctx.auth, String(found.user.id))
  // Again: the session may have ended before this request took its turn.
  const stored = await find(ctx)
  if (stored === undefined) return false
  return replaceToken(ctx, stored, isUnended, {
    facts,
    // After the new one is stored: if that fails, the previous one stays valid.
    afterwards: () => remove(ctx, stored.session.sessionToken),
    changes: { amr: facts.amr.join(' '), authTime: new Date(facts.authTime * 1000) },
  })
}

/**
 * Ends all of a user's sessions but this browser's one, which continues with a new token.
 *
 * @returns whether it was one of the user's, and continues. Copies of it have ended
 */
export async function keepCurrent(
  ctx: SessionContext,
  userId: string,
  deleteAll: () => Awaitable<unknown>,
): Promise<boolean> {
  const isUnended = await watchEndings(ctx.auth, userId)
  const stored = await find(ctx)
  if (stored === undefined || String(stored.user.id) !== userId) return false
  return replaceToken(ctx, stored, isUnended, { before: deleteAll })
}

/** Returns whether no other request has ended a session, by its id, since watching began. */
type EndingCheck = (id: string) => Promise<boolean>

async function watchEndings(auth: ResolvedAuth, userId: string): Promise<EndingCheck> {
  const [turn, everyone] = [await takeTurn(auth, userId), await everyoneUntil(auth)]
  return async (id) =>
    (await isUndisturbed(auth, userId, turn, id)) && (await everyoneUntil(auth)) === everyone
}

interface Replacement {
  /** Default: those of the previous token. */
  readonly facts?: SessionFacts
  /** Runs before the new token is stored. */
  readonly before?: () => Awaitable<unknown>
  /** Runs after the new token is stored. */
  readonly afterwards?: () => Awaitable<unknown>
  /** What changes in the list of the user's sessions, besides the token. */
  readonly changes?: Partial<ListedSession>
}

/** Continues a session under a new token. @returns whether it was not ended in the meantime */
async function replaceToken(
  ctx: SessionContext,
  stored: StoredSession,
  isUnended: EndingCheck,
  { facts, before, afterwards, changes }: Replacement,
): Promise<boolean> {
  const { auth } = ctx
  const previous = readSessionToken(ctx) ?? ''
  const token = tokenAfter(auth, previous, facts)
  const sessionToken = await storedToken(ctx, token)
  const expires = newEnd(auth, stored)
  const id = await sha256Hex(previous)
  await noteReplacement(auth, id, sessionToken)
  await noteContinuation(auth, id, sessionToken)
  await before?.()
  await sessionAdapter(ctx).createSession({ sessionToken, userId: stored.user.id, expires })
  await afterwards?.()
  if (await isUnended(id)) {
    write(ctx, token, expires)
    await noteRowChange(ctx, stored, { ...changes, sessionToken, expires })
    return true
  }
  await remove(ctx, sessionToken)
  expireCookie(ctx)
  return false
}
