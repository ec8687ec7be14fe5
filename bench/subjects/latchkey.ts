import { DatabaseSync } from 'node:sqlite'
import { type AuthConfig, type CredentialsConfig, createAuth, type User } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { encode } from 'latchkey/jwt'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import { ANN, cookieHeader, ORIGIN, PASSWORD, SECRET, THIRTY_DAYS } from './people.ts'

const SETTINGS = { secret: SECRET, trustHost: true } satisfies Partial<AuthConfig>

function passwords(user: User): CredentialsConfig {
  return Credentials({
    credentials: { email: {}, password: {} },
    authorize: ({ password }) => (password === PASSWORD ? user : null),
  })
}

/** An application of Latchkey, and the cookie of a session in it. */
export interface Latchkey {
  readonly auth: ReturnType<typeof createAuth>
  readonly cookie: string
}

/** Sessions in the cookie. */
export async function latchkeyWithCookies(more: Partial<AuthConfig> = {}, user: User = ANN): Promise<Latchkey> {
  const providers = [GitHub({ clientId: 'id', clientSecret: 'secret' }), passwords(user)]
  const auth = createAuth({ ...SETTINGS, providers, limits: false, ...more })
  return { auth, cookie: cookieHeader((await auth.handle(signInRequest())).headers) }
}

/** Sessions in a database. */
export async function latchkeyWithDatabase(file = ':memory:'): Promise<Latchkey & { readonly database: DatabaseSync }> {
  const database = new DatabaseSync(file)
  const adapter = sqlite(database)
  const user = await adapter.createUser({ ...ANN, emailVerified: null })
  const { auth, cookie } = await latchkeyWithCookies({ adapter }, user)
  return { auth, cookie, database }
}

/**
 * Cookies of so many sessions that none is in the memory of verified tokens when it comes again: every check verifies and opens its token. Gives one
 * after the other.
 */
export async function cookiesOfMany(count = 5_000): Promise<() => string> {
  const salt = 'latchkey.session-token'
  const token = { name: ANN.name, email: ANN.email, picture: ANN.image, sub: ANN.id }
  const sealed = await Promise.all(Array.from({ length: count }, () => encode({ token, secret: SECRET, salt, maxAge: THIRTY_DAYS })))
  const cookies = sealed.map((value) => cookieHeader(new Headers({ 'set-cookie': `${salt}=${value}` })))
  let next = 0
  return () => cookies[next++ % count] ?? ''
}

/** A form with Ann's password, as our own page sends it. */
export function signInRequest(): Request {
  return new Request(`${ORIGIN}/auth/callback/credentials`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email: ANN.email, password: PASSWORD }),
  })
}

/** A session check over HTTP. */
export function sessionRequest(cookie: string): Request {
  return new Request(`${ORIGIN}/auth/session`, { headers: { cookie } })
}
