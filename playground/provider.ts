import { createServer } from 'node:http'
import type { Context, Middleware } from 'koa'
import Provider from 'oidc-provider'
import { interactions } from './interaction.ts'
import { dress, ICON, ICON_PATH, STYLE_SOURCE } from './look.ts'
import { closeHttpServer, listenOnLoopback, namesThisComputer } from './loopback.ts'
import { errorPage, homePage } from './pages.ts'
import { claimsOf, PEOPLE, PICTURES } from './people.ts'
import { type PlaygroundClient, providerSettings } from './provider-settings.ts'

/** How to start the provider. */
export interface ProviderOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number
  readonly clients: readonly PlaygroundClient[]
  /** Told of each request before it is answered, so that a test can count them. */
  readonly onRequest?: (request: { readonly method: string; readonly path: string }) => void
}

/** A provider that runs. */
export interface RunningProvider {
  readonly issuer: string
  /** Whom one can be, as the claims that an application gets. */
  readonly people: readonly ReturnType<typeof claimsOf>[]
  close(): Promise<void>
}

/**
 * Starts "Playground ID", a real OpenID provider with people to be: authorization code flow with PKCE, RS256, refresh tokens
 * for `scope=offline_access` with `prompt=consent`, sign-out by the application. Reached from this computer only.
 * Throws `PortTaken`.
 */
export async function startProvider({
  port = 0,
  clients,
  onRequest,
}: ProviderOptions): Promise<RunningProvider> {
  const server = createServer()
  // The issuer holds the port, and the provider must know its issuer: the server listens first.
  const issuer = `http://localhost:${await listenOnLoopback(server, port)}`
  const provider = new Provider(issuer, providerSettings(issuer, clients))
  provider.use(frame(onRequest))
  provider.use(ownPages(issuer, clients))
  provider.use(interactions(provider))
  provider.on('server_error', (_ctx, error) => console.error('Playground ID failed:', error))
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return {
    issuer,
    people: PEOPLE.map((person) => claimsOf(person, issuer)),
    close: () => closeHttpServer(server),
  }
}

/**
 * Round every answer: who may ask, what a page may load, and our style for the one page that the library draws itself.
 * `script-src` is empty because the library adds the hash of that page's script to it. `form-action` is missing on purpose, see `interactions`.
 */
function frame(onRequest: ProviderOptions['onRequest']): Middleware {
  const policy = `default-src 'none'; style-src ${STYLE_SOURCE}; img-src 'self'; script-src; base-uri 'none'; frame-ancestors 'none'`
  return async (ctx, next) => {
    if (!namesThisComputer(ctx.req)) return ctx.throw(421, 'Playground ID answers as localhost only')
    onRequest?.({ method: ctx.method, path: ctx.path })
    ctx.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    })
    await next()
    if (ctx.body === undefined && ctx.status === 404) sayThatThereIsNothing(ctx)
    if (typeof ctx.body === 'string' && ctx.response.is('html')) ctx.body = dress(ctx.body)
  }
}

function ownPages(issuer: string, clients: readonly PlaygroundClient[]): Middleware {
  const clientNames = clients.map(({ clientName, clientId }) => clientName ?? clientId)
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
    const picture = ctx.path === ICON_PATH ? ICON : PICTURES.get(ctx.path)
    if (picture !== undefined) {
      ctx.type = 'image/svg+xml'
      ctx.body = picture
    } else if (ctx.path === '/') {
      ctx.body = homePage({ issuer, people: PEOPLE, clientNames })
    } else {
      await next()
    }
  }
}

function sayThatThereIsNothing(ctx: Context): void {
  ctx.status = 404
  ctx.body = errorPage({ code: 'not_found', message: `There is nothing at ${ctx.path}.`, cure: undefined })
}
