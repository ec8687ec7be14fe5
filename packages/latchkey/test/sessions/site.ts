import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser, type Site } from '@latchkey/test-support/kit/browser.ts'
import {
  type Adapter,
  type AuthConfig,
  type AuthInstance,
  type CurrentUser,
  createAuth,
  memoryStore,
  type SecurityEvent,
  type Store,
} from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'

/** Where sessions are stored. */
export interface Storage {
  readonly strategy: 'jwt' | 'database' | 'hybrid'
  /** Whether there is a database. Default: no. */
  readonly hasDatabase?: true
}

/** All strategies, with and without a database. */
export const STORAGES: Record<string, Storage> = {
  'jwt over the store': { strategy: 'jwt' },
  database: { strategy: 'database', hasDatabase: true },
  'hybrid over the database': { strategy: 'hybrid', hasDatabase: true },
  'hybrid over the store': { strategy: 'hybrid' },
}

export const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

/** An application with users whose ids are their addresses. */
export interface TestSite {
  readonly site: Site
  readonly auth: AuthInstance
  readonly events: SecurityEvent[]
  readonly logged: readonly string[]
  readonly providers: AuthConfig['providers']
}

/** What several processes of an application share. */
export interface Shared {
  readonly adapter: Adapter | undefined
  readonly store: Store
  /** How often the database or the store was called. */
  readonly calls: string[]
  /** Makes all calls fail while it is `true`. */
  isDown: boolean
}

/** Creates the database and the store, with the users Ann and Bob. */
export async function createShared({ hasDatabase }: Storage): Promise<Shared> {
  const shared: Shared = { adapter: undefined, store: memoryStore(), calls: [], isDown: false }
  const database = hasDatabase ? memory() : undefined
  for (const name of ['ann', 'bob'])
    await database?.createUser({ id: name, name, email: `${name}@example.com`, emailVerified: new Date() })
  return Object.assign(shared, {
    adapter: database && watched(database, shared),
    store: watched(shared.store, shared),
  })
}

/** Counts the calls, which fail while the services are down. */
function watched<T extends object>(service: T, shared: Shared): T {
  const methods = Object.entries(service).map(([name, method]) => [
    name,
    typeof method !== 'function'
      ? method
      : async (...args: unknown[]) => {
          shared.calls.push(name)
          if (shared.isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
          return method(...args)
        },
  ])
  return Object.fromEntries(methods)
}

/** Creates one process of an application. */
export function createProcess(
  { strategy }: Storage,
  { adapter, store }: Shared,
  config: Partial<AuthConfig> = {},
): TestSite {
  const events: SecurityEvent[] = []
  const app = createApp({
    // Each process has its own objects.
    adapter: adapter && { ...adapter },
    store: { ...store },
    account: { security: true },
    session: { strategy },
    limits: { clientAddress: (headers) => headers.get('x-client') },
    providers: [
      Credentials({
        credentials: { name: {}, password: {} },
        authorize: async ({ name, password }) => {
          if (password !== 'right') return null
          return (await adapter?.getUserByEmail?.(`${name}@example.com`)) ?? { id: String(name), name }
        },
      }),
    ],
    events: { security: (event) => void events.push(event) },
    ...config,
  } as Partial<AuthConfig>)
  const auth = createAuth(app.config)
  return {
    auth,
    events,
    providers: app.config.providers,
    site: { origin: ORIGIN, fetch: (request) => auth.handle(request) },
    get logged() {
      return app.errors
    },
  }
}

/** Signs a user in. */
export async function signIn(
  { site }: TestSite,
  name = 'ann',
  headers: Record<string, string> = {},
): Promise<Browser> {
  const browser = new Browser(site)
  await browser.post(
    `${BASE}/callback/credentials`,
    { name, password: 'right' },
    { 'user-agent': CHROME, ...headers },
  )
  return browser
}

/** Returns a browser at another process with the same cookies: also what a thief has. */
export function copyAt({ site }: TestSite, browser: Browser): Browser {
  const copy = new Browser(site)
  for (const { name, value } of browser.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
  return copy
}

/** Reads the session. @returns the status, and the user's name */
export async function read(browser: Browser): Promise<{ status: number; name: string | undefined }> {
  const response = await browser.get(`${BASE}/session`, { accept: 'application/json' })
  const body = (await response.json()) as { user?: { name?: string } } | null
  return { status: response.status, name: body?.user?.name }
}

/** Calls the signed-in user's methods, as server code does for a form. */
export async function asUser<T>(
  { auth }: TestSite,
  browser: Browser,
  work: (user: CurrentUser) => Promise<T>,
): Promise<T> {
  const headers = new Headers({
    cookie: browser.cookiesFor(ORIGIN),
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
  })
  const user = await auth.currentUser({ headers, url: new URL(ORIGIN) }, (cookies) => {
    for (const { name, value, options } of cookies) {
      if (options.expires && +options.expires < Date.now()) browser.plant(ORIGIN, name, '')
      else browser.plant(ORIGIN, name, value)
    }
  })
  if (user === null) throw new Error('Nobody is signed in.')
  return work(user)
}
