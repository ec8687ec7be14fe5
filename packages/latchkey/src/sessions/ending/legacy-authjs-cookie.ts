import type { SessionContext } from '../../contract/context.ts'
import { readChunked } from '../../http/cookies/chunks.ts'
import { expireChunked } from '../../http/cookies/write-chunks.ts'
import { revokeToken } from './end-tokens.ts'

/** The Auth.js session cookies, which `getToken` reads if Latchkey has none. */
const NAMES = ['__Secure-authjs.session-token', 'authjs.session-token']

/**
 * Ends an Auth.js session that remained when the application moved. Otherwise `getToken` would
 * return it after the user signed out, or after the next user's session expired. A cookie that the
 * secret does not open belongs to another application and stays.
 *
 * @throws {StoreError} if a copy of the session may stay valid
 */
export async function removeMovedSession(ctx: SessionContext): Promise<void> {
  const end = await takeMovedSession(ctx)
  await end()
}

/**
 * Does what `removeMovedSession` does in two steps, so that the next session can use the space of
 * its cookies.
 *
 * @returns a function that ends the session after its cookies were removed
 */
export async function takeMovedSession(ctx: SessionContext): Promise<() => Promise<void>> {
  const { auth, base, cookies } = ctx
  const { sessionToken } = base.cookies
  const ids: unknown[] = []
  for (const name of NAMES.filter((name) => name !== sessionToken.name)) {
    const value = readChunked(cookies, name)
    const found = value && (await auth.sessionCodec.decode(value, name, auth.now()))
    if (!found || found instanceof Error) continue
    expireChunked(cookies, { ...sessionToken, name })
    ids.push(found.claims.jti)
  }
  return async () => {
    for (const id of ids) await revokeToken(auth, id)
  }
}
