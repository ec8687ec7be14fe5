import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  type AuthConfig,
  type CurrentUser,
  createAuth,
  memoryStore,
  type SecurityEvent,
  type Store,
} from 'latchkey'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import Password, { type PasswordOptions } from 'latchkey/providers/password'
import { hashNew } from '../../src/passwords/hash.ts'
import { codeAt } from '../../src/second-factor/totp.ts'
import type { MailMessage } from '../../src/types/mail.ts'

export const STRATEGIES = ['jwt', 'database', 'hybrid'] as const
export type Strategy = (typeof STRATEGIES)[number]

export const ANN = 'ann@example.com'
export const OLD = 'the first password of Ann'
export const NEW = 'another password, for Ann'

export const RESET = `${BASE}/reset`
export const VERIFY = `${BASE}/verify`
export const CHANGE_EMAIL = `${BASE}/change-email`

/** An application with the user Ann, who has a password. */
export interface AccountSite {
  readonly app: App
  readonly auth: ReturnType<typeof createAuth>
  readonly adapter: CompleteAdapter
  readonly store: Store
  /** The e-mails, the oldest first. */
  readonly mails: MailMessage[]
  readonly events: SecurityEvent[]
  readonly browser: () => Browser
}

/** What differs from the usual application. */
export interface SiteOptions {
  readonly strategy?: Strategy
  readonly config?: Partial<AuthConfig>
  readonly password?: PasswordOptions
  readonly adapter?: CompleteAdapter
  readonly store?: Store
}

/** Creates the application, and Ann unless she exists. */
export async function createSite(options: SiteOptions = {}): Promise<AccountSite> {
  const { strategy = 'jwt', config, password, adapter = memory(), store = memoryStore() } = options
  if (!(await adapter.getUserByEmail(ANN))) await addUser(adapter, 'ann', { password: OLD })
  const mails: MailMessage[] = []
  const events: SecurityEvent[] = []
  const app = createApp({
    adapter,
    store,
    session: { strategy },
    mail: { name: 'test', from: 'app@app.test', send: (message) => void mails.push(message) },
    events: { security: (event) => void events.push(event) },
    ...config,
    providers: [Password({ breached: false, ...password }), ...(config?.providers ?? [])],
  })
  const auth = createAuth(app.config)
  return { app, auth, adapter, store, mails, events, browser: () => new Browser(app) }
}

/** Adds a user whose address is `<id>@example.com`. */
export async function addUser(
  adapter: CompleteAdapter,
  id: string,
  { password, emailVerified = new Date() }: { password?: string; emailVerified?: Date | null } = {},
): Promise<void> {
  await adapter.createUser({ id, email: `${id}@example.com`, emailVerified })
  if (password === undefined) return
  const changedAt = new Date()
  await adapter.setPassword({ userId: id, hash: await hashNew(password), changedAt, mustChange: false })
}

/** Signs in with the password. */
export function signIn(
  browser: Browser,
  password: string,
  { email = ANN, ...fields }: Record<string, string> = {},
): Promise<Response> {
  return browser.post(`${BASE}/callback/password`, { email, password, callbackUrl: '/after', ...fields })
}

/** Returns a browser in which Ann has signed in. */
export async function signedIn(
  site: AccountSite,
  password: string = OLD,
  email: string = ANN,
): Promise<Browser> {
  const browser = site.browser()
  await signIn(browser, password, { email })
  if ((await sessionOf(browser)) === null) throw new Error(`No session: ${site.app.errors.join()}`)
  return browser
}

/** Returns the session of a browser, or `null`. */
export async function sessionOf(browser: Browser): Promise<{ user?: { email?: string } } | null> {
  const response = await browser.get(`${BASE}/session`, { accept: 'application/json' })
  return (await response.json()) as { user?: { email?: string } } | null
}

/** Runs work with the functions of a browser's user, and keeps the cookies that it sets. */
export async function asUser<T>(
  { auth }: Pick<AccountSite, 'auth'>,
  browser: Browser,
  work: (user: CurrentUser) => Promise<T>,
): Promise<T> {
  const headers = {
    cookie: browser.cookiesFor(ORIGIN),
    referer: `${ORIGIN}/account`,
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
  }
  const user = await auth.currentUser(new Request(`${ORIGIN}/account`, { headers }), (cookies) => {
    for (const { name, value } of cookies) browser.plant(ORIGIN, name, value || 'deleted; Max-Age=0')
  })
  if (user === null) throw new Error('No user is signed in.')
  return work(user)
}

/** Requests a link for a new password. Returns it as it is in the e-mail. */
export async function requestLink(site: AccountSite, email: string = ANN): Promise<URL> {
  const count = site.mails.length
  await site.browser().post(RESET, { email })
  if (site.mails.length === count) throw new Error(`No e-mail was sent: ${site.app.errors.join()}`)
  return linkIn(site.mails.at(-1))
}

/** Returns the link in an e-mail. */
export function linkIn(mail: MailMessage | undefined): URL {
  return new URL(mail?.text.match(/https:\/\/\S+/)?.[0] ?? '')
}

/** Returns the code in an e-mail. */
export function codeIn(mail: MailMessage | undefined): string {
  return mail?.text.match(/^\s*(\d[\d ]{5,})\s*$/m)?.[1]?.replaceAll(' ', '') ?? ''
}

/** Sends a new password with a link. */
export function sendNewPassword(browser: Browser, link: URL, password: string = NEW): Promise<Response> {
  return browser.post(RESET, { ...Object.fromEntries(link.searchParams), password })
}

/** Sets up an authenticator app. Returns a function that returns a code that was not used before. */
export async function enroll(site: AccountSite, browser: Browser): Promise<() => Promise<string>> {
  let step = Math.floor(Date.now() / 30_000)
  const secret = await asUser(site, browser, async ({ secondFactor }) => {
    const begun = await secondFactor.beginTotp()
    await secondFactor.confirm(begun.id, await codeAt(begun.secret, step))
    return begun.secret
  })
  return () => codeAt(secret, ++step)
}
