import type { SessionContext } from '../../contract/context.ts'
import type { AdapterSession, AdapterUser } from '../../types/adapter.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { CallbackSession, SessionCallbackParams } from '../../types/callbacks.ts'
import type { DefaultSession } from '../../types/session.ts'
import { shapeSession } from '../callbacks.ts'
import { readFacts } from './token.ts'

/** A database session with its user. */
export interface SessionRow {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/** What is read, and by whom. */
export interface Reading {
  /** Whether the session has the user's id if no callback decides. */
  readonly hasId?: boolean | undefined
  /** The parameters of an update. */
  readonly change?: Pick<SessionCallbackParams, 'newSession' | 'trigger'>
}

/**
 * Returns what the application's callback returns for the stored session and the whole user.
 * Without a callback, the session has no column that a browser does not need: server code passes
 * sessions on to the browser.
 *
 * @param token the session token, as the browser has it
 */
export function toSession(
  ctx: SessionContext,
  { session, user }: SessionRow,
  { token, expires }: { readonly token: string | undefined; readonly expires: Date },
  { hasId = false, change }: Reading,
): Awaitable<DefaultSession> {
  const facts = ctx.auth.session.keepsFacts ? readFacts(token ?? '') : undefined
  if (ctx.auth.callbacks.session === undefined)
    return { ...shortSession(user, hasId), expires: expires.toISOString(), ...facts }
  return shapeSession(ctx, { ...withoutToken(session, token), user, expires, ...facts }, { user, ...change })
}

function shortSession(
  { id: stored, name, email, image }: AdapterUser,
  hasId: boolean,
): Pick<CallbackSession, 'user' | 'userId'> {
  if (!hasId) return { user: { name, email, image } }
  // Pages pass it on as JSON, which has neither `bigint` nor a database's object ids.
  const id = typeof stored === 'number' ? stored : String(stored)
  return { user: { id, name, email, image }, userId: id }
}

/**
 * The callback may return the session as it is, so it never receives the token. Adapters also use
 * the token in other columns, for example as the record's key.
 */
function withoutToken({ sessionToken, ...columns }: AdapterSession, token: string | undefined): object {
  const tokens: readonly unknown[] = [sessionToken, token]
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => !tokens.includes(value)))
}
