import { andThen } from '../../async/awaitable.ts'
import type { SessionContext } from '../../contract/context.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { DefaultSession, JWT } from '../../types/session.ts'
import { shapeSession } from '../callbacks.ts'

/** Returns the session that a token describes, as the `session` callback returns it. */
export function sessionFrom(ctx: SessionContext, token: JWT, expires: string): Awaitable<DefaultSession> {
  const user = { name: token.name, email: token.email, image: token.picture }
  const session = ctx.auth.session.keepsFacts
    ? { user, expires, amr: token.amr, authTime: token.auth_time }
    : { user, expires }
  return shapeSession(ctx, session, { token })
}

/** Emits the event `session`. @returns the session */
export function emitSession(
  { auth }: SessionContext,
  token: JWT,
  session: DefaultSession,
): Awaitable<DefaultSession> {
  return andThen(auth.events.session({ session, token }), () => session)
}
