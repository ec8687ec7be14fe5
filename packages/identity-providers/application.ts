import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { customFetch, type OIDCConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError, type CurrentUser, Latchkey } from 'latchkey/node'
import OIDC from 'latchkey/providers/oidc'
import { freePort } from '../../scripts/ports.mjs'
import type { Browser } from '../latchkey/test/kit/browser.ts'
import type { IdentityProvider, Registration, StartProvider, Visit } from './servers/identity-provider.ts'

const BASE_PATH = '/auth'
const CLIENT_ID = 'latchkey-tests'
/** The page to which sign-ins and sign-outs lead. */
export const AFTER = '/after'

/** The result of a call of the current user. */
export type Outcome<T> = { readonly value: T } | { readonly error: string; readonly reason?: string }

/** A server with an application, and the provider where its users sign in. */
export interface Application {
  readonly origin: string
  readonly registration: Registration
  readonly provider: IdentityProvider
  /** The types of the errors that were logged. */
  readonly errors: readonly string[]
  /** Sends the newest refresh token to the provider. @returns whether it is still accepted */
  readonly isRefreshTokenValid: () => Promise<boolean>
  /** Sends an access token to the userinfo endpoint. @returns whether it is accepted */
  readonly isAccessTokenValid: (token: string) => Promise<boolean>
  /** Signs in, and returns what the provider asked on the way. */
  readonly signIn: (browser: Browser) => Promise<Visit>
  /** Signs out. @returns the URL to which the sign-out led */
  readonly signOut: (browser: Browser, fields?: Record<string, string>) => Promise<string>
  /** Ends the session of a browser at the provider, as another application of it does. */
  readonly signOutElsewhere: (browser: Browser, idToken: string) => Promise<void>
  /** The newest ID token. */
  readonly idToken: () => string
  /** Returns the e-mail address of the user who is signed in, or `null`. */
  readonly userIn: (browser: Browser) => Promise<string | null>
  /** Calls `user.tokens()`. @param minValid in seconds; an hour refreshes every token */
  readonly tokens: (browser: Browser, minValid: number) => Promise<Outcome<{ accessToken: string }>>
  /** Calls `user.accounts.unlink()`. */
  readonly unlink: (browser: Browser) => Promise<Outcome<boolean>>
  /** Replaces the refresh tokens of all users. */
  readonly replaceRefreshTokens: (refreshToken: string) => Promise<void>
  /** Runs a function while the application sends a wrong client secret. */
  readonly withWrongSecret: <T>(run: () => Promise<T>) => Promise<T>
  readonly stop: () => Promise<void>
}

/** Starts an application, and the provider at which it is registered. */
export async function startApplication(
  startProvider: StartProvider,
  options: Partial<OIDCConfig> = {},
): Promise<Application> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const base = `${origin}${BASE_PATH}`
  const registration = {
    clientId: CLIENT_ID,
    clientSecret: 'the-secret_of.the-client',
    origin,
    redirectUri: `${base}/callback/idp`,
    postLogoutRedirectUri: `${base}/signout/idp`,
    backchannelLogoutUri: `${base}/backchannel-logout/idp`,
  }
  const provider = await startProvider(registration)
  const traffic = new Traffic()
  const errors: string[] = []
  const adapter = memory()
  const userIds = new Set<string>()
  const { handler, currentUser } = Latchkey({
    basePath: BASE_PATH,
    secret: 'a secret that only this application knows',
    trustHost: true,
    adapter,
    session: { strategy: 'jwt' },
    providers: [
      OIDC({
        id: 'idp',
        name: 'The provider',
        issuer: provider.issuer,
        clientId: registration.clientId,
        clientSecret: registration.clientSecret,
        ...provider.config,
        ...options,
        [customFetch]: traffic.fetch,
      }),
    ],
    events: { signIn: ({ user }) => void userIds.add(user.id ?? '') },
    logger: { error: (error) => void errors.push(error instanceof AuthError ? error.type : error.message) },
  })
  const calls: Readonly<Record<string, (user: CurrentUser, search: URLSearchParams) => Promise<unknown>>> = {
    '/tokens': (user, search) => user.tokens('idp', { minValid: Number(search.get('minValid')) }),
    '/unlink': async ({ accounts }) => {
      const [account] = await accounts.list()
      return accounts.unlink('idp', account?.providerAccountId ?? '', { allowLast: true })
    },
  }
  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(req.url ?? '', origin)
    const call = calls[pathname]
    if (call === undefined) return void res.end('The application')
    const user = await currentUser(req, res)
    if (user === null) return void res.writeHead(401).end('null')
    const outcome = await call(user, searchParams).then(
      (value) => ({ value }),
      ({ name, type = name, reason }) => ({ error: type, reason }),
    )
    res.setHeader('content-type', 'application/json').end(JSON.stringify(outcome))
  }
  const server = createServer((req, res) => void handler(req, res, () => void serve(req, res)))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const json = async <T>(browser: Browser, path: string): Promise<T> =>
    (await browser.get(`${origin}${path}`)).json() as Promise<T>
  return {
    origin,
    registration,
    provider,
    errors,
    async isRefreshTokenValid() {
      const { token_endpoint } = await endpointsOf(provider)
      const { clientId, clientSecret } = registration
      const form = { grant_type: 'refresh_token', refresh_token: traffic.refreshTokens.at(-1) ?? '' }
      const headers = { authorization: basicAuth(clientId, clientSecret) }
      const body = new URLSearchParams(form)
      return (await fetch(token_endpoint, { method: 'POST', headers, body })).ok
    },
    async isAccessTokenValid(token) {
      const { userinfo_endpoint } = await endpointsOf(provider)
      return (await fetch(userinfo_endpoint, { headers: { authorization: `Bearer ${token}` } })).ok
    },
    async signIn(browser) {
      const start = await browser.post(`${base}/signin/idp`, { callbackUrl: AFTER })
      const visit = await provider.signIn(browser, start)
      await browser.follow(await browser.get(visit.url))
      return visit
    },
    async signOut(browser, fields = {}) {
      const start = await browser.post(`${base}/signout`, { callbackUrl: AFTER, ...fields })
      const location = start.headers.get('location') ?? ''
      if (!location.startsWith(new URL(provider.issuer).origin)) return location
      const back = await provider.signOut(browser, start)
      return (await browser.get(back)).headers.get('location') ?? back
    },
    async signOutElsewhere(browser, idToken) {
      const { end_session_endpoint } = await endpointsOf(provider)
      const parameters = new URLSearchParams({
        id_token_hint: idToken,
        client_id: CLIENT_ID,
        post_logout_redirect_uri: registration.postLogoutRedirectUri,
      })
      const location = `${end_session_endpoint}?${parameters}`
      await provider.signOut(browser, new Response(null, { status: 302, headers: { location } }))
    },
    idToken: () => traffic.idTokens.at(-1) ?? '',
    async userIn(browser) {
      const session = await json<{ user: { email: string } } | null>(browser, `${BASE_PATH}/session`)
      return session?.user.email ?? null
    },
    tokens: (browser, minValid) => json(browser, `/tokens?minValid=${minValid}`),
    unlink: (browser) => json(browser, '/unlink'),
    async replaceRefreshTokens(refreshToken) {
      for (const id of userIds)
        for (const account of (await adapter.listAccounts?.(id)) ?? [])
          await adapter.updateAccount?.({ ...account, refresh_token: refreshToken })
    },
    async withWrongSecret(run) {
      traffic.hasWrongSecret = true
      return run().finally(() => (traffic.hasWrongSecret = false))
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await provider.stop()
    },
  }
}

interface Endpoints {
  readonly token_endpoint: string
  readonly userinfo_endpoint: string
  readonly end_session_endpoint: string
}

async function endpointsOf({ issuer }: IdentityProvider): Promise<Endpoints> {
  const discovery = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  return (await fetch(discovery)).json() as Promise<Endpoints>
}

/** The requests of an application to its provider. */
class Traffic {
  readonly refreshTokens: string[] = []
  readonly idTokens: string[] = []
  hasWrongSecret = false

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (this.hasWrongSecret && headers.has('authorization'))
      headers.set('authorization', basicAuth(CLIENT_ID, 'wrong'))
    const response = await fetch(input, { ...init, headers })
    if (response.ok && String(input).endsWith('/token')) {
      const tokens = (await response.clone().json()) as Record<
        'refresh_token' | 'id_token',
        string | undefined
      >
      if (tokens.refresh_token !== undefined) this.refreshTokens.push(tokens.refresh_token)
      if (tokens.id_token !== undefined) this.idTokens.push(tokens.id_token)
    }
    return response
  }
}

function basicAuth(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${clientId}:${clientSecret}`)}`
}
