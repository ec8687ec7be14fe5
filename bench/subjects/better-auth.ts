import { DatabaseSync } from 'node:sqlite'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { ANN, cookieHeader, ORIGIN, PASSWORD, SECRET } from './fixtures.ts'

/** An application with better-auth, and a session cookie. */
export interface BetterAuth {
  readonly auth: ReturnType<typeof betterAuth>
  readonly cookie: string
  readonly database: DatabaseSync
}

/**
 * Sets better-auth up as documented, on the SQLite of Node.js. Passwords are not hashed: all
 * libraries here compare them directly, so that only the library is measured.
 */
export async function betterAuthOnSqlite(
  more: Partial<BetterAuthOptions> = {},
  file = ':memory:',
): Promise<BetterAuth> {
  const database = new DatabaseSync(file)
  return { ...(await betterAuthOn(database, more)), database }
}

/** The same on another database. */
export async function betterAuthOn(
  database: BetterAuthOptions['database'],
  more: Partial<BetterAuthOptions> = {},
): Promise<Omit<BetterAuth, 'database'>> {
  const options: BetterAuthOptions = {
    database,
    secret: SECRET,
    baseURL: ORIGIN,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: async (password) => password,
        verify: async ({ hash, password }) => hash === password,
      },
    },
    socialProviders: { github: { clientId: 'id', clientSecret: 'secret' } },
    ...more,
  }
  const { runMigrations } = await getMigrations(options)
  await runMigrations()
  const auth = betterAuth(options)
  await auth.handler(signUpRequest())
  return { auth, cookie: cookieHeader((await auth.handler(signInRequest())).headers) }
}

/** With a copy of the session in a cookie, which avoids the database query. */
export function betterAuthWithCookieCache(): Promise<BetterAuth> {
  return betterAuthOnSqlite({ session: { cookieCache: { enabled: true, maxAge: 60 * 60 } } })
}

function signUpRequest(): Request {
  return post('sign-up/email', { name: ANN.name, email: ANN.email, password: PASSWORD, image: ANN.image })
}

export function signInRequest(): Request {
  return post('sign-in/email', { email: ANN.email, password: PASSWORD })
}

/** A session check over HTTP. */
export function sessionRequest(cookie: string): Request {
  return new Request(`${ORIGIN}/api/auth/get-session`, { headers: { cookie } })
}

export function post(path: string, body: object, cookie?: string): Request {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, ...(cookie ? { cookie } : {}) }
  return new Request(`${ORIGIN}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}
