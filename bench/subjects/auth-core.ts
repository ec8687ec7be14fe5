import { DatabaseSync } from 'node:sqlite'
import { Auth, type AuthConfig } from '@auth/core'
import { encode } from '@auth/core/jwt'
import Credentials from '@auth/core/providers/credentials'
import GitHub from '@auth/core/providers/github'
import sqlite from 'latchkey/adapters/sqlite'
import { ANN, cookieHeader, ORIGIN, OTHER_COOKIES, PASSWORD, SECRET, THIRTY_DAYS } from './people.ts'

const COOKIE = 'authjs.session-token'

/** An application of Auth.js, as `Auth(request, config)` and the framework packages run it. */
export interface AuthCore {
  readonly handle: (request: Request) => Promise<Response>
  readonly cookie: string
}

/** As its documentation says, with the base path of its own and the secret in the configuration. */
export function authCore(more: Partial<AuthConfig> = {}): (request: Request) => Promise<Response> {
  const config: AuthConfig = {
    secret: SECRET,
    trustHost: true,
    basePath: '/auth',
    logger: { error: () => {}, warn: () => {} },
    providers: [
      GitHub({ clientId: 'id', clientSecret: 'secret' }),
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: ({ password }) => (password === PASSWORD ? ANN : null),
      }),
    ],
    ...more,
  }
  // Auth.js writes into the configuration that it is given; its packages make a new object for each request, too.
  return (request) => Auth(request, { ...config })
}

/** Sessions in the cookie. */
export async function authCoreWithCookies(
  more: Partial<AuthConfig> = {},
  claims: object = {},
): Promise<AuthCore> {
  const token = { name: ANN.name, email: ANN.email, picture: ANN.image, sub: ANN.id, ...claims }
  const sealed = await encode({ token, secret: SECRET, salt: COOKIE, maxAge: THIRTY_DAYS })
  return { handle: authCore(more), cookie: cookieOf(sealed) }
}

/** Sessions in a database, by the same adapter that Latchkey has here. */
export async function authCoreWithDatabase(
  file = ':memory:',
): Promise<AuthCore & { readonly database: DatabaseSync }> {
  const database = new DatabaseSync(file)
  const adapter = sqlite(database)
  const user = await adapter.createUser({ ...ANN, emailVerified: null })
  const sessionToken = crypto.randomUUID()
  await adapter.createSession({
    sessionToken,
    userId: user.id,
    expires: new Date(Date.now() + THIRTY_DAYS * 1000),
  })
  // The types of its adapters name the same methods.
  const handle = authCore({ adapter: adapter as never, session: { strategy: 'database' } })
  return { handle, cookie: cookieOf(sessionToken), database }
}

function cookieOf(value: string): string {
  return `theme=dark; ${COOKIE}=${value}; ${OTHER_COOKIES.split('; ').slice(1).join('; ')}`
}

/** What its forms send besides: fetched once, as a page does. */
export async function csrfOf(
  handle: AuthCore['handle'],
): Promise<{ readonly token: string; readonly cookie: string }> {
  const response = await handle(new Request(`${ORIGIN}/auth/csrf`))
  const { csrfToken } = (await response.clone().json()) as { csrfToken: string }
  return { token: csrfToken, cookie: cookieHeader(response.headers) }
}
