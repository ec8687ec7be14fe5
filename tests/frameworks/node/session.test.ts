import { createHash } from 'node:crypto'
import { createServer, type ServerResponse, request as sendRequest } from 'node:http'
import { oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createLogoutIdp } from '@latchkey/test-support/kit/idp.ts'
import express from 'express'
import Fastify from 'fastify'
import memory from 'latchkey/adapters/memory'
import type { NodeRequest, NodeResponse } from 'latchkey/node'
import { describe, expect, it } from 'vitest'
import {
  ANN,
  createNodeApplication,
  type NodeApplication,
  sessionCookies,
  signedInAt,
} from './application.ts'
import { PROTOCOLS, type RunningServer, sendRaw, serve, started } from './servers.ts'

/** Renews the session with each read. */
const renewing = { session: { updateAge: 0 } }

/** Starts a server that serves the endpoints, and calls `respond` for any other path. */
function serveWith(
  { handler }: NodeApplication,
  respond: (req: NodeRequest, res: NodeResponse) => Promise<unknown>,
  protocol: (typeof PROTOCOLS)[number] = 'HTTP/1.1',
): Promise<RunningServer> {
  return serve(protocol, (req, res) =>
    handler(req, res, async () => {
      try {
        const value = await respond(req, res)
        if (!res.writableEnded) res.end(JSON.stringify(value ?? null))
      } catch (error) {
        if (res.writableEnded) return
        res.statusCode = 500
        res.end(JSON.stringify({ type: (error as { type?: string }).type }))
      }
    }),
  )
}

describe.for(PROTOCOLS)('`auth` over %s', (protocol) => {
  it('returns the session, or null', async () => {
    const application = createNodeApplication()
    const server = await serveWith(application, (req, res) => application.auth(req, res), protocol)
    expect(await (await new Browser(server).get(server.origin)).json()).toBeNull()
    const browser = await signedInAt(server)
    const response = await browser.get(server.origin)
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' }, expires: expect.any(String) })
    expect(sessionCookies(response)).toEqual([])
  })

  it('renews the session with the response, once, and keeps other cookies', async () => {
    const application = createNodeApplication(renewing)
    const respond = async (req: NodeRequest, res: NodeResponse): Promise<unknown> => {
      res.setHeader('Set-Cookie', 'other=1')
      await application.auth(req, res)
      return application.auth(req, res)
    }
    const server = await serveWith(application, respond, protocol)
    const response = await (await signedInAt(server)).get(server.origin)
    expect(sessionCookies(response)).toHaveLength(1)
    expect(response.headers.getSetCookie()[0]).toBe('other=1')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('keeps an update that was made while the session was read', async () => {
    let release = (): void => {}
    const isUpdated = new Promise<void>((resolve) => {
      release = resolve
    })
    const application = createNodeApplication({
      ...renewing,
      callbacks: {
        async jwt({ token, trigger, session }) {
          if (trigger === undefined) await isUpdated
          return trigger === 'update' ? { ...token, name: session.user.name } : token
        },
      },
    })
    const respond = async (req: NodeRequest, res: NodeResponse): Promise<unknown> => {
      const reading = application.auth(req, res)
      await application.update(req, res, { user: { name: 'Bea' } })
      release()
      return reading
    }
    const server = await serveWith(application, respond, protocol)
    const browser = await signedInAt(server)
    expect(sessionCookies(await browser.post(server.origin))).toHaveLength(1)
    const session = await browser.get(`${server.origin}/auth/session`)
    expect(await session.json()).toMatchObject({ user: { name: 'Bea' } })
  })

  it.each<{ title: string; send: (res: ServerResponse) => void }>([
    {
      title: 'an object',
      send: (res) => res.writeHead(200, { 'cache-control': 'public', 'set-cookie': 'a=1' }),
    },
    {
      title: 'a reason and an object',
      send: (res) => res.writeHead(200, 'OK', { 'Cache-Control': 'public', 'Set-Cookie': ['a=1'] }),
    },
    {
      title: 'a list',
      send: (res) => res.writeHead(200, ['Cache-Control', 'public', 'Set-Cookie', 'a=1']),
    },
    {
      title: '`setHeader`',
      send: (res) => {
        res.setHeader('Cache-Control', 'public')
        res.setHeader('Set-Cookie', 'a=1')
        res.flushHeaders()
      },
    },
  ])('keeps its cookie out of caches if the response sets headers with $title', async ({ send }) => {
    const application = createNodeApplication(renewing)
    const respond = async (req: NodeRequest, res: NodeResponse): Promise<void> => {
      await application.auth(req, res)
      send(res as ServerResponse)
    }
    const server = await serveWith(application, respond, protocol)
    const response = await (await signedInAt(server)).get(server.origin)
    expect(sessionCookies(response)).toHaveLength(1)
    expect(response.headers.getSetCookie()).toContain('a=1')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('sets no cookie without a response', async () => {
    const application = createNodeApplication(renewing)
    const server = await serveWith(application, (req) => application.auth(req), protocol)
    const response = await (await signedInAt(server)).get(server.origin)
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('only reads when the headers were sent, or the method is HEAD', async () => {
    const application = createNodeApplication(renewing)
    const respond = async (req: NodeRequest, res: NodeResponse): Promise<unknown> => {
      if (req.method !== 'HEAD') (res as ServerResponse).write(' ')
      return application.auth(req, res)
    }
    const server = await serveWith(application, respond, protocol)
    const browser = await signedInAt(server)
    const response = await browser.get(server.origin)
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.getSetCookie()).toEqual([])
    const head = await browser.send(server.origin, { method: 'HEAD' })
    expect(head.headers.getSetCookie()).toEqual([])
  })
})

describe('`auth`', () => {
  it('throws if the configuration is invalid or the host is not trusted', async () => {
    for (const config of [{ providers: [{} as never] }, { trustHost: false }]) {
      const application = createNodeApplication(config)
      const server = await serveWith(application, (req, res) => application.auth(req, res))
      const response = await fetch(server.origin)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ type: application.errors[0] })
    }
  })

  it('reads the session of a connection that is upgraded', async () => {
    const application = createNodeApplication()
    const server = await serveWith(application, async () => null)
    const browser = await signedInAt(server)
    const http = createServer()
    const upgraded = new Promise((resolve) => {
      http.on('upgrade', (req, socket) => {
        resolve(application.auth(req))
        socket.destroy()
      })
    })
    const { origin } = await started(http)
    const headers = { cookie: browser.cookiesFor(server.origin), connection: 'upgrade', upgrade: 'websocket' }
    sendRequest(origin, { headers })
      .on('error', () => undefined)
      .end()
    expect(await upgraded).toMatchObject({ user: { name: 'Ann' } })
  })

  it('renews the session in a response of Fastify', async () => {
    const { handler, auth } = createNodeApplication(renewing)
    const app = Fastify()
    app.addHook('onRequest', (request, reply, next) => void handler(request.raw, reply.raw, next))
    app.get('/', async (request, reply) => auth(request.raw, reply.raw))
    await app.ready()
    const server = await started(app.server)
    const response = await (await signedInAt(server)).get(server.origin)
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(sessionCookies(response)).toHaveLength(1)
  })
})

describe.for(PROTOCOLS)('`currentUser` over %s', (protocol) => {
  // proves TOK-1
  it('returns the user, or null', async () => {
    const application = createNodeApplication()
    const server = await serveWith(application, (req, res) => application.currentUser(req, res), protocol)
    expect(await (await new Browser(server).get(server.origin)).json()).toBeNull()
    const response = await (await signedInAt(server)).get(server.origin)
    expect(await response.json()).toMatchObject({ id: 'ann' })
    expect(sessionCookies(response)).toEqual([])
  })

  // proves TOK-1
  it('renews the session only with a response whose headers were not sent', async () => {
    const application = createNodeApplication(renewing)
    const respond = async (req: NodeRequest, res: NodeResponse): Promise<unknown> => {
      if (req.url === '/sent') (res as ServerResponse).write(' ')
      return req.url === '/read-only' ? application.currentUser(req) : application.currentUser(req, res)
    }
    const server = await serveWith(application, respond, protocol)
    const browser = await signedInAt(server)
    for (const path of ['/read-only', '/sent', '/']) {
      const response = await browser.get(server.origin + path)
      expect(await response.json()).toMatchObject({ id: 'ann' })
      expect({ path, cookies: sessionCookies(response).length }).toEqual({ path, cookies: +(path === '/') })
    }
  })
})

describe.for(PROTOCOLS)('`protect` over %s', (protocol) => {
  const start = async (config = {}): Promise<RunningServer> => {
    const application = createNodeApplication(config)
    return serveWith(application, (req, res) => application.protect(req, res), protocol)
  }

  it('returns the session, and prevents caches from storing the page', async () => {
    const server = await start()
    const response = await (await signedInAt(server)).get(`${server.origin}/account`)
    expect(await response.json()).toMatchObject({ user: { name: 'Ann' } })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('redirects a page to the sign-in page, which redirects back', async () => {
    const server = await start()
    const browser = new Browser(server)
    const url = `${server.origin}/account?tab=1`
    const response = await browser.get(url)
    expect(response.status).toBe(302)
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.pathname).toBe('/auth/signin')
    expect(location.searchParams.get('callbackUrl')).toBe(url)
  })

  it('does not repeat a form at the sign-in page', async () => {
    const server = await start()
    const response = await new Browser(server).post(`${server.origin}/account`)
    expect(response.status).toBe(303)
  })

  it.for<Record<string, string>>([
    { accept: 'application/json' },
    { accept: 'application/json, text/plain, */*' },
    { accept: '*/*', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-dest': 'image' },
    { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
  ])('responds to a script with 401: %o', async (headers) => {
    const server = await start()
    const response = await new Browser(server).get(`${server.origin}/account`, headers)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ error: 'Please sign in.' })
  })

  it.for<Record<string, string>>([
    { accept: '*/*' },
    { accept: '*/*', 'sec-fetch-mode': 'cors' },
    { accept: 'text/html, application/json' },
  ])('redirects clients that do not identify themselves as scripts: %o', async (headers) => {
    const server = await start()
    const response = await new Browser(server).get(`${server.origin}/account`, headers)
    expect(response.status).toBe(302)
  })

  it('redirects to the sign-in page of the application', async () => {
    const server = await start({ pages: { signIn: '/login' } })
    const response = await new Browser(server).get(`${server.origin}/account`)
    expect(response.headers.get('location')).toMatch(`${server.origin}/login?callbackUrl=`)
  })

  it('sends the error page if the host is not trusted', async () => {
    const server = await start({ trustHost: false })
    const response = await new Browser(server).get(`${server.origin}/account`)
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toContain('text/html')
  })

  it('throws if the session cannot be read', async () => {
    const broken = () => {
      throw new Error('the database is down')
    }
    const server = await start({ callbacks: { session: broken } })
    const response = await (await signedInAt(server)).get(`${server.origin}/account`)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 500,
      body: { type: 'SessionError' },
    })
  })
})

describe('a renewed session in a framework', () => {
  const expectRenewal = (response: Response): void => {
    expect(sessionCookies(response)).toHaveLength(1)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  }

  it('is sent by Express with `private, no-store`, even with an error', async () => {
    const { handler, auth } = createNodeApplication(renewing)
    const app = express()
    app.use(handler)
    app.use(async (req, res, next) => {
      await auth(req, res)
      next()
    })
    app.get('/public', (_, res) => void res.set('Cache-Control', 'public, max-age=60').send('a page'))
    app.get('/broken', () => {
      throw new Error('The route failed.')
    })
    app.set('env', 'test')
    const server = await started(createServer(app))
    const browser = await signedInAt(server)
    expectRenewal(await browser.get(`${server.origin}/public`))
    const broken = await browser.get(`${server.origin}/broken`)
    expect(broken.status).toBe(500)
    expectRenewal(broken)
  })

  it('is sent by Fastify beside the cookies of `reply`', async () => {
    const { handler, auth } = createNodeApplication(renewing)
    const app = Fastify()
    app.addHook('onRequest', (request, reply, next) => void handler(request.raw, reply.raw, next))
    app.get('/', async (request, reply) => {
      await auth(request.raw, reply.raw)
      return reply.header('set-cookie', 'a=1').header('cache-control', 'public, max-age=60').send('a page')
    })
    await app.ready()
    const server = await started(app.server)
    const response = await (await signedInAt(server)).get(server.origin)
    expect(response.headers.getSetCookie()).toContain('a=1')
    expectRenewal(response)
  })
})

describe('`protect` as middleware', () => {
  async function startExpress({ protect, handler }: NodeApplication): Promise<RunningServer> {
    const app = express()
    app.use(protect, handler)
    app.get('/login', (_, res) => void res.send('the sign-in page'))
    app.get('/account', (_, res) => void res.send('the account'))
    const onError: express.ErrorRequestHandler = (error, _, res, __) => void res.status(500).send(error.type)
    app.use(onError)
    return started(createServer(app))
  }

  it('calls the next middleware only if the user is signed in', async () => {
    const server = await startExpress(createNodeApplication())
    expect((await new Browser(server).get(`${server.origin}/account`)).status).toBe(302)
    const browser = await signedInAt(server)
    expect(await (await browser.get(`${server.origin}/account`)).text()).toBe('the account')
  })

  it('lets requests for the endpoints and for the sign-in page through', async () => {
    const server = await startExpress(createNodeApplication({ pages: { signIn: '/login' } }))
    const browser = new Browser(server)
    expect(await (await browser.get(`${server.origin}/login?callbackUrl=/account`)).text()).toBe(
      'the sign-in page',
    )
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toBeNull()
  })

  it('protects the path that the sign-in page has on another host', async () => {
    const pages = { signIn: 'https://login.test/account' }
    const server = await startExpress(createNodeApplication({ pages }))
    const response = await new Browser(server).get(`${server.origin}/account`)
    expect(response.headers.get('location')).toMatch(/^https:\/\/login\.test\/account\?callbackUrl=/)
  })

  it.each([
    '/members/../login',
    '/members/%2e%2E/login',
    '/members/x\\..\\..\\login',
    'http://app.test/members/../login',
    '/members/../auth/signin',
  ])(
    'protects a path that leads to the sign-in only after `../../../packages/latchkey/test` is resolved: %s',
    async (path) => {
      const { protect } = createNodeApplication({ pages: { signIn: '/login' } })
      const app = express()
      app.use(protect)
      // Express does not resolve the `../../../packages/latchkey/test`.
      app.use('/members', (_, res) => void res.send('for members'))
      const { port } = await started(createServer(app))
      const response = await sendRaw(port, [`GET ${path} HTTP/1.1`, 'Host: app.test'])
      expect(response).toMatch(/^HTTP\/1.1 302 /)
      expect(response).not.toContain('for members')
    },
  )

  it('passes an error on', async () => {
    const broken = () => {
      throw new Error('the database is down')
    }
    const server = await startExpress(createNodeApplication({ callbacks: { session: broken } }))
    const response = await (await signedInAt(server)).get(`${server.origin}/account`)
    expect(await response.text()).toBe('SessionError')
  })

  it('protects routes of Fastify as a hook', async () => {
    const { handler, protect } = createNodeApplication()
    const app = Fastify()
    app.addHook('onRequest', (request, reply, next) => void handler(request.raw, reply.raw, next))
    app.register(async (members) => {
      members.addHook('onRequest', async (request, reply) => {
        if ((await protect(request.raw, reply.raw)) === null) reply.hijack()
      })
      members.get('/account', async () => 'the account')
    })
    await app.ready()
    const server = await started(app.server)
    expect((await new Browser(server).get(`${server.origin}/account`)).status).toBe(302)
    const browser = await signedInAt(server)
    expect(await (await browser.get(`${server.origin}/account`)).text()).toBe('the account')
  })
})

describe('`signIn` and `signOut`', () => {
  const start = (application: NodeApplication): Promise<RunningServer> =>
    serveWith(application, (req, res) => {
      const [, name, variant] = (req.url ?? '').split('/')
      const redirect = variant === 'url' ? { redirect: false } : {}
      if (name === 'out') return application.signOut(req, res, { redirectTo: '/left', ...redirect })
      if (name === 'in')
        return application.signIn(req, res, 'credentials', { ...ANN, redirectTo: '/account', ...redirect })
      return application.signIn(req, res)
    })

  it('sign in and out, and redirect', async () => {
    const server = await start(createNodeApplication())
    const browser = new Browser(server)
    const signedIn = await browser.post(`${server.origin}/in`)
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, `${server.origin}/account`])
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).not.toBeNull()
    const signedOut = await browser.post(`${server.origin}/out`)
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, `${server.origin}/left`])
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toBeNull()
  })

  // proves OUT-1, OUT-3
  it('sign out at the provider, unless `provider` is false', async () => {
    const idp = createLogoutIdp()
    const application = createNodeApplication({ providers: [oidcFor(idp, { logout: true })] })
    const server = await serveWith(application, (req, res) =>
      application.signOut(req, res, { redirectTo: '/left', ...(req.url === '/here' && { provider: false }) }),
    )
    for (const [path, target] of [
      ['/everywhere', 'https://id.test/logout'],
      ['/here', `${server.origin}/left`],
    ] as const) {
      const browser = new Browser(server)
      const start = await browser.post(`${server.origin}/auth/signin/idp`)
      await browser.get(idp.agree(start.headers.get('location') ?? '').href)
      const { origin, pathname } = new URL(
        (await browser.post(server.origin + path)).headers.get('location') ?? '',
      )
      expect(origin + pathname).toBe(target)
      expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toBeNull()
    }
  })

  it('return the URL without a redirect if `redirect` is false', async () => {
    const server = await start(createNodeApplication())
    const browser = new Browser(server)
    const response = await browser.post(`${server.origin}/in/url`)
    expect([response.status, await response.json()]).toEqual([200, `${server.origin}/account`])
    expect(sessionCookies(response)).toHaveLength(1)
    expect(await (await browser.post(`${server.origin}/out/url`)).json()).toEqual({
      redirect: `${server.origin}/left`,
    })
  })

  it('redirect to the sign-in page without a provider, and back to the page of the form', async () => {
    const server = await start(createNodeApplication())
    const referer = `${server.origin}/page`
    const response = await new Browser(server).post(`${server.origin}/other`, {}, { referer })
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.pathname).toBe('/auth/signin')
    expect(location.searchParams.get('callbackUrl')).toBe(referer)
  })

  it('reject a request from another site', async () => {
    const application = createNodeApplication()
    const server = await start(application)
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const browser = await signedInAt(server)
    for (const path of ['in', 'out'])
      expect(await (await browser.post(`${server.origin}/${path}`, {}, headers)).json()).toEqual({
        type: 'MissingCSRF',
      })
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).not.toBeNull()
  })
})

describe('`update`, `revokeSessions` and `removeAccess`', () => {
  it('update the session for this request and the next ones', async () => {
    const application = createNodeApplication({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === 'update' ? { ...token, name: session.user.name } : token,
      },
    })
    const server = await serveWith(application, async (req, res) => {
      const updated = await application.update(req, res, { user: { name: 'Ada' } })
      return [updated, await application.auth(req, res)]
    })
    const browser = await signedInAt(server)
    const sessions = await (await browser.post(server.origin)).json()
    expect(sessions).toMatchObject([{ user: { name: 'Ada' } }, { user: { name: 'Ada' } }])
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toMatchObject({
      user: { name: 'Ada' },
    })
  })

  it.each(['revokeSessions', 'removeAccess'] as const)('end all sessions of a user: %s', async (name) => {
    const application = createNodeApplication()
    const server = await serveWith(application, () => application[name]('ann'))
    const browser = await signedInAt(server)
    await browser.post(server.origin)
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toBeNull()
  })

  it('end the other sessions of a user, and keep the one of the request', async () => {
    const application = createNodeApplication()
    const server = await serveWith(application, (req, res) =>
      application.revokeSessions('ann', { except: 'current', req, res }),
    )
    const [browser, other] = [await signedInAt(server), await signedInAt(server)]
    await browser.post(server.origin)
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).not.toBeNull()
    expect(await (await other.get(`${server.origin}/auth/session`)).json()).toBeNull()
  })
})

it('works with sessions in a database', async () => {
  const adapter = memory()
  const application = createNodeApplication({ adapter, session: { strategy: 'database' } })
  const user = await adapter.createUser?.({ id: '', email: ANN.email, emailVerified: null, name: 'Ann' })
  const expires = new Date(Date.now() + 60_000)
  const sessionToken = createHash('sha256').update('token').digest('hex')
  await adapter.createSession?.({ sessionToken, userId: user?.id ?? '', expires })
  const server = await serveWith(application, (req, res) => application.protect(req, res))
  const browser = new Browser(server)
  browser.plant(server.origin, 'latchkey.session-token', 'token')
  const response = await browser.get(server.origin)
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Ann')])
})
