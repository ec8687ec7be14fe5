import { DatabaseSync } from 'node:sqlite'
import { type AuthConfig, type CredentialsConfig, createAuth, type Provider, type User } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { encode } from 'latchkey/jwt'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import { ANN, cookieHeader, ORIGIN, PASSWORD, SECRET, THIRTY_DAYS } from './people.ts'

const SETTINGS = {
  secret: SECRET,
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
} satisfies Partial<AuthConfig>

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
export function latchkeyWithCookies(more: Partial<AuthConfig> = {}, user: User = ANN): Promise<Latchkey> {
  return signedIn(createAuth({ ...SETTINGS, providers: providersFor(user), limits: false, ...more }))
}

/** The same with the cryptography of the web's standard, which run times other than Node.js have. */
export async function latchkeyOnWebCrypto(): Promise<Latchkey> {
  const web = await import('./web-crypto.ts')
  return signedIn(web.createAuth({ ...SETTINGS, providers: providersFor(ANN), limits: false }))
}

function providersFor(user: User): Provider[] {
  return [GitHub({ clientId: 'id', clientSecret: 'secret' }), passwords(user)]
}

async function signedIn(auth: Latchkey['auth']): Promise<Latchkey> {
  return { auth, cookie: cookieHeader((await auth.handle(signInRequest())).headers) }
}

/** Sessions in a database. */
export async function latchkeyWithDatabase(
  file = ':memory:',
): Promise<Latchkey & { readonly database: DatabaseSync }> {
  const database = new DatabaseSync(file)
  const adapter = sqlite(database)
  const user = await adapter.createUser({ ...ANN, emailVerified: null })
  const { auth, cookie } = await latchkeyWithCookies({ adapter }, user)
  return { auth, cookie, database }
}

/** Sessions, of which none is remembered when its turn comes again. */
export const MANY = 20_000

/** Gives one after the other of so many sessions that none is remembered when it comes again: every check verifies and opens its token. */
export async function cookiesOfMany(): Promise<() => string> {
  return inTurn(await manyCookies())
}

/** The same as headers, as a framework has them. */
export async function headersOfMany(): Promise<() => Headers> {
  return inTurn((await manyCookies()).map(headersWith))
}

/** Cookies of as many sessions. */
export async function manyCookies(): Promise<string[]> {
  const salt = 'latchkey.session-token'
  const token = { name: ANN.name, email: ANN.email, picture: ANN.image, sub: ANN.id }
  const sealed = await Promise.all(
    Array.from({ length: MANY }, () => encode({ token, secret: SECRET, salt, maxAge: THIRTY_DAYS })),
  )
  return sealed.map((value) => cookieHeader(new Headers({ 'set-cookie': `${salt}=${value}` })))
}

export function headersWith(cookie: string): Headers {
  return new Headers({ host: 'localhost:3000', cookie })
}

export function inTurn<T>(values: readonly T[]): () => T {
  let next = 0
  return () => values[next++ % values.length] as T
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
