import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { httpsSite } from '@latchkey/test-support/browser/https-site.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { startNginx } from '@latchkey/test-support/machine/nginx.mjs'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { Latchkey } from 'latchkey/node'
import Credentials from 'latchkey/providers/credentials'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

// The page "Behind a reverse proxy", whose configuration nginx runs here.

const HOST = 'app.example.test'
let server: Server
let nginx: Awaited<ReturnType<typeof startNginx>>
let origin: string
/** The session that the application creates at the next sign-in. */
let name = 'Ada'

beforeAll(async () => {
  const [port = 0, application = 0] = await freePorts(2)
  origin = `https://${HOST}:${port}`
  const { handler } = Latchkey({
    secret: randomBytes(32).toString('base64url'),
    trustHost: true,
    basePath: '/auth',
    limits: { clientAddress: (headers) => headers.get('x-real-ip'), client: { attempts: 3, seconds: 60 } },
    providers: [
      Credentials({
        credentials: { user: {}, password: { type: 'password' } },
        authorize: ({ password }) => (password === 'right' ? { id: 'ada', name } : null),
      }),
    ],
    logger: { error: () => undefined, warn: () => undefined },
  })
  server = createServer(handler)
  await new Promise<void>((listening) => server.listen(application, '127.0.0.1', listening))
  nginx = await startNginx([{ host: HOST, port, application, forwardsHost: true }])
})
beforeEach(() => {
  name = 'Ada'
})
afterAll(async () => {
  await nginx?.stop()
  server?.close()
})

const browser = () => new Browser(httpsSite(origin, nginx.certificate))

const signIn = (visitor: Browser, user: string, password: string, headers = {}) =>
  visitor.post(`${origin}/auth/callback/credentials`, { user, password }, headers)

const callbackUrl = async (headers: Record<string, string>) =>
  (await (await browser().get(`${origin}/auth/providers`, headers)).json()).credentials.callbackUrl

describe('an application behind nginx, as the documentation configures it', () => {
  // proves P-HO-1, P-HO-3
  test('knows its public address, regardless of what a client sends', async () => {
    const expected = `${origin}/auth/callback/credentials`
    expect(await callbackUrl({})).toBe(expected)
    const spoofed = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    expect(await callbackUrl(spoofed)).toBe(expected)
    expect((await browser().get(`${origin}/auth/providers`, { host: 'evil.example' })).status).toBe(421)
    const { headers } = await browser().get(`${origin}/auth/csrf`)
    expect(headers.getSetCookie()[0]).toMatch(
      /^__Host-latchkey\.csrf-token=.*; Path=\/.*; HttpOnly; Secure; SameSite=Lax/,
    )
  })

  test('sets and reads a session that needs several cookies', async () => {
    const visitor = browser()
    // Almost the largest session that Node.js reads: three quarters of it are the text itself.
    name = 'A'.repeat(8_000)
    expect((await signIn(visitor, 'ada', 'right')).status).toBe(302)
    expect(visitor.cookiesFor(origin).length).toBeGreaterThan(10_600)
    const session = await visitor.get(`${origin}/auth/session`)
    expect({ status: session.status, body: await session.json() }).toMatchObject({
      status: 200,
      body: { user: { name } },
    })
  })

  test('counts failed sign-ins by the address of the client, not by one that it sends', async () => {
    const attempt = async (index: number) => {
      const address = `192.0.2.${index}`
      const headers = { accept: 'application/json', 'x-real-ip': address, 'x-forwarded-for': address }
      return (await signIn(browser(), `user ${index}`, 'wrong', headers)).status
    }
    const statuses: number[] = []
    for (let index = 0; index < 4; index++) statuses.push(await attempt(index))
    expect(statuses).toEqual([401, 401, 401, 429])
  })
})
