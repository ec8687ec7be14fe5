import { DatabaseSync } from 'node:sqlite'
import { Auth, type AuthConfig } from '@auth/core'
import type { Adapter } from '@auth/core/adapters'
import { encode } from '@auth/core/jwt'
import Credentials from '@auth/core/providers/credentials'
import GitHub from '@auth/core/providers/github'
import sqlite from 'latchkey/adapters/sqlite'
import { ANN, cookieHeader, ORIGIN, OTHER_COOKIES, PASSWORD, SECRET, THIRTY_DAYS } from './fixtures.ts'

const COOKIE = 'authjs.session-token'

/** An application with Auth.js, as run by `Auth(request, config)` and the framework packages. */
export interface AuthCore {
  readonly handle: (request: Request) => Promise<Response>
  readonly cookie: string
}

/** Sets Auth.js up as documented, with a base path and the secret in the configuration. */
function authCore(more: Partial<AuthConfig> = {}): (request: Request) => Promise<Response> {
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
  // Auth.js modifies its configuration. Its framework packages also create a new object for each
  // request.
  return (request) => Auth(request, { ...config })
}

/** Stores sessions in cookies. */
export async function authCoreWithCookies(
  more: Partial<AuthConfig> = {},
  claims: object = {},
): Promise<AuthCore> {
  const token = { name: ANN.name, email: ANN.email, picture: ANN.image, sub: ANN.id, ...claims }
  const sealed = await encode({ token, secret: SECRET, salt: COOKIE, maxAge: THIRTY_DAYS })
  return { handle: authCore(more), cookie: createCookie(sealed) }
}

/** Stores sessions in a database, with the adapter that Latchkey uses here. */
export async function authCoreWithDatabase(
  file = ':memory:',
): Promise<AuthCore & { readonly database: DatabaseSync }> {
  const database = new DatabaseSync(file)
  // The adapter types of Auth.js have the same methods.
  return { ...(await authCoreWith(sqlite(database) as never)), database }
}

/** Stores sessions with an adapter. */
export async function authCoreWith(adapter: Adapter): Promise<AuthCore> {
  const user = await adapter.createUser?.({ ...ANN, emailVerified: null })
  const sessionToken = crypto.randomUUID()
  await adapter.createSession?.({
    sessionToken,
    userId: user?.id ?? '',
    expires: new Date(Date.now() + THIRTY_DAYS * 1000),
  })
  return {
    handle: authCore({ adapter, session: { strategy: 'database' } }),
    cookie: createCookie(sessionToken),
  }
}

function createCookie(value: string): string {
  return `theme=dark; ${COOKIE}=${value}; ${OTHER_COOKIES.split('; ').slice(1).join('; ')}`
}

/** Returns the additional data of Auth.js forms, fetched once, as by a page. */
export async function fetchCsrf(
  handle: AuthCore['handle'],
): Promise<{ readonly token: string; readonly cookie: string }> {
  const response = await handle(new Request(`${ORIGIN}/auth/csrf`))
  const { csrfToken } = (await response.clone().json()) as { csrfToken: string }
  return { token: csrfToken, cookie: cookieHeader(response.headers) }
}
