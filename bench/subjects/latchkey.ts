import { DatabaseSync } from 'node:sqlite'
import { type AuthConfig, type CredentialsConfig, createAuth, type User } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import { ANN, cookieHeader, ORIGIN, PASSWORD, SECRET } from './people.ts'

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
