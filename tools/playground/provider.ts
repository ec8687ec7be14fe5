import { createServer } from 'node:http'
import type { Context, Middleware } from 'koa'
import Provider from 'oidc-provider'
import { interactions } from './interaction.ts'
import { closeHttpServer, isLoopbackRequest, listenOnLoopback } from './loopback.ts'
import { errorPage, homePage } from './pages.ts'
import { profileApi } from './profile-api.ts'
import { type PlaygroundClient, providerSettings } from './provider-settings.ts'
import { applyTheme, ICON, ICON_PATH, STYLE_SOURCE } from './theme.ts'
import { PICTURES, TEST_USERS, toClaims } from './users.ts'

/** The options of `startProvider`. */
export interface ProviderOptions {
  /** 0, the default, selects a free port. */
  readonly port?: number
  readonly clients: readonly PlaygroundClient[]
  /** Called for each request before it is handled, so that tests can count requests. */
  readonly onRequest?: (request: { readonly method: string; readonly path: string }) => void
}

/** A running provider. */
export interface RunningProvider {
  readonly issuer: string
  /** The test users, with the claims that an application receives. */
  readonly users: readonly ReturnType<typeof toClaims>[]
  close(): Promise<void>
}

/**
 * Starts "Playground ID", a real OpenID provider with test users: authorization code flow with
 * PKCE, RS256, refresh tokens for `scope=offline_access` with `prompt=consent`, sign-out by the
 * application, and an API. Access tokens expire after two minutes, and each refresh token works
 * once. It is reachable only from this computer.
 *
 * @throws {PortInUseError} when the port is in use
 */
export async function startProvider({
  port = 0,
  clients,
  onRequest,
}: ProviderOptions): Promise<RunningProvider> {
  const server = createServer()
  // The issuer contains the port, and the provider has to know its issuer. So the server listens
  // first.
  const issuer = `http://localhost:${await listenOnLoopback(server, port)}`
  const provider = new Provider(issuer, providerSettings(issuer, clients))
  provider.use(securityHeaders(onRequest))
  provider.use(staticPages(issuer, clients))
  provider.use(interactions(provider))
  provider.use(profileApi(provider))
  provider.on('server_error', (_ctx, error) => console.error('Playground ID failed:', error))
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return {
    issuer,
    users: TEST_USERS.map((user) => toClaims(user, issuer)),
    close: () => closeHttpServer(server),
  }
}

/**
 * Checks the host of every request, sets the security headers, and applies the theme to the one
 * page that `oidc-provider` renders itself.
 *
 * `script-src` is empty because `oidc-provider` adds the hash of that page's script to it.
 * `form-action` is missing on purpose, see `interactions`.
 */
function securityHeaders(onRequest: ProviderOptions['onRequest']): Middleware {
  const policy =
    `default-src 'none'; style-src ${STYLE_SOURCE}; img-src 'self'; script-src; ` +
    `base-uri 'none'; frame-ancestors 'none'`
  return async (ctx, next) => {
    if (!isLoopbackRequest(ctx.req)) return ctx.throw(421, 'Playground ID is only available at localhost')
    onRequest?.({ method: ctx.method, path: ctx.path })
    ctx.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
    await next()
    if (ctx.body === undefined && ctx.status === 404) showNotFound(ctx)
    if (typeof ctx.body === 'string' && ctx.response.is('html')) ctx.body = applyTheme(ctx.body)
  }
}

function staticPages(issuer: string, clients: readonly PlaygroundClient[]): Middleware {
  const clientNames = clients.map(({ clientName, clientId }) => clientName ?? clientId)
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const picture = ctx.path === ICON_PATH ? ICON : PICTURES.get(ctx.path)
    if (picture !== undefined) {
      ctx.type = 'image/svg+xml'
      ctx.body = picture
    } else if (ctx.path === '/') {
      ctx.body = homePage({ issuer, users: TEST_USERS, clientNames })
    } else {
      await next()
    }
  }
}

function showNotFound(ctx: Context): void {
  ctx.status = 404
  ctx.body = errorPage({ code: 'not_found', message: `There is no page at ${ctx.path}.`, fix: undefined })
}
