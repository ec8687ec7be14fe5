import { Hono } from 'hono'
import { type AuthConfig, createAuth } from 'latchkey'
import { Latchkey as FetchLatchkey } from 'latchkey/fetch'
import { Latchkey as HonoLatchkey } from 'latchkey/hono'
import { Latchkey as NextLatchkey } from 'latchkey/next'
import { Latchkey as SolidLatchkey } from 'latchkey/solid-start'
import { Latchkey as SvelteKitLatchkey } from 'latchkey/sveltekit'
import { NextRequest } from 'next/server.js'
import { vi } from 'vitest'
import { BASE, ORIGIN } from './app.ts'

// SvelteKit's own modules exist only in its builds.
vi.mock('$app/paths', () => ({ base: '', resolve: (path: string) => path }))
vi.mock('$app/server', () => ({ getRequestEvent: () => undefined }))

/** How the endpoints of an application are called. */
export interface Integration {
  readonly name: string
  /** URL of the endpoints. */
  readonly base: string
  readonly respond: (config: AuthConfig, request: Request) => Promise<Response>
}

/** The core and each integration, as their route or hook calls them. */
export const INTEGRATIONS: readonly Integration[] = [
  { name: 'createAuth', base: BASE, respond: (config, request) => createAuth(config).handle(request) },
  {
    name: 'Next.js',
    base: `${ORIGIN}/api/auth`,
    respond: (config, request) =>
      NextLatchkey(config).handlers[request.method as 'GET' | 'POST'](new NextRequest(request)),
  },
  {
    name: 'SvelteKit',
    base: BASE,
    respond: (config, request) => {
      const event = {
        url: new URL(request.url),
        request,
        route: { id: null },
        locals: {},
        isDataRequest: false,
      }
      const resolve = (): Response => new Response()
      return SvelteKitLatchkey(config).handle({ event: event as never, resolve })
    },
  },
  {
    name: 'SolidStart',
    base: `${ORIGIN}/api/auth`,
    respond: async (config, request) =>
      (await SolidLatchkey(config)[request.method as 'GET' | 'POST']({ request })) as Response,
  },
  {
    name: 'Hono',
    base: BASE,
    respond: async (config, request) => new Hono().use(HonoLatchkey(config).latchkey).fetch(request),
  },
  {
    name: 'a function from a request to a response',
    base: BASE,
    respond: (config, request) => FetchLatchkey(config).latchkey(() => new Response())(request),
  },
]
