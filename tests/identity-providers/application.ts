import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'
import { type Adapter, customFetch, type OIDCConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError, type CurrentUser, Latchkey } from 'latchkey/node'
import OIDC from 'latchkey/providers/oidc'
import type {
  IdentityProvider,
  Registration,
  SignInAtProvider,
  StartProvider,
} from './servers/identity-provider.ts'
import { basicAuth, Traffic } from './traffic.ts'

const BASE_PATH = '/auth'
const CLIENT = { clientId: 'latchkey-tests', clientSecret: 'the-secret_of.the-client' }
/** The page to which sign-ins and sign-outs lead. */
const AFTER = '/after'

/** The result of a call of the current user. */
export type Outcome<T> = { readonly value: T } | { readonly error: string; readonly reason?: string }

/** Starts an application, and the provider at which it is registered. */
export async function startApplication(
  startProvider: StartProvider,
  options: Partial<OIDCConfig> = {},
): Promise<Application> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const base = `${origin}${BASE_PATH}`
  const registration = {
    ...CLIENT,
    origin,
    redirectUri: `${base}/callback/idp`,
    postLogoutRedirectUri: `${base}/signout/idp`,
    backchannelLogoutUri: options.backchannelLogout ? `${base}/backchannel-logout/idp` : undefined,
  }
  const provider = await startProvider(registration)
  const application = new Application(provider, registration, options)
  await new Promise<void>((resolve) => application.server.listen(port, '127.0.0.1', resolve))
  return application
}

/** A server with an application, the provider where its users sign in, and their browsers. */
export class Application {
  readonly provider: IdentityProvider
  readonly server: Server
  readonly origin: string
  /** The URL to which sign-outs lead. */
  readonly after: string
  /** The types of the errors that were logged. */
  readonly errors: string[] = []
  readonly #base: string
  readonly #registration: Registration
  readonly #traffic = new Traffic()
  readonly #adapter: Adapter = memory()
  readonly #userIds = new Set<string>()

  constructor(provider: IdentityProvider, registration: Registration, options: Partial<OIDCConfig>) {
    this.provider = provider
    this.origin = registration.origin
    this.after = `${this.origin}${AFTER}`
    this.#base = `${this.origin}${BASE_PATH}`
    this.#registration = registration
    const { handler, currentUser } = Latchkey({
      basePath: BASE_PATH,
      secret: 'a secret that only this application knows',
      trustHost: true,
      adapter: this.#adapter,
      session: { strategy: 'jwt' },
      providers: [this.#configOf(options)],
      events: { signIn: ({ user }) => void this.#userIds.add(user.id ?? '') },
      logger: {
        error: (error) => void this.errors.push(error instanceof AuthError ? error.type : error.message),
      },
    })
    this.server = createServer((req, res) => {
      void handler(req, res, async () => showOutcome(req, res, await currentUser(req, res)))
    })
  }

  #configOf(options: Partial<OIDCConfig>): OIDCConfig {
    const { issuer, config } = this.provider
    const fetch = { [customFetch]: this.#traffic.fetch }
    return OIDC({ id: 'idp', name: 'The provider', issuer, ...CLIENT, ...config, ...options, ...fetch })
  }

  /** Signs in, and returns what the provider asked on the way. */
  async signIn(browser: Browser): Promise<SignInAtProvider> {
    const start = await browser.post(`${this.#base}/signin/idp`, { callbackUrl: AFTER })
    const atProvider = await this.provider.signIn(browser, start)
    await browser.follow(await browser.get(atProvider.url))
    return atProvider
  }

  /** Returns a browser in which the user is signed in. */
  async signedIn(): Promise<Browser> {
    const browser = new Browser()
    await this.signIn(browser)
    return browser
  }

  /** Signs out of the application only. Returns the response, which may lead to the provider. */
  startSignOut(browser: Browser, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
    return browser.post(`${this.#base}/signout`, { callbackUrl: AFTER, ...fields })
  }

  /** Signs out, also at the provider if the application leads there. Returns where that ended. */
  async signOut(browser: Browser, fields?: Readonly<Record<string, string>>): Promise<string> {
    const start = await this.startSignOut(browser, fields)
    const location = start.headers.get('location') ?? ''
    if (!location.startsWith(new URL(this.provider.issuer).origin)) return location
    const back = await this.provider.signOut(browser, start)
    return (await browser.get(back)).headers.get('location') ?? back
  }

  /** Ends the newest session at the provider in its browser, as another application does. */
  async signOutElsewhere(browser: Browser): Promise<void> {
    const { end_session_endpoint: endpoint } = await this.#endpoints()
    const parameters = new URLSearchParams({
      id_token_hint: this.#traffic.newest('id_token'),
      client_id: CLIENT.clientId,
      post_logout_redirect_uri: this.#registration.postLogoutRedirectUri,
    })
    const headers = { location: `${endpoint}?${parameters}` }
    await this.provider.signOut(browser, new Response(null, { status: 302, headers }))
  }

  /** Returns the e-mail address of the user who is signed in, or `null`. */
  async userIn(browser: Browser): Promise<string | null> {
    const response = await browser.get(`${this.#base}/session`)
    return ((await response.json()) as { user: { email: string } } | null)?.user.email ?? null
  }

  /** Calls `user.tokens()`. @param minValid in seconds */
  async tokens(browser: Browser, minValid: number): Promise<Outcome<{ readonly accessToken: string }>> {
    return (await browser.get(`${this.origin}/tokens?minValid=${minValid}`)).json() as Promise<
      Outcome<{ accessToken: string }>
    >
  }

  /** Calls `user.accounts.unlink()`. */
  async unlink(browser: Browser): Promise<Outcome<boolean>> {
    return (await browser.get(`${this.origin}/unlink`)).json() as Promise<Outcome<boolean>>
  }

  /** Replaces the refresh tokens of all users. */
  async replaceRefreshTokens(refreshToken: string): Promise<void> {
    for (const id of this.#userIds)
      for (const account of (await this.#adapter.listAccounts?.(id)) ?? [])
        await this.#adapter.updateAccount?.({ ...account, refresh_token: refreshToken })
  }

  /** Runs a function while the application sends a wrong client secret. */
  async withWrongSecret<T>(run: () => Promise<T>): Promise<T> {
    this.#traffic.hasWrongSecret = true
    return run().finally(() => (this.#traffic.hasWrongSecret = false))
  }

  /** Sends the newest refresh token to the provider. Returns whether it is still accepted. */
  async isRefreshTokenValid(): Promise<boolean> {
    const { token_endpoint: endpoint } = await this.#endpoints()
    const form = { grant_type: 'refresh_token', refresh_token: this.#traffic.newest('refresh_token') }
    const headers = { authorization: basicAuth(CLIENT) }
    return (await fetch(endpoint, { method: 'POST', headers, body: new URLSearchParams(form) })).ok
  }

  /** Sends an access token to the userinfo endpoint. Returns whether it is accepted. */
  async isAccessTokenValid(token: string): Promise<boolean> {
    const { userinfo_endpoint: endpoint } = await this.#endpoints()
    return (await fetch(endpoint, { headers: { authorization: `Bearer ${token}` } })).ok
  }

  async #endpoints(): Promise<Endpoints> {
    const issuer = this.provider.issuer.replace(/\/$/, '')
    return (await fetch(`${issuer}/.well-known/openid-configuration`)).json() as Promise<Endpoints>
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
    await this.provider.stop()
  }
}

type Endpoints = Readonly<Record<'token_endpoint' | 'userinfo_endpoint' | 'end_session_endpoint', string>>
type Call = (user: CurrentUser, search: URLSearchParams) => Promise<unknown>

/** The pages that call a function of the current user. */
const CALLS: Readonly<Record<string, Call>> = {
  '/tokens': (user, search) => user.tokens('idp', { minValid: Number(search.get('minValid')) }),
  '/unlink': async ({ accounts }) => {
    const [account] = await accounts.list()
    return accounts.unlink('idp', account?.providerAccountId ?? '', { allowLast: true })
  },
}

async function showOutcome(
  req: IncomingMessage,
  res: ServerResponse,
  user: CurrentUser | null,
): Promise<void> {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://localhost')
  const call = CALLS[pathname]
  if (call === undefined) return void res.end('The application')
  if (user === null) return void res.writeHead(401).end('{"error":"signed out"}')
  const outcome = await call(user, searchParams).then(
    (value) => ({ value }),
    ({ name, type = name, reason }) => ({ error: type, reason }),
  )
  res.setHeader('content-type', 'application/json').end(JSON.stringify(outcome))
}
