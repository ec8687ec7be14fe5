import { createServer } from 'node:http'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import express from 'express'
import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { ANN, createNodeApplication, type NodeApplication, signedInAt } from './application.ts'
import { PROTOCOLS, type RunningServer, sendRaw, serve, started } from './servers.ts'

isolateEnvironment()

/** The servers, each with the endpoints and `the application` at every other path. */
const SERVERS: readonly {
  readonly name: string
  readonly start: (application: NodeApplication) => Promise<RunningServer>
}[] = [
  ...PROTOCOLS.map((protocol) => ({
    name: `${protocol} of Node.js`,
    start: ({ handler }: NodeApplication) =>
      serve(protocol, (req, res) => handler(req, res, () => res.end('the application'))),
  })),
  {
    name: 'Express',
    start: ({ handler }) => {
      const app = express()
      app.use(handler)
      app.use((_, res) => void res.send('the application'))
      return started(createServer(app))
    },
  },
  {
    name: 'Express, behind body parsers and in a router',
    start: ({ handler }) => {
      const app = express()
      app.use(express.json(), express.urlencoded())
      app.use('/auth', handler)
      app.use((_, res) => void res.send('the application'))
      return started(createServer(app))
    },
  },
  {
    name: 'Fastify',
    start: async ({ handler }) => {
      const app = Fastify()
      app.addHook('onRequest', (request, reply, next) => void handler(request.raw, reply.raw, next))
      app.all('/auth', async () => 'the application')
      app.setNotFoundHandler(async () => 'the application')
      await app.ready()
      return started(app.server)
    },
  },
]

describe.for(SERVERS)('the handler on a server with $name', ({ start }) => {
  it('signs in and out', async () => {
    const server = await start(createNodeApplication())
    const browser = new Browser(server)
    const callback = `${server.origin}/auth/callback/credentials`
    const signedIn = await browser.post(callback, { ...ANN, callbackUrl: '/after' })
    expect(signedIn.headers.get('location')).toBe(`${server.origin}/after`)
    const session = await browser.get(`${server.origin}/auth/session`)
    expect(await session.json()).toMatchObject({ user: { name: 'Ann', email: ANN.email } })
    await browser.post(`${server.origin}/auth/signout`)
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).toBeNull()
  })

  it('reads a JSON body', async () => {
    const server = await start(createNodeApplication())
    const browser = new Browser(server)
    await browser.send(`${server.origin}/auth/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(ANN),
    })
    expect(browser.cookies(server.origin).map(({ name }) => name)).toContain('latchkey.session-token')
  })

  it('rejects a JSON body that is nested too deeply', async () => {
    const server = await start(createNodeApplication())
    const response = await new Browser(server).send(`${server.origin}/auth/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: `{"email":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    })
    expect(response.status).toBe(400)
  })

  it('rejects a cross-site form', async () => {
    const application = createNodeApplication()
    const server = await start(application)
    const browser = new Browser(server)
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    await browser.post(`${server.origin}/auth/callback/credentials`, ANN, headers)
    expect(browser.cookies(server.origin)).toEqual([])
    expect(application.errors).toEqual(['MissingCSRF'])
  })

  it('sends no body in response to HEAD, and keeps the headers', async () => {
    const server = await start(createNodeApplication())
    const response = await server.fetch(new Request(`${server.origin}/auth/signin`, { method: 'HEAD' }))
    expect(await response.text()).toBe('')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('rejects a body that is larger than 64 KB', async () => {
    const server = await start(createNodeApplication())
    const browser = new Browser(server)
    const large = { ...ANN, password: 'x'.repeat(70_000) }
    const response = await browser.post(`${server.origin}/auth/callback/credentials`, large)
    expect(response.status).toBe(413)
  })

  it.for(['/', '/auth', '/auth/other', '/auth2/session', '//auth/session', '/other?/auth/session'])(
    'leaves %s to the application',
    async (path) => {
      const server = await start(createNodeApplication())
      const response = await server.fetch(new Request(`${server.origin}${path}`))
      expect(await response.text()).toBe('the application')
    },
  )
})

describe('the handler', () => {
  const serveWithoutNext = async (application: NodeApplication): Promise<RunningServer> =>
    serve('HTTP/1.1', (req, res) => application.handler(req, res))

  it('responds with 404 to another path if there is no `next`', async () => {
    const { origin } = await serveWithoutNext(createNodeApplication())
    const response = await fetch(`${origin}/other`)
    expect({ status: response.status, text: await response.text() }).toEqual({
      status: 404,
      text: 'Not Found',
    })
  })

  it('serves the endpoints below the whole path of `basePath`', async () => {
    const { handler } = createNodeApplication({ basePath: '/shop/auth' })
    const app = express()
    const shop = express.Router()
    shop.use(handler)
    app.use('/shop', shop)
    const { origin } = await started(createServer(app))
    expect(await (await fetch(`${origin}/shop/auth/session`)).json()).toBeNull()
    expect((await fetch(`${origin}/auth/session`)).status).toBe(404)
  })

  it.each([
    { title: 'a malformed host', lines: ['GET /auth/session HTTP/1.1', 'Host: app.test/a'] },
    { title: 'the method TRACE', lines: ['TRACE /auth/session HTTP/1.1', 'Host: app.test'] },
  ])('responds with 400 to $title, and logs it', async ({ lines }) => {
    const application = createNodeApplication()
    const { port } = await serveWithoutNext(application)
    expect(await sendRaw(port, lines)).toMatch(/^HTTP\/1\.1 400 /)
    expect(application.errors).toEqual(['BadRequest'])
  })

  it('leaves another path with a malformed host to the application', async () => {
    const { handler } = createNodeApplication()
    const { port } = await serve('HTTP/1.1', (req, res) =>
      handler(req, res, () => res.end('the application')),
    )
    expect(await sendRaw(port, ['GET /other HTTP/1.1', 'Host: app.test/a'])).toContain('the application')
  })

  it('shows the error page if the body was read before, and logs how to fix it', async () => {
    const log: Error[] = []
    const { handler } = createNodeApplication({
      logger: { error: (error) => log.push(error), warn: () => undefined, debug: () => undefined },
    })
    const server = await serve('HTTP/1.1', (req, res) => {
      req.resume().on('end', () => handler(req, res))
    })
    const response = await new Browser(server).post(`${server.origin}/auth/callback/credentials`, ANN)
    expect(response.headers.get('location')).toContain('/auth/error?error=Configuration')
    expect(log.map(({ message }) => message).join()).toContain(
      "Run Latchkey's handler before the code that reads the body.",
    )
  })

  it('rejects with what `next` throws', async () => {
    const { handler } = createNodeApplication()
    const failed = vi.fn()
    const { origin } = await serve('HTTP/1.1', (req, res) =>
      handler(req, res, () => Promise.reject(new Error('of the application'))).catch((error) => {
        failed(error.message)
        res.end()
      }),
    )
    await fetch(`${origin}/other`)
    expect(failed).toHaveBeenCalledWith('of the application')
  })

  it('reads the environment with the first request', async () => {
    const { handler } = createNodeApplication({ secret: undefined, trustHost: undefined })
    vi.stubEnv('AUTH_URL', 'https://app.example.com/shop/auth')
    const { origin } = await serve('HTTP/1.1', (req, res) => handler(req, res))
    const response = await fetch(`${origin}/shop/auth/providers`)
    expect(await response.json()).toMatchObject({
      credentials: { signinUrl: 'https://app.example.com/shop/auth/signin/credentials' },
    })
  })

  it('continues after a client disconnects during a request', async () => {
    const application = createNodeApplication()
    const server = await serveWithoutNext(application)
    const controller = new AbortController()
    const body = new ReadableStream({
      start: (chunks) => chunks.enqueue(new TextEncoder().encode('email=ann')),
    })
    const init = { method: 'POST', body, duplex: 'half', signal: controller.signal } as RequestInit
    const sent = fetch(`${server.origin}/auth/callback/credentials`, init)
    setTimeout(() => controller.abort(), 50)
    await expect(sent).rejects.toThrow()
    await vi.waitFor(() => expect(application.errors).toEqual(['BadRequest']))
    const browser = await signedInAt(server)
    expect(await (await browser.get(`${server.origin}/auth/session`)).json()).not.toBeNull()
  })
})
