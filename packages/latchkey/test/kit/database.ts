import type { Adapter, AdapterUser, AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, people } from './app.ts'
import { Browser } from './browser.ts'
import type { Idp } from './idp.ts'

export const NAME = '__Secure-latchkey.session-token'

export interface Setting {
  readonly app: App
  readonly idp: Idp
  readonly adapter: Adapter
  readonly told: [string, unknown][]
}

/** An application with a database, and what its listeners were told. */
export function setting(config: Partial<AuthConfig> = {}, adapter: Adapter = memory()): Setting {
  const idp = createIdp()
  const told: Setting['told'] = []
  const listen =
    (name: string) =>
    (message: unknown): unknown =>
      told.push([name, message])
  const names = ['createUser', 'updateUser', 'linkAccount', 'signIn', 'signOut', 'session']
  const events = Object.fromEntries(names.map((name) => [name, listen(name)]))
  const providers = [oidcFor(idp), oidcFor(idp, { id: 'second' }), people]
  return { app: createApp({ adapter, providers, events, ...config }), idp, adapter, told }
}

export const ann = { sub: 'ann', name: 'Ann', email: 'Ann@Example.com', picture: 'https://id.test/ann.png' }

export async function signIn(
  { app, idp }: Setting,
  browser = new Browser(app),
  person: object = ann,
  provider = 'idp',
): Promise<Response> {
  const begin = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl: '/after' })
  return browser.get(idp.agree(begin.headers.get('location') ?? '', person as Record<string, unknown>).href)
}

export async function signedIn(here: Setting, ...rest: [object?, string?]): Promise<Browser> {
  const browser = new Browser(here.app)
  await signIn(here, browser, ...rest)
  return browser
}

export async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

export function tokenOf(browser: Browser): string {
  return browser.cookies(ORIGIN).find(({ name }) => name === NAME)?.value ?? ''
}

export async function userByAccount(
  { adapter }: Setting,
  provider = 'idp',
  providerAccountId = 'ann',
): Promise<AdapterUser | null | undefined> {
  return adapter.getUserByAccount?.({ provider, providerAccountId })
}
