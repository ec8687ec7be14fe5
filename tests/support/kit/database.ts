import type { Adapter, AdapterUser, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from './app.ts'
import { Browser } from './browser.ts'
import type { Idp } from './idp.ts'

export const SESSION_COOKIE = '__Secure-latchkey.session-token'

export interface Setup {
  readonly app: App
  readonly idp: Idp
  readonly adapter: Adapter
  /** The events that the application got, in their order. */
  readonly events: { readonly name: string; readonly message: unknown }[]
}

/** An application with a database and two providers: `idp` and `second`. */
export function setUp(config: Partial<AuthConfig> = {}, adapter: Adapter = memory()): Setup {
  const idp = createIdp()
  const events: Setup['events'] = []
  const names = ['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session']
  const listeners = Object.fromEntries(
    names.map((name) => [name, (message: unknown) => events.push({ name, message })]),
  )
  const providers = [oidcFor(idp), oidcFor(idp, { id: 'second' }), passwordProvider]
  return { app: createApp({ adapter, providers, events: listeners, ...config }), idp, adapter, events }
}

/** The profile that the providers have of Ann. */
export const ann = { sub: 'ann', name: 'Ann', email: 'Ann@Example.com', picture: 'https://id.test/ann.png' }

/** Signs in at a provider. @returns the response to the callback */
export async function signIn(
  { app, idp }: Setup,
  browser = new Browser(app),
  profile: object = ann,
  provider = 'idp',
): Promise<Response> {
  const start = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl: '/after' })
  return browser.get(idp.agree(start.headers.get('location') ?? '', profile as Record<string, unknown>).href)
}

/** A browser that is signed in. */
export async function signedIn(setup: Setup, ...rest: [object?, string?]): Promise<Browser> {
  const browser = new Browser(setup.app)
  await signIn(setup, browser, ...rest)
  return browser
}

/** The session token that a browser stores. */
export function readToken(browser: Browser): string {
  return browser.cookies(ORIGIN).find(({ name }) => name === SESSION_COOKIE)?.value ?? ''
}

export async function userByAccount(
  { adapter }: Setup,
  provider = 'idp',
  providerAccountId = 'ann',
): Promise<AdapterUser | null | undefined> {
  return adapter.getUserByAccount?.({ provider, providerAccountId })
}
