import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestByHttp, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import type { Passwords } from 'latchkey'
import { AuthError, SignInIncomplete } from 'latchkey/errors'
import { Latchkey as NextLatchkey } from 'latchkey/next'
import { Latchkey as NodeLatchkey } from 'latchkey/node'
import { Latchkey as SolidLatchkey } from 'latchkey/solid-start'
import { Latchkey as SvelteKitLatchkey } from 'latchkey/sveltekit'
import { NextRequest } from 'next/server.js'
import { provideRequestEvent } from 'solid-js/web/storage'
import { onTestFinished, vi } from 'vitest'
import { FIELDS, type Serve, type SignInOutcome, START_OPTIONS, USER } from './site.ts'

const { requests, events } = vi.hoisted(() => ({
  // Filled below: a hoisted function runs before the imports.
  requests: { current: undefined as AsyncLocalStorage<NextRequest> | undefined },
  events: { current: undefined as AsyncLocalStorage<object> | undefined },
}))
vi.mock('next/headers.js', () => ({
  headers: async () => requests.current?.getStore()?.headers,
  cookies: async () => requests.current?.getStore()?.cookies,
}))
// SvelteKit's own modules exist only in its builds.
vi.mock('$app/paths', () => ({ base: '', resolve: (path: string) => path }))
vi.mock('$app/server', () => ({ getRequestEvent: () => events.current?.getStore() }))

const nextRequests = new AsyncLocalStorage<NextRequest>()
const kitEvents = new AsyncLocalStorage<object>()
requests.current = nextRequests
events.current = kitEvents

/** Each integration, as its route, hook or listener calls it. Its server functions have routes. */
export const INTEGRATIONS: Readonly<Record<string, Serve>> = {
  'Next.js': (config) => {
    const { handlers, signIn, users, passwords } = NextLatchkey({ ...config, basePath: '/auth' })
    const call = callerOf(
      () => signIn('credentials', { ...FIELDS, redirect: false }),
      () => users.startSession(USER.id, START_OPTIONS),
      passwords.signUp,
    )
    return async (request) => {
      // As Next.js adds them.
      request.headers.set('host', new URL(ORIGIN).host)
      request.headers.set('x-forwarded-proto', 'https')
      const next = new NextRequest(request)
      if (!isOwn(request)) return handlers[request.method as 'GET' | 'POST'](next)
      const before = new Map(next.cookies.getAll().map(({ name, value }) => [name, value]))
      const response = await nextRequests.run(next, () => call(request))
      for (const { name, value } of next.cookies.getAll())
        if (before.get(name) !== value)
          response.headers.append('set-cookie', `${name}=${value}${value === '' ? '; Max-Age=0' : ''}`)
      return response
    }
  },
  SvelteKit: (config) => {
    const { handle, signIn, users, passwords } = SvelteKitLatchkey(config)
    return (request) => {
      const event = kitEvent(request)
      const call = callerOf(
        async () =>
          (await signIn(event as never, { providerId: 'credentials', ...FIELDS, redirect: false })).url,
        () => users.startSession(USER.id, START_OPTIONS),
        passwords.signUp,
      )
      return kitEvents.run(event, () => handle({ event: event as never, resolve: () => call(request) }))
    }
  },
  SolidStart: (config) => {
    const { GET, POST, signIn, users, passwords } = SolidLatchkey({ ...config, basePath: '/auth' })
    const call = callerOf(
      () => signIn('credentials', { ...FIELDS, redirect: false }),
      () => users.startSession(USER.id, START_OPTIONS),
      passwords.signUp,
    )
    return async (request) => {
      const handler = request.method === 'GET' ? GET : POST
      if (!isOwn(request)) return (await handler({ request })) as Response
      const event = { request, response: { headers: new Headers() }, locals: {} }
      const response = await provideRequestEvent(event as never, () => call(request))
      for (const cookie of event.response.headers.getSetCookie())
        response.headers.append('set-cookie', cookie)
      return response
    }
  },
  'Node.js': (config) => {
    // The server has another address than the application.
    const { handler, signIn, users, passwords } = NodeLatchkey({ ...config, baseUrl: ORIGIN })
    const listen = async (req: IncomingMessage, res: ServerResponse) => {
      const call = callerOf(
        () => signIn(req, res, 'credentials', { ...FIELDS, redirect: false }),
        () => users.startSession(req, res, USER.id, START_OPTIONS),
        passwords(req, res).signUp,
      )
      await handler(req, res, async () => {
        const response = await call(new Request(new URL(req.url ?? '', ORIGIN)))
        res.end(await response.text())
      })
    }
    const server = createServer((req, res) => void listen(req, res)).listen(0, '127.0.0.1')
    const isListening = once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return async (request) => {
      await isListening
      return sendTo((server.address() as AddressInfo).port, request)
    }
  },
}

const PATHS = { '/sign-in': 'signIn', '/start-session': 'startSession', '/sign-up': 'signUp' } as const

function isOwn(request: Request): boolean {
  return new URL(request.url).pathname in PATHS
}

/** Returns the route that calls a server function, and sends its outcome. */
function callerOf(
  signIn: () => Promise<string>,
  startSession: () => Promise<SignInOutcome>,
  signUp: Passwords['signUp'],
): (request: Request) => Promise<Response> {
  return async ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    const calls = {
      signIn: async () => ({ url: await signIn() }),
      startSession,
      signUp: () => signUp(Object.fromEntries(searchParams) as never),
    }
    try {
      return Response.json(await calls[PATHS[pathname as keyof typeof PATHS]]())
    } catch (error) {
      if (error instanceof SignInIncomplete)
        return Response.json({ url: error.url, requirement: error.requirement })
      throw error instanceof AuthError ? new Error(`${error.type}: ${error.message}`) : error
    }
  }
}

function kitEvent(request: Request): object {
  const pairs = (request.headers.get('cookie') ?? '').split('; ').filter(Boolean)
  const store = new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
  return {
    url: new URL(request.url),
    request,
    route: { id: null },
    locals: {},
    isDataRequest: false,
    cookies: {
      get: (name: string) => store.get(name),
      getAll: () => [...store].map(([name, value]) => ({ name, value })),
      set: (name: string, value: string) => void store.set(name, value),
    },
  }
}

/** Sends a request unchanged: `fetch` would add headers of its own. */
async function sendTo(port: number, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const sent = requestByHttp({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: pathname + search,
    headers: { ...Object.fromEntries(request.headers), 'content-length': body.length },
  }).end(body)
  const [received] = (await once(sent, 'response')) as [IncomingMessage]
  const headers = new Headers()
  for (const [name, values] of Object.entries(received.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const content = await buffer(received)
  return new Response(content.length > 0 ? content.toString() : null, {
    status: received.statusCode ?? 500,
    headers,
  })
}
