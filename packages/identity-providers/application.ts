import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { OIDCConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError, Latchkey } from 'latchkey/node'
import OIDC from 'latchkey/providers/oidc'
import { freePort } from '../../scripts/ports.mjs'
import { Browser } from '../latchkey/test/kit/browser.ts'
import type { IdentityProvider, StartProvider, Visit } from './servers/identity-provider.ts'

const BASE_PATH = '/auth'
/** The page to which sign-ins and sign-outs lead. */
export const AFTER = '/after'

/** The result of `user.tokens()`, or the type of its error. */
export interface TokensResult {
  readonly accessToken?: string
  readonly scopes?: readonly string[]
  readonly error?: string
  readonly reason?: string
}

/** A server with an application, and the provider where its users sign in. */
export interface Application {
  readonly origin: string
  readonly provider: IdentityProvider
  /** The types of the errors that were logged. */
  readonly errors: readonly string[]
  /** Signs in, and returns what the provider asked on the way. */
  readonly signIn: (browser: Browser) => Promise<Visit>
  /** Signs out, also at the provider. @returns the URL to which the sign-out led */
  readonly signOut: (browser: Browser, fields?: Record<string, string>) => Promise<string>
  /** Returns the e-mail address of the user who is signed in, or `null`. */
  readonly userIn: (browser: Browser) => Promise<string | null>
  /** Calls `user.tokens()`. @param minValid in seconds; 3,600 refreshes every token */
  readonly tokens: (browser: Browser, minValid: number) => Promise<TokensResult>
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
    clientId: 'latchkey',
    clientSecret: 'the-secret-of-the-client-at-the-provider',
    origin,
    redirectUri: `${base}/callback/idp`,
    postLogoutRedirectUri: `${base}/signout/idp`,
    backchannelLogoutUri: `${base}/backchannel-logout/idp`,
  }
  const provider = await startProvider(registration)
  const { clientId, clientSecret } = registration
  const { issuer, config } = provider
  const idp = OIDC({ id: 'idp', name: 'IdP', issuer, clientId, clientSecret, ...config, ...options })
  const errors: string[] = []
  const { handler, currentUser } = Latchkey({
    basePath: BASE_PATH,
    secret: 'a secret that only this application knows',
    trustHost: true,
    adapter: memory(),
    session: { strategy: 'jwt' },
    providers: [idp],
    logger: {
      error: (error) => {
        errors.push(error instanceof AuthError ? error.type : error.message)
        if (process.env.IDP_DEBUG) console.error(error, (error as any).cause)
      },
    },
  })
  const showTokens = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const minValid = Number(new URL(req.url ?? '', origin).searchParams.get('minValid'))
    const user = await currentUser(req, res)
    const result = await user?.tokens('idp', { minValid }).catch(({ type, reason }) => ({ error: type, reason }))
    res.setHeader('content-type', 'application/json').end(JSON.stringify(result ?? null))
  }
  const server = createServer((req, res) => {
    void handler(req, res, () =>
      req.url?.startsWith('/tokens') ? void showTokens(req, res) : void res.end('The application'),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    origin,
    provider,
    errors,
    async signIn(browser) {
      const start = await browser.post(`${base}/signin/idp`, { callbackUrl: AFTER })
      const visit = await provider.signIn(browser, start)
      await browser.follow(await browser.get(visit.url))
      return visit
    },
    async signOut(browser, fields = {}) {
      const start = await browser.post(`${base}/signout`, { callbackUrl: AFTER, ...fields })
      const location = start.headers.get('location') ?? ''
      if (!location.startsWith(issuerOrigin(issuer))) return location
      const back = await provider.signOut(browser, start)
      return (await browser.get(back)).headers.get('location') ?? back
    },
    async userIn(browser) {
      const session = (await (await browser.get(`${base}/session`)).json()) as {
        user: { email: string }
      } | null
      return session?.user.email ?? null
    },
    async tokens(browser, minValid) {
      return (await browser.get(`${origin}/tokens?minValid=${minValid}`)).json() as Promise<TokensResult>
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await provider.stop()
    },
  }
}

const issuerOrigin = (issuer: string): string => new URL(issuer).origin
