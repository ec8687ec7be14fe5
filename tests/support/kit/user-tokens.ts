import type { AdapterAccount, AuthConfig, OIDCConfig } from 'latchkey'
import { createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { vi } from 'vitest'
import type { CurrentUser } from '../../../packages/latchkey/src/types/current-user.ts'
import { type App, createApp, ORIGIN, oidcFor } from './app.ts'
import { Browser } from './browser.ts'
import { createIdp, type Idp } from './idp.ts'
import { readSession, type SignIn, signInAt } from './sign-in.ts'

export const HOUR = 60 * 60

/** An application that calls the API of a provider, and a browser whose user has signed in. */
export interface TokenApp {
  readonly app: App
  readonly idp: Idp
  readonly browser: Browser
  /** The tokens of the sign-in. */
  readonly issued: { readonly accessToken: string; readonly refreshToken: string }
  /** Returns the user of the browser. With `'write'`, methods can set cookies. */
  readonly user: (mode?: 'write', browser?: Browser) => Promise<CurrentUser>
  readonly isSignedIn: () => Promise<boolean>
}

/** What a test changes. */
export interface Changes extends SignIn {
  readonly config?: Partial<AuthConfig>
  readonly options?: Partial<OIDCConfig>
  readonly idp?: Idp
  /** Lifetime of the access token of the sign-in, in seconds. */
  readonly lifetime?: number
  /** Members of the token response of the sign-in. */
  readonly tokens?: Readonly<Record<string, unknown>>
}

/** Signs a user in at a provider that issues refresh tokens. */
export async function signedInApp(changes: Changes = {}): Promise<TokenApp> {
  const { config = {}, options, idp = createIdp(), lifetime, tokens, ...signIn } = changes
  const app = createApp({ adapter: memory(), providers: [oidcFor(idp, options)], ...config })
  const auth = createAuth(app.config)
  const browser = new Browser(app)
  const issued = idp.issue(lifetime)
  Object.assign(idp.faults.token ?? {}, tokens)
  const response = await signInAt(idp, browser, signIn)
  if (response.headers.get('location') !== `${ORIGIN}/after`)
    throw new Error(`The sign-in failed: ${app.errors.join()}`)
  return {
    app,
    idp,
    browser,
    issued,
    isSignedIn: async () => (await readSession(browser)) !== null,
    async user(mode, from = browser) {
      const request = new Request(`${ORIGIN}/page`, { headers: { cookie: from.cookiesFor(ORIGIN) } })
      const write = (cookies: readonly { name: string; value: string; options: object }[]): void => {
        for (const { name, value } of cookies) from.plant(ORIGIN, name, value || 'deleted; Max-Age=0')
      }
      const user = await auth.currentUser(request, mode && write)
      if (user === null) throw new Error('No user is signed in.')
      return user
    },
  }
}

/** Returns the user in another process of the application, which remembers nothing of this one. */
export async function userInOtherProcess({ app, browser }: TokenApp): Promise<CurrentUser> {
  vi.resetModules()
  const other = await import('latchkey')
  const headers = { cookie: browser.cookiesFor(ORIGIN) }
  const user = await other.createAuth(app.config).currentUser(new Request(`${ORIGIN}/page`, { headers }))
  if (user === null) throw new Error('No user is signed in.')
  // Loads the modules of that process, which remember refreshes.
  await catchError(user.tokens('unknown'))
  vi.resetModules()
  return user
}

/** Lets time pass. @param seconds how much */
export function passTime(seconds: number): void {
  vi.useFakeTimers({ now: Date.now() + seconds * 1000, toFake: ['Date'] })
}

/** Returns the accounts of the user as they are stored. */
export async function findRows({ app, user }: TokenApp): Promise<AdapterAccount[]> {
  const { id } = await user()
  return (await app.config.adapter?.listAccounts?.(id)) ?? []
}

/** Returns the error of a call. */
export function catchError(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  )
}
