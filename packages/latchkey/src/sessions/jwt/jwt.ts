import { andThen, loadOnce, onDemand } from '../../async/awaitable.ts'
import type { SessionContext, SessionStrategy } from '../../contract/context.ts'
import type { DecodedToken } from '../../contract/session.ts'
import type { Awaitable } from '../../types/basics.ts'
import type { DefaultSession, JWT } from '../../types/session.ts'
import { shapeToken } from '../callbacks.ts'
import { emitSession, sessionFrom } from './to-session.ts'
import { unsealSession } from './token-cookie.ts'

/** Sessions that only the browser has: an encrypted token in a cookie. */
export const jwtSessions: SessionStrategy = {
  type: 'jwt',
  read,
  userId,
  ...onDemand(
    loadOnce(() => import('./lifecycle.ts')),
    'begin',
    'update',
    'end',
    'endById',
    'revoke',
  ),
}

// Loaded on demand: most requests only read a session.
const renewal = loadOnce(() => import('./renewal.ts'))

/** Returns the user's id from the token, which is shaped and renewed as in `read`. */
async function userId(ctx: SessionContext): Promise<string | undefined> {
  const unsealed = await unsealSession(ctx)
  if (unsealed === undefined) return undefined
  const token = await shapeToken(ctx, { token: unsealed.claims })
  if (token !== null && isUnchanged(ctx, unsealed, token)) return token.sub
  return (await (await renewal()).replace(ctx, token, unsealed)) ? token?.sub : undefined
}

function read(ctx: SessionContext): Awaitable<DefaultSession | null> {
  return andThen(unsealSession(ctx), (unsealed) => {
    if (unsealed === undefined) return null
    return andThen(shapeToken(ctx, { token: unsealed.claims }), (token): Awaitable<DefaultSession | null> => {
      if (token === null || !isUnchanged(ctx, unsealed, token))
        return andThen(renewal(), ({ replace }) => replace(ctx, token, unsealed))
      return andThen(sessionFrom(ctx, token, unsealed.expires()), (session) =>
        emitSession(ctx, token, session),
      )
    })
  })
}

/**
 * Returns whether the cookie can stay. It is written again if the token's content changed, if the
 * token is older than `updateAge`, and after a secret rotation.
 */
function isUnchanged({ auth, canWrite }: SessionContext, unsealed: DecodedToken, token: JWT): boolean {
  if (!canWrite || unsealed.isUnchecked) return true
  if (!unsealed.isCurrent || auth.now() / 1000 - unsealed.issuedAt >= auth.session.updateAge) return false
  return auth.callbacks.jwt === undefined || hasText(token, unsealed.text)
}

/** A token that JSON cannot hold differs: writing it reports why. */
function hasText(token: JWT, text: string): boolean {
  try {
    return JSON.stringify(token) === text
  } catch {
    return false
  }
}
