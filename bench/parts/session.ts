import { getToken as authGetToken } from '@auth/core/jwt'
import { getToken } from 'latchkey/jwt'
import { authCoreWithCookies, authCoreWithDatabase } from '../subjects/auth-core.ts'
import {
  betterAuthOnSqlite,
  betterAuthWithCookieCache,
  sessionRequest as betterSessionRequest,
} from '../subjects/better-auth.ts'
import { ANN, SECRET } from '../subjects/fixtures.ts'
import { ironSession } from '../subjects/iron-session.ts'
import {
  cookiesOfMany,
  headersOfMany,
  headersWith,
  latchkeyOnWebCrypto,
  latchkeyWithCookies,
  latchkeyWithDatabase,
  sessionRequest,
} from '../subjects/latchkey.ts'
import { isAnn, type Subject } from '../subjects/subject.ts'

/**
 * The minimum for every library: create a request with the cookies, read them, and create a
 * response.
 */
export function baseline(cookie: string): Subject {
  return {
    library: 'baseline',
    variant: 'a Request and a Response',
    run: () => {
      const request = sessionRequest(cookie)
      const user = request.headers.get('cookie') === cookie ? ANN : null
      return new Response(JSON.stringify({ user }), { headers: { 'content-type': 'application/json' } })
    },
    check: isAnn,
  }
}

/**
 * Latchkey caches the contents of verified tokens. This is the cost of repeated requests of a
 * browser.
 */
export const CACHED = 'cached session'

/** A session check from `Request` to `Response`, with sessions in cookies. */
export async function overHttp(): Promise<Subject[]> {
  const latchkey = await latchkeyWithCookies()
  const [another, anotherOnWeb] = [await cookiesOfMany(), await cookiesOfMany()]
  const web = await latchkeyOnWebCrypto()
  const core = await authCoreWithCookies()
  const better = await betterAuthOnSqlite()
  const cached = await betterAuthWithCookieCache()
  return [
    { library: 'latchkey', run: () => latchkey.auth.handle(sessionRequest(another())), check: isAnn },
    {
      library: 'latchkey',
      variant: CACHED,
      run: () => latchkey.auth.handle(sessionRequest(latchkey.cookie)),
      check: isAnn,
    },
    {
      library: 'latchkey',
      variant: 'on Web Crypto',
      run: () => web.auth.handle(sessionRequest(anotherOnWeb())),
      check: isAnn,
    },
    { library: '@auth/core', run: () => core.handle(sessionRequest(core.cookie)), check: isAnn },
    {
      library: 'better-auth',
      variant: 'SQLite',
      run: () => better.auth.handler(betterSessionRequest(better.cookie)),
      check: isAnn,
    },
    {
      library: 'better-auth',
      variant: 'cookie cache',
      run: () => cached.auth.handler(betterSessionRequest(cached.cookie)),
      check: isAnn,
    },
    baseline(latchkey.cookie),
  ]
}

/** A session check as a function, as called by pages and hooks. */
export async function asFunction(): Promise<Subject[]> {
  const latchkey = await latchkeyWithCookies()
  const [another, anotherToken] = [await headersOfMany(), await headersOfMany()]
  const core = await authCoreWithCookies()
  const better = await betterAuthOnSqlite()
  const cached = await betterAuthWithCookieCache()
  const iron = await ironSession()
  // The framework has created the headers before the check.
  const headers = {
    latchkey: headersWith(latchkey.cookie),
    core: headersWith(core.cookie),
    better: headersWith(better.cookie),
    cached: headersWith(cached.cookie),
  }
  return [
    { library: 'latchkey', run: () => latchkey.auth.session({ headers: another() }), check: isAnn },
    {
      library: 'latchkey',
      variant: CACHED,
      run: () => latchkey.auth.session({ headers: headers.latchkey }),
      check: isAnn,
    },
    {
      library: 'latchkey',
      variant: 'getToken',
      run: () => getToken({ req: { headers: anotherToken() }, secret: SECRET }),
      check: isAnn,
    },
    {
      library: '@auth/core',
      variant: "Auth() and json(), as in next-auth's auth()",
      run: async () => (await core.handle(sessionRequest(core.cookie))).json(),
      check: isAnn,
    },
    {
      library: '@auth/core',
      variant: 'getToken',
      run: () =>
        authGetToken({ req: { headers: headers.core }, secret: SECRET, salt: 'authjs.session-token' }),
      check: isAnn,
    },
    {
      library: 'better-auth',
      variant: 'api.getSession, SQLite',
      run: () => better.auth.api.getSession({ headers: headers.better }),
      check: isAnn,
    },
    {
      library: 'better-auth',
      variant: 'api.getSession, cookie cache',
      run: () => cached.auth.api.getSession({ headers: headers.cached }),
      check: isAnn,
    },
    { library: 'iron-session', variant: 'unsealData', run: iron, check: isAnn },
  ]
}

/**
 * A session check from `Request` to `Response` with sessions in a database: the SQLite of Node.js
 * for all libraries.
 */
export async function withDatabase(): Promise<Subject[]> {
  const latchkey = await latchkeyWithDatabase()
  const core = await authCoreWithDatabase()
  const better = await betterAuthOnSqlite()
  return [
    { library: 'latchkey', run: () => latchkey.auth.handle(sessionRequest(latchkey.cookie)), check: isAnn },
    {
      library: '@auth/core',
      variant: 'with the same adapter',
      run: () => core.handle(sessionRequest(core.cookie)),
      check: isAnn,
    },
    {
      library: 'better-auth',
      run: () => better.auth.handler(betterSessionRequest(better.cookie)),
      check: isAnn,
    },
    baseline(latchkey.cookie),
  ]
}
