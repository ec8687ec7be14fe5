import type { AuthConfig, OIDCConfig } from 'latchkey'
import { type App, BASE, createApp, ORIGIN, oidcFor } from './app.ts'
import { Browser } from './browser.ts'
import { createLogoutIdp, type Idp } from './idp.ts'
import { signInAt } from './sign-in.ts'

/** The return URL that is registered at the provider. */
export const POST_LOGOUT_URL = `${BASE}/signout/idp`

/** An application whose users sign out at the provider, and a browser whose user has signed in. */
export interface LogoutApp {
  readonly app: App
  readonly idp: Idp
  readonly browser: Browser
}

/** What a test changes. */
export interface Changes {
  readonly config?: Partial<AuthConfig>
  /** Options of the provider, in addition to `logout: true`. */
  readonly options?: Partial<OIDCConfig>
  readonly idp?: Idp
}

/** Signs a user in at a provider with `logout: true`. */
export async function signedInApp({
  config,
  options,
  idp = createLogoutIdp(),
}: Changes = {}): Promise<LogoutApp> {
  const app = createApp({ providers: [oidcFor(idp, { logout: true, ...options })], ...config })
  const browser = new Browser(app)
  const response = await signInAt(idp, browser)
  if (response.headers.get('location') !== `${ORIGIN}/after`)
    throw new Error(`The sign-in failed: ${app.errors.join()}`)
  return { app, idp, browser }
}

/** Signs out with a form. @returns the URL to which the browser is sent */
export async function signOut(browser: Browser, fields: Record<string, string> = {}): Promise<string> {
  const response = await browser.post(`${BASE}/signout`, { callbackUrl: '/bye', ...fields })
  return response.headers.get('location') ?? `${response.status} ${await response.text()}`
}

/** Names of the cookies that a browser keeps for the application. */
export function cookieNames(browser: Browser): string[] {
  return browser.cookies(ORIGIN).map(({ name }) => name)
}

/** The messages of the errors and warnings that the application logged. */
export function listMessages({ log }: App): string[] {
  return log
    .filter(({ level }) => level !== 'debug')
    .map(({ level, entry, details }) =>
      level === 'warn' ? `${entry} ${details[0]}` : (entry as Error).message,
    )
}

/** Everything that the application logged, as text. */
export function logText({ log }: App): string {
  return log
    .map(({ entry, details }) =>
      [entry instanceof Error ? entry.stack : entry, JSON.stringify(details)].join(' '),
    )
    .join('\n')
}
