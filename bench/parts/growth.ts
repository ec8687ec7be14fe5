import { randomUUID } from 'node:crypto'
import { createAuth } from 'latchkey'
import { encode } from 'latchkey/jwt'
import OIDC from 'latchkey/providers/oidc'
import { authCoreWithCookies, authCoreWithDatabase } from '../subjects/auth-core.ts'
import { ANN, OTHER_COOKIES, SECRET, THIRTY_DAYS } from '../subjects/fixtures.ts'
import {
  headersWith,
  inTurn,
  latchkeyWithCookies,
  latchkeyWithDatabase,
  MANY,
  sessionRequest,
} from '../subjects/latchkey.ts'
import { isAnn, type Subject } from '../subjects/subject.ts'
import { baseline, CACHED } from './session.ts'

const SECRETS = [1, 2, 3, 4, 5].map((number) => `secret number ${number} of five, of 48 characters...`)

/** Because of a value that is not a primitive, a cached check parses the token again. */
const ROLES = ['editor', 'billing', 'support']

/** A session check before and after something has grown. */
export interface Growth {
  readonly title: string
  readonly small: Subject
  readonly large: Subject
}

/** Things that grow in an application and should hardly affect a session check. */
export async function growth(): Promise<Growth[]> {
  return [
    { title: '1 → 10 providers', small: await withProviders(1), large: await withProviders(10) },
    { title: '1 → 80 providers', small: await withProviders(1), large: await withProviders(80) },
    { title: '1 → 10 providers', small: await coreWithProviders(1), large: await coreWithProviders(10) },
    { title: '1 → 80 providers', small: await coreWithProviders(1), large: await coreWithProviders(80) },
    {
      title: '1 → 5 secrets, sealed with the oldest',
      small: await withSecrets(1),
      large: await withSecrets(5),
    },
    {
      title: 'a list of roles in the token',
      small: await withCachedToken({}),
      large: await withCachedToken({ roles: ROLES }),
    },
    { title: '0.3 → 3 KB token', small: await withToken(0), large: await withToken(2_700) },
    { title: '0.3 → 12 KB token', small: await withToken(0), large: await withToken(11_700) },
    {
      title: '0.3 → 12 KB token',
      small: await withCachedToken({ more: noise(0) }),
      large: await withCachedToken({ more: noise(11_700) }),
    },
    { title: '0.3 → 12 KB token', small: await coreWithToken(0), large: await coreWithToken(11_700) },
    {
      title: '0.3 → 12 KB token',
      small: baseline(await cookieWith(0)),
      large: baseline(await cookieWith(11_700)),
    },
    {
      title: '1,000 → 1,000,000 sessions in the database',
      small: await withRows(1_000),
      large: await withRows(1_000_000),
    },
    {
      title: '1,000 → 1,000,000 sessions in the database',
      small: await coreWithRows(1_000),
      large: await coreWithRows(1_000_000),
    },
  ]
}

async function withProviders(count: number): Promise<Subject> {
  const { cookie } = await latchkeyWithCookies()
  const providers = idps(count).map((idp) => OIDC(idp))
  const auth = createAuth({ secret: SECRET, trustHost: true, providers })
  return {
    library: 'latchkey',
    variant: CACHED,
    run: () => auth.handle(sessionRequest(cookie)),
    check: isAnn,
  }
}

async function coreWithProviders(count: number): Promise<Subject> {
  const { handle, cookie } = await authCoreWithCookies({
    providers: idps(count).map((idp) => ({ ...idp, type: 'oidc' as const })),
  })
  return { library: '@auth/core', run: () => handle(sessionRequest(cookie)), check: isAnn }
}

function idps(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `idp-${index}`,
    name: `Provider ${index}`,
    issuer: `https://id-${index}.example.com`,
    clientId: 'id',
    clientSecret: 'secret',
  }))
}

async function withSecrets(count: number): Promise<Subject> {
  const another = inTurn((await manyWith(0, SECRETS[count - 1])).map(headersWith))
  // With the oldest secret, each check writes a new cookie. This measures only the reading.
  const auth = createAuth({ secret: SECRETS.slice(0, count), trustHost: true, providers: [] })
  return {
    library: 'latchkey',
    run: () => auth.session({ headers: another(), canWrite: false }),
    check: isAnn,
  }
}

async function withToken(extra: number): Promise<Subject> {
  const another = inTurn(await manyWith(extra))
  const auth = createAuth({ secret: SECRET, trustHost: true, providers: [] })
  return { library: 'latchkey', run: () => auth.handle(sessionRequest(another())), check: isAnn }
}

async function withCachedToken(claims: object): Promise<Subject> {
  const cookie = await createCookie(claims, SECRET)
  const auth = createAuth({ secret: SECRET, trustHost: true, providers: [] })
  return {
    library: 'latchkey',
    variant: CACHED,
    run: () => auth.handle(sessionRequest(cookie)),
    check: isAnn,
  }
}

async function coreWithToken(extra: number): Promise<Subject> {
  const { handle, cookie } = await authCoreWithCookies({}, { more: noise(extra) })
  const [, value = ''] = /session-token=([^;]*)/.exec(cookie) ?? []
  const inChunks = cookie.replace(/authjs\.session-token=[^;]*/, chunks('authjs.session-token', value))
  return { library: '@auth/core', run: () => handle(sessionRequest(inChunks)), check: isAnn }
}

async function withRows(count: number): Promise<Subject> {
  const { auth, cookie, database } = await latchkeyWithDatabase()
  fill(database, count)
  return {
    library: 'latchkey',
    variant: 'SQLite',
    run: () => auth.handle(sessionRequest(cookie)),
    check: isAnn,
  }
}

async function coreWithRows(count: number): Promise<Subject> {
  const { handle, cookie, database } = await authCoreWithDatabase()
  fill(database, count)
  return { library: '@auth/core', variant: 'SQLite', run: () => handle(sessionRequest(cookie)), check: isAnn }
}

function fill(database: import('node:sqlite').DatabaseSync, count: number): void {
  const columns = database.prepare('select * from sessions limit 1').get() as Record<
    string,
    string | number | null
  >
  const names = Object.keys(columns)
  const insert = database.prepare(
    `insert into sessions (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  )
  database.exec('begin')
  for (let index = 1; index < count; index++) {
    insert.run(
      ...names.map((name) =>
        columns[name] === columns.id || /token/i.test(name) ? randomUUID() : (columns[name] ?? null),
      ),
    )
  }
  database.exec('commit')
}

/**
 * Returns so many cookies that none is still cached when it is used again. Of long tokens, fewer
 * are cached.
 */
function manyWith(extra: number, secret?: string): Promise<string[]> {
  const count = Math.min(MANY, Math.round(24_000_000 / (extra + 1)))
  return Promise.all(Array.from({ length: count }, () => cookieWith(extra, secret)))
}

function cookieWith(extra: number, secret = SECRET): Promise<string> {
  return createCookie({ more: noise(extra) }, secret)
}

async function createCookie(claims: object, secret: string): Promise<string> {
  const name = 'latchkey.session-token'
  const token = { name: ANN.name, email: ANN.email, picture: ANN.image, sub: ANN.id, ...claims }
  return `${OTHER_COOKIES}; ${chunks(name, await encode({ token, secret, salt: name, maxAge: THIRTY_DAYS }))}`
}

/** Splits a value that is longer than a cookie, as the libraries do. */
function chunks(name: string, value: string): string {
  if (value.length < 3900) return `${name}=${value}`
  return Array.from(
    { length: Math.ceil(value.length / 3900) },
    (_, index) => `${name}.${index}=${value.slice(index * 3900, (index + 1) * 3900)}`,
  ).join('; ')
}

function noise(length: number): string {
  return Array.from({ length }, (_, index) => String.fromCharCode(97 + ((index * 7) % 26))).join('')
}
