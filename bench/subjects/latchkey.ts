import { DatabaseSync } from 'node:sqlite'
import { type AuthConfig, type CredentialsConfig, createAuth, type Provider, type User } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { encode } from 'latchkey/jwt'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'
import { ANN, cookieHeader, ORIGIN, PASSWORD, SECRET, THIRTY_DAYS } from './fixtures.ts'

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

/** An application with Latchkey, and a session cookie. */
export interface Latchkey {
  readonly auth: ReturnType<typeof createAuth>
  readonly cookie: string
}

/** Stores sessions in cookies. */
export function latchkeyWithCookies(more: Partial<AuthConfig> = {}, user: User = ANN): Promise<Latchkey> {
  return signedIn(createAuth({ ...SETTINGS, providers: providersFor(user), limits: false, ...more }))
}

/** The same with Web Crypto, which runtimes other than Node.js use. */
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

/** Stores sessions in a database. */
export async function latchkeyWithDatabase(
  file = ':memory:',
): Promise<Latchkey & { readonly database: DatabaseSync }> {
  const database = new DatabaseSync(file)
  const adapter = sqlite(database)
  const user = await adapter.createUser({ ...ANN, emailVerified: null })
  const { auth, cookie } = await latchkeyWithCookies({ adapter }, user)
  return { auth, cookie, database }
}

/** The number of sessions that ensures that none is still cached when it is used again. */
export const MANY = 20_000

/**
 * Returns a function that returns the next of many cookies. No session is still cached when it is
 * used again, so every check verifies and decrypts its token.
 */
export async function cookiesOfMany(): Promise<() => string> {
  return inTurn(await manyCookies())
}

/** Returns the same as headers, as provided by a framework. */
export async function headersOfMany(): Promise<() => Headers> {
  return inTurn((await manyCookies()).map(headersWith))
}

/** Creates the cookies of `MANY` sessions. */
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

/**
 * Creates a request with the sign-in form and the password of Ann, as sent by the built-in page.
 */
export function signInRequest(): Request {
  return new Request(`${ORIGIN}/auth/callback/credentials`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email: ANN.email, password: PASSWORD }),
  })
}

/** Creates a session check over HTTP. */
export function sessionRequest(cookie: string): Request {
  return new Request(`${ORIGIN}/auth/session`, { headers: { cookie } })
}
