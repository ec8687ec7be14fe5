import type { SessionContext } from '../../contract/context.ts'
import { storedToken } from '../database/token.ts'
import { readToken } from '../jwt/token-cookie.ts'
import { tokenKey } from './note.ts'

/** Returns the key under which this browser's session is in the list. */
export async function currentKey(ctx: SessionContext): Promise<string | undefined> {
  const { auth, base, cookies } = ctx
  if (auth.sessions.type === 'database') {
    const token = cookies.get(base.cookies.sessionToken.name)
    return token === undefined ? undefined : storedToken(ctx, token)
  }
  const jti = (await readToken(ctx))?.claims.jti
  return typeof jti === 'string' ? tokenKey(auth, jti) : undefined
}
