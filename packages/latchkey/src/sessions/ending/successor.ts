import type { ResolvedAuth } from '../../contract/context.ts'
import { SessionError } from '../../errors/session.ts'
import { MAX_COOKIE_AGE_SECONDS } from '../../http/cookies/max-age.ts'
import { sealEntry, unsealEntry } from '../../security/store-entry.ts'
import { idKey } from '../../security/store-keys.ts'
import { GRACE_SECONDS } from './revocation.ts'

const SALT = 'latchkey.continuation'
/** How often one session can continue under another id. */
const MAX_CONTINUATIONS = 1000

/**
 * Remembers that a session continues under another id, for as long as it can live. Code that knows
 * only the first id must be able to end it.
 *
 * @param id the token's `jti`, or a session token's hash
 * @param next the next `jti`, or the session token as the database stores it
 */
export async function noteContinuation(auth: ResolvedAuth, id: string, next: string): Promise<void> {
  const lifetime = auth.session.absoluteMaxAge ?? MAX_COOKIE_AGE_SECONDS
  await auth.store.set(idKey('continued', id), await sealNext(auth, next, lifetime), lifetime)
}

/**
 * Remembers for a short time which session token replaced another one in the browser.
 *
 * @param id the previous token's hash
 * @param next the next token as the database stores it
 */
export async function noteReplacement(auth: ResolvedAuth, id: string, next: string): Promise<void> {
  const value = auth.session.hashesToken ? next : await sealNext(auth, next, GRACE_SECONDS)
  await auth.store.set(idKey('replaced', id), value, GRACE_SECONDS)
}

/** Returns what `noteReplacement` received for an id. */
export async function findReplacement(auth: ResolvedAuth, id: string): Promise<string | undefined> {
  const value = await auth.store.get(idKey('replaced', id))
  if (!value) return undefined
  return auth.session.hashesToken ? value : String(await openNext(auth, value))
}

/** The database may store the token itself, which must not be readable in the store. */
function sealNext(auth: ResolvedAuth, next: string, lifetime: number): Promise<string> {
  return sealEntry({ next }, { secrets: auth.secrets, salt: SALT }, lifetime, auth.now())
}

/**
 * Does what `noteContinuation` does, if the session still exists.
 *
 * @throws {SessionError} if its provider has ended it in the meantime
 */
export async function continueSession(auth: ResolvedAuth, id: string, next: string): Promise<void> {
  await noteContinuation(auth, id, next)
  if (await auth.store.get(idKey('ended', id)))
    throw new SessionError("A user's session ended while an account was linked. Sign in again.")
}

/**
 * Calls a function with a session's id, and then with each id under which the session continued.
 *
 * @param id as in `begin`
 * @param toHash returns what `noteContinuation` received for an id
 */
export async function forEachId(
  auth: ResolvedAuth,
  id: string,
  toHash: (id: string) => string | Promise<string>,
  work: (id: string) => Promise<void>,
): Promise<void> {
  let current: unknown = id
  for (let count = 0; typeof current === 'string'; count++) {
    if (count > MAX_CONTINUATIONS) throw new Error('A session continues under too many ids.')
    await work(current)
    const sealed = await auth.store.get(idKey('continued', await toHash(current)))
    current = sealed ? await openNext(auth, sealed) : undefined
  }
}

async function openNext({ secrets, now }: ResolvedAuth, sealed: string): Promise<unknown> {
  const found = await unsealEntry(sealed, { secrets, salt: SALT }, now())
  if (found !== undefined) return found.next
  throw new Error(
    'A `store` entry was sealed with a secret that is no longer in `secret`, or by a process whose ' +
      'clock is minutes ahead.',
  )
}
