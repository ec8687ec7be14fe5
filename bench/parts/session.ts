import { getToken as authGetToken } from '@auth/core/jwt'
import { getToken } from 'latchkey/jwt'
import { authCoreWithCookies, authCoreWithDatabase } from '../subjects/auth-core.ts'
import {
  betterAuthOnSqlite,
  betterAuthWithCookieCache,
  sessionRequest as betterSessionRequest,
} from '../subjects/better-auth.ts'
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
import { ANN, SECRET } from '../subjects/people.ts'
import { isAnn, type Subject } from '../subjects/subject.ts'

/** The least that any of them does: a request is made with the cookies, they are read, a response is made. */
export function floor(cookie: string): Subject {
  return {
    library: 'floor',
    variant: 'a Request and a Response',
    run: () => {
      const request = sessionRequest(cookie)
      const user = request.headers.get('cookie') === cookie ? ANN : null
      return new Response(JSON.stringify({ user }), { headers: { 'content-type': 'application/json' } })
    },
    check: isAnn,
  }
}

/** Latchkey remembers what verified tokens say: what a browser costs that comes back. */
export const SAME = 'the same session again'

/** A session check over `Request` and `Response`, with sessions in cookies. */
export async function overHttp(): Promise<Subject[]> {
  const own = await latchkeyWithCookies()
  const [another, anotherOnWeb] = [await cookiesOfMany(), await cookiesOfMany()]
  const web = await latchkeyOnWebCrypto()
  const core = await authCoreWithCookies()
  const better = await betterAuthOnSqlite()
  const cached = await betterAuthWithCookieCache()
  return [
    { library: 'latchkey', run: () => own.auth.handle(sessionRequest(another())), check: isAnn },
    {
      library: 'latchkey',
      variant: SAME,
      run: () => own.auth.handle(sessionRequest(own.cookie)),
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
    floor(own.cookie),
  ]
}

/** A session check as a function, as pages and hooks call it. */
export async function asFunction(): Promise<Subject[]> {
  const own = await latchkeyWithCookies()
  const [another, anotherToken] = [await headersOfMany(), await headersOfMany()]
  const core = await authCoreWithCookies()
  const better = await betterAuthOnSqlite()
  const cached = await betterAuthWithCookieCache()
  const iron = await ironSession()
  // The framework made them before it asks.
  const headers = {
    own: headersWith(own.cookie),
    core: headersWith(core.cookie),
    better: headersWith(better.cookie),
    cached: headersWith(cached.cookie),
  }
  return [
    { library: 'latchkey', run: () => own.auth.session({ headers: another() }), check: isAnn },
    {
      library: 'latchkey',
      variant: SAME,
      run: () => own.auth.session({ headers: headers.own }),
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
      variant: "Auth() and json(), which is next-auth's auth()",
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

/** The same over `Request` and `Response` with sessions in a database, the SQLite of Node.js for all. */
export async function withDatabase(): Promise<Subject[]> {
  const own = await latchkeyWithDatabase()
  const core = await authCoreWithDatabase()
  const better = await betterAuthOnSqlite()
  return [
    { library: 'latchkey', run: () => own.auth.handle(sessionRequest(own.cookie)), check: isAnn },
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
    floor(own.cookie),
  ]
}
