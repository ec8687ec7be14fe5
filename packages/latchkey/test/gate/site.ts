import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { createPasskey, type Passkey } from '@latchkey/test-support/kit/authenticator.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Idp } from '@latchkey/test-support/kit/idp.ts'
import { authenticate, register } from '@latchkey/test-support/kit/passkeys.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import {
  type AuthConfig,
  type CurrentUser,
  createAuth,
  memoryStore,
  type OAuthConfig,
  type Store,
} from 'latchkey'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import Code from 'latchkey/providers/code'
import Credentials from 'latchkey/providers/credentials'
import Password from 'latchkey/providers/password'
import WebAuthn from 'latchkey/providers/webauthn'
import { hashNew } from '../../src/passwords/hash.ts'
import { codeAt } from '../../src/second-factor/totp.ts'

export const USER = { id: 'ann', email: 'ann@example.com', name: 'Ann' }
export const VERIFY = `${BASE}/verify`
/** What server code signs in with. */
export const FIELDS = { password: 'right', redirectTo: '/after' }
export const START_OPTIONS = { amr: ['pwd'], redirectTo: '/after' }
const PASSWORD = 'violet harbour 71 lamps'
const HASH = hashNew(PASSWORD)
const PHONE = '+4915123456789'
const CLAIMS = { sub: 'ann-at-provider', email: USER.email, name: USER.name, email_verified: true }

export const METHODS = [
  'OAuth',
  'OIDC',
  'e-mail link',
  'text-message code',
  'credentials',
  'password',
  'passkey',
  'server-side signIn',
  'users.startSession',
] as const
export type Method = (typeof METHODS)[number]

export const STRATEGIES = ['jwt', 'database', 'hybrid'] as const
export type Strategy = (typeof STRATEGIES)[number]

/** An application with one user, who can sign in with every method. */
export interface Site {
  readonly app: App
  readonly auth: ReturnType<typeof createAuth>
  readonly adapter: CompleteAdapter
  readonly seen: Seen
  readonly browser: () => Browser
  /** Signs in up to where the second factor is asked for. */
  readonly signIn: (method: Method, browser: Browser) => Promise<SignInOutcome>
}

/** What the application was asked to keep or to notice. */
interface Seen {
  /** The sessions that the database got. */
  readonly sessions: string[]
  /** The names of the events. */
  readonly events: string[]
  /** The keys that the store got a value for. */
  readonly keys: string[]
}

export interface SignInOutcome {
  readonly url: string
  readonly requirement?: string | undefined
}

/** Serves the endpoints, and `/sign-in` and `/start-session`, which call server functions. */
export type Serve = (config: AuthConfig) => (request: Request) => Promise<Response>

export interface SiteOptions {
  readonly strategy?: Strategy
  readonly config?: Partial<AuthConfig>
  readonly store?: Store
  readonly adapter?: CompleteAdapter
  /** The integration that serves the application. Default: none, but `createAuth`. */
  readonly serve?: Serve
}

/** Creates the application and its user. */
export async function createSite({
  strategy = 'jwt',
  config,
  store = memoryStore(),
  adapter = memory(),
  serve,
}: SiteOptions = {}): Promise<Site> {
  await createUser(adapter)
  const idp = createIdp()
  const links: URL[] = []
  const codes: string[] = []
  const seen: Seen = { sessions: [], events: [], keys: [] }
  const names = ['signIn', 'signOut', 'createUser', 'linkAccount'] as const
  const app = createApp({
    adapter: {
      ...adapter,
      createSession(session) {
        seen.sessions.push(session.sessionToken)
        return adapter.createSession(session)
      },
    },
    store: recording(store, seen.keys),
    session: { strategy },
    secondFactor: {},
    mail: { name: 'none', from: 'app@app.test', send() {} },
    events: Object.fromEntries(names.map((name) => [name, () => void seen.events.push(name)])),
    providers: [
      ...providersFor(adapter, idp, { links, codes }),
      // It needs `account.security`.
      ...(isUnprotected(config) ? [] : [Password({ breached: false })]),
    ],
    ...config,
  })
  const auth = createAuth(app.config)
  const site = serve ? { origin: ORIGIN, fetch: serve(app.config) } : app
  const methods = {
    ...waysToSignIn({ app, auth, adapter, idp, links, codes }),
    ...(serve ? serverFunctions : {}),
  }
  return {
    app,
    auth,
    adapter,
    seen,
    browser: () => new Browser(site),
    async signIn(method, browser) {
      const outcome = await methods[method](browser)
      return outcome instanceof Response ? { url: outcome.headers.get('location') ?? '' } : outcome
    },
  }
}

async function createUser(adapter: CompleteAdapter): Promise<void> {
  if (await adapter.getUser(USER.id)) return
  await adapter.createUser({ ...USER, emailVerified: new Date() })
  const changedAt = new Date()
  await adapter.setPassword({ userId: USER.id, hash: await HASH, changedAt, mustChange: false })
  for (const provider of ['idp', 'oauth'])
    await adapter.linkAccount({ provider, providerAccountId: CLAIMS.sub, userId: USER.id, type: 'oidc' })
  await adapter.linkAccount({ provider: 'code', providerAccountId: PHONE, userId: USER.id, type: 'email' })
}

function providersFor(
  adapter: CompleteAdapter,
  idp: Idp,
  { links, codes }: { readonly links: URL[]; readonly codes: string[] },
): AuthConfig['providers'] {
  return [
    oidcFor(idp),
    { ...oidcFor(idp), id: 'oauth', type: 'oauth' } as OAuthConfig,
    {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: ({ url }) => void links.push(new URL(url)),
    },
    Code({ send: ({ code }) => void codes.push(code) }),
    Credentials({
      credentials: { password: { type: 'password' } },
      authorize: ({ password }) => (password === 'right' ? adapter.getUser(USER.id) : null),
    }),
    // So that a passkey can be the first factor only.
    WebAuthn({ authenticationOptions: { userVerification: 'preferred' } }),
  ]
}

interface Parts extends Pick<Site, 'app' | 'auth' | 'adapter'> {
  readonly idp: Idp
  readonly links: readonly URL[]
  readonly codes: readonly string[]
}

function waysToSignIn({
  app,
  auth,
  adapter,
  idp,
  links,
  codes,
}: Parts): Readonly<Record<Method, (browser: Browser) => Promise<Response | SignInOutcome>>> {
  idp.faults.userinfo = CLAIMS
  let passkey: Promise<Passkey> | undefined
  return {
    OIDC: (browser) => signInAt(idp, browser, { claims: CLAIMS }),
    OAuth: (browser) => signInAt(idp, browser, { provider: 'oauth', claims: CLAIMS }),
    async 'e-mail link'(browser) {
      await browser.post(`${BASE}/signin/email`, { email: USER.email, callbackUrl: '/after' })
      return browser.get(links.at(-1)?.href ?? '')
    },
    async 'text-message code'(browser) {
      await browser.post(`${BASE}/signin/code`, { phone: PHONE, callbackUrl: '/after' })
      return browser.post(`${BASE}/signin/code`, { code: codes.at(-1) ?? '' })
    },
    password: (browser) =>
      browser.post(`${BASE}/callback/password`, {
        email: USER.email,
        password: PASSWORD,
        callbackUrl: '/after',
      }),
    credentials: (browser) =>
      browser.post(`${BASE}/callback/credentials`, { ...FIELDS, callbackUrl: '/after' }),
    async passkey(browser) {
      passkey ??= addPasskey(app, adapter)
      // A passkey that does not verify its user is one factor.
      return authenticate(browser, await passkey, { isVerified: false })
    },
    async 'server-side signIn'(browser) {
      const { cookies, ...outcome } = await auth.signIn(callerOf(browser), {
        providerId: 'credentials',
        fields: { ...FIELDS, callbackUrl: '/after' },
      })
      plant(browser, cookies)
      return outcome
    },
    async 'users.startSession'(browser) {
      const { cookies, ...outcome } = await auth.users.startSession(callerOf(browser), USER.id, START_OPTIONS)
      plant(browser, cookies)
      return outcome
    },
  }
}

/** The routes of an integration that call its server functions. */
const serverFunctions = {
  'server-side signIn': async (browser: Browser) => outcomeOf(await browser.post(`${ORIGIN}/sign-in`)),
  'users.startSession': async (browser: Browser) => outcomeOf(await browser.post(`${ORIGIN}/start-session`)),
}

async function outcomeOf(response: Response): Promise<SignInOutcome> {
  return (await response.json()) as SignInOutcome
}

/** Adds a passkey of the user, at the same application without second factors. */
export async function addPasskey(app: App, adapter: CompleteAdapter): Promise<Passkey> {
  const { secondFactor: _, account: __, ...rest } = app.config
  const without = createApp({ ...rest, adapter, store: memoryStore(), session: {}, events: {} })
  const browser = new Browser(without)
  await browser.post(`${BASE}/callback/credentials`, { password: 'right' })
  const { passkey } = await register(browser, undefined, await createPasskey(ORIGIN))
  if ((await adapter.listAuthenticatorsByUserId(USER.id)).length === 0)
    throw new Error('No passkey was added.')
  return passkey
}

function recording(store: Store, keys: string[]): Store {
  return {
    get: (key) => store.get(key),
    set(key, value, ttl) {
      keys.push(key)
      return store.set(key, value, ttl)
    },
    add(key, amount, ttl) {
      keys.push(key)
      return store.add(key, amount, ttl)
    },
    delete: (key) => store.delete(key),
  }
}

/** Returns the user of a browser, who can set cookies. @param headers of the request */
export async function currentUser(
  { auth }: Site,
  browser: Browser,
  headers: Record<string, string> = {},
): Promise<CurrentUser | null> {
  return auth.currentUser(callerOf(browser, headers), (cookies) => plant(browser, cookies))
}

/** Returns the user of a browser. Throws if there is none. */
export async function signedInUser(site: Site, browser: Browser): Promise<CurrentUser> {
  const user = await currentUser(site, browser)
  if (user === null) throw new Error(`No user is signed in: ${site.app.errors.join()}`)
  return user
}

function callerOf(browser: Browser, headers: Record<string, string> = {}): Request {
  const page = `${ORIGIN}/account`
  return new Request(page, { headers: { cookie: browser.cookiesFor(ORIGIN), referer: page, ...headers } })
}

function plant(
  browser: Browser,
  cookies: readonly { readonly name: string; readonly value: string }[],
): void {
  for (const { name, value } of cookies) browser.plant(ORIGIN, name, value || 'deleted; Max-Age=0')
}

/** What a user has who set up an authenticator app. */
export interface Enrolled {
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Sets up an authenticator app for the user, in another browser. */
export async function enroll(site: Site): Promise<Enrolled> {
  const browser = site.browser()
  await site.signIn('credentials', browser)
  const { secondFactor } = await signedInUser(site, browser)
  const { id, secret } = await secondFactor.beginTotp()
  const { recoveryCodes } = await secondFactor.confirm(id, await currentCode(secret))
  for (const list of Object.values(site.seen)) list.length = 0
  return { secret, recoveryCodes }
}

/** Returns the code of an authenticator app. @param steps how many steps later than now */
export function currentCode(secret: string, steps = 0): Promise<string> {
  return codeAt(secret, Math.floor(Date.now() / 30_000) + steps)
}

/** Sends a code for the sign-in that waits in a browser. */
export function sendCode(
  browser: Browser,
  code: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.post(VERIFY, { code, ...fields }, headers)
}

function isUnprotected(config: Partial<AuthConfig> = {}): boolean {
  return typeof config.account === 'object' && config.account.security === false
}
