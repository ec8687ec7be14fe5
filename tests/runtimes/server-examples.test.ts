import { open, press, signInAtProvider } from '@latchkey/test-support/browser/steps.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { openRaw, pathsWith, spellings } from '@latchkey/test-support/kit/spellings.ts'
import { findProgram } from '@latchkey/test-support/machine/runtimes.ts'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { startProvider } from '@latchkey/test-support/servers/provider.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Installation } from './installation.ts'
import { sendAndAbort } from './send-and-abort.ts'
import { installExamples, type RunningExample, type ServerExample, startServer } from './server-examples.ts'

/**
 * The servers of the page.
 *
 * - `usesProtect`: the page is protected by `protect`.
 * - `hasHome`: the home page has a link to sign in, or a button to sign out.
 * - `hasApi`: `/api/me` responds with 401 to every client without a session.
 */
const SERVERS: readonly (ServerExample & {
  readonly usesProtect?: boolean
  readonly hasHome?: boolean
  readonly hasApi?: boolean
})[] = [
  { title: 'node:http', program: 'node', args: ['node-http.ts'], usesProtect: true, hasHome: true },
  { title: 'Express', program: 'node', args: ['express.ts'], usesProtect: true, hasHome: true },
  {
    title: 'Express below a path',
    program: 'node',
    args: ['express-below-path.ts'],
    usesProtect: true,
    hasApi: true,
  },
  { title: 'Fastify', program: 'node', args: ['fastify.ts'], usesProtect: true, hasHome: true },
  {
    title: 'Hono',
    program: 'node',
    args: ['hono.ts'],
    usesProtect: true,
    hasHome: true,
    hasApi: true,
  },
  { title: 'Bun', program: 'bun', args: ['--no-install', 'serve-bun.ts'] },
  {
    title: 'Deno',
    program: 'deno',
    args: [
      'serve',
      '--no-prompt',
      '--host=127.0.0.1',
      '--port=$PORT',
      '--allow-env',
      '--allow-net',
      'fetch.ts',
    ],
  },
]

/**
 * What replaces the configuration of the page: providers that work without an account at GitHub.
 */
const CONFIG = `
import Credentials from 'latchkey/providers/credentials'
import OIDC from 'latchkey/providers/oidc'

export const config = {
  session: { updateAge: Number(process.env.UPDATE_AGE ?? 86_400) },
  callbacks: {
    jwt: ({ token, session }) => (session ? { ...token, name: session.name } : token),
  },
  providers: [
    Credentials({
      credentials: { email: { label: 'E-mail' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ email, password }) =>
        password === 'right' ? { id: String(email), name: 'Ann', email: String(email) } : null,
    }),
    OIDC({ id: 'idp', name: 'Playground' }),
  ],
}
`
const FILES = [
  { name: 'config.ts', code: CONFIG },
  {
    name: 'auth.ts',
    code: `
import { Latchkey } from 'latchkey/node'
import { config } from './config.ts'

export const { handler, auth, protect, signIn, signOut, update } = Latchkey(config)
`,
  },
  {
    name: 'web-auth.ts',
    code: `
import { createAuth } from 'latchkey'
import { config } from './config.ts'

export const auth = createAuth(config)
`,
  },
  {
    name: 'hono-auth.ts',
    code: `
import { Latchkey } from 'latchkey/hono'
import { config } from './config.ts'

export const { latchkey, protect, signIn, signOut, update } = Latchkey(config)
`,
  },
  {
    name: 'fetch-auth.ts',
    code: `
import { Latchkey } from 'latchkey/fetch'
import { config } from './config.ts'

export const { latchkey, auth, protect, signIn, signOut, update } = Latchkey(config)
`,
  },
  {
    name: 'serve-bun.ts',
    code: `
import server from './fetch.ts'

Bun.serve({ ...server, hostname: '127.0.0.1', port: process.env.PORT })
`,
  },
  {
    // The endpoints in a router, after a parser, with the routes of the page.
    name: 'express-below-path.ts',
    code: `
import express from 'express'
import { api } from './api.ts'
import { handler, protect } from './auth.ts'
import { router } from './sign-in.ts'

const app = express()
app.use(express.json(), express.urlencoded())
app.use('/auth', handler)
app.use(router)
app.use('/api', api)
app.use('/account', protect)
app.get('/account', (_, res) => res.json({ account: 'Ann' }))
app.listen(Number(process.env.PORT), '127.0.0.1')
`,
  },
]

/** Positions in `ports`. A port is not used twice, because clients keep their connections. */
const [LOGIN, NODE_AUTH, WEB_AUTH, CONVERSION] = [0, 1, 2, 3].map((index) => SERVERS.length + index)

const CLIENT = { clientId: 'the-application', clientSecret: 'a secret that only the provider knows' }
const ANN = { email: 'ann@example.com', password: 'right' }

let ports: number[]
const portAt = (index = 0): number => ports[index] ?? 0
let provider: Awaited<ReturnType<typeof startProvider>>
let examples: Installation
let settings: Record<string, string>

beforeAll(async () => {
  ports = await freePorts(SERVERS.length + 5)
  const redirectUris = ports.map((port) => `http://127.0.0.1:${port}/auth/callback/idp`)
  provider = await startProvider({ clients: [{ ...CLIENT, redirectUris }] })
  examples = installExamples(FILES)
  settings = {
    AUTH_SECRET: 'the secret that only the environment knows',
    AUTH_IDP_ISSUER: provider.issuer,
    AUTH_IDP_ID: CLIENT.clientId,
    AUTH_IDP_SECRET: CLIENT.clientSecret,
  }
})
afterAll(async () => {
  await provider?.close()
  examples?.remove()
})

for (const [index, example] of SERVERS.entries()) {
  const isMissing = !process.env.CI && findProgram(example.program) === undefined
  describe.skipIf(isMissing)(`the example for ${example.title} on the page "Your own server"`, () => {
    let server: RunningExample
    let origin: string
    beforeAll(async () => {
      server = await startServer(example, examples, portAt(index), settings)
      origin = server.origin
    })
    afterAll(() => server?.stop())

    const readSession = async (browser: Browser): Promise<unknown> =>
      (await browser.get(`${origin}/auth/session`)).json()
    const signedIn = async (): Promise<Browser> => {
      const browser = new Browser()
      await browser.post(`${origin}/auth/callback/credentials`, ANN)
      return browser
    }

    it('redirects from a protected page to the sign-in page, and back after the sign-in', async () => {
      const browser = new Browser()
      const page = await open(browser, `${origin}/account?tab=1`)
      expect(new URL(page.url).pathname).toBe('/auth/signin')
      const result = await press(browser, page, 'Sign in with password', ANN)
      expect(result.headers.get('location')).toBe(`${origin}/account?tab=1`)
      const account = await browser.get(`${origin}/account?tab=1`)
      expect(account.status).toBe(200)
      expect(await account.text()).toContain('Ann')
      expect(account.headers.get('cache-control')).toBe('private, no-store')
    })

    it('keeps protected pages closed to signed-out visitors in any spelling', async () => {
      for (const path of ['/account', '/members/news', '/api/me']) {
        const responses = await openRaw(origin, spellings(path, '/auth/signin'))
        for (const content of ['"account":', 'The account of', '"news":', '"name":'])
          expect(pathsWith(content, responses)).toEqual([])
      }
    })

    it('signs in with a provider', async () => {
      const browser = new Browser()
      const page = await open(browser, `${origin}/account`)
      const account = await signInAtProvider(
        browser,
        await press(browser, page, 'Playground'),
        'Ada Lovelace',
      )
      expect(account.url).toBe(`${origin}/account`)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ada Lovelace' } })
    })

    it('signs out', async () => {
      const browser = await signedIn()
      expect(await readSession(browser)).toMatchObject({ user: { email: ANN.email } })
      await browser.post(`${origin}/auth/signout`)
      expect(await readSession(browser)).toBeNull()
      expect((await browser.get(`${origin}/account`)).status).toBeOneOf([302, 303])
    })

    it('rejects a sign-in and a sign-out from another site', async () => {
      const crossSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
      const attacked = new Browser()
      await attacked.post(`${origin}/auth/callback/credentials`, ANN, crossSite)
      expect(await readSession(attacked)).toBeNull()
      const browser = await signedIn()
      await browser.post(`${origin}/auth/signout`, {}, crossSite)
      expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    })

    it('leaves other paths to the application', async () => {
      const response = await new Browser().get(`${origin}/nothing`)
      expect(response.status).toBe(404)
      expect(response.headers.get('referrer-policy')).not.toBe('same-origin')
    })

    it('rejects a body that is too large, and serves the next request', async () => {
      const browser = new Browser()
      const response = await browser.post(`${origin}/auth/callback/credentials`, {
        ...ANN,
        password: 'x'.repeat(300_000),
      })
      expect(response.status).toBe(413)
      expect(await readSession(browser)).toBeNull()
    })

    it('continues after a client disconnects', async () => {
      await sendAndAbort(`${origin}/auth/signin/idp`)
      expect(await readSession(await signedIn())).toMatchObject({ user: { name: 'Ann' } })
    })

    it.runIf(example.hasHome)('has a link to sign in and a button to sign out', async () => {
      expect(await (await new Browser().get(`${origin}/`)).text()).toContain('href="/auth/signin"')
      const browser = await signedIn()
      await press(browser, await open(browser, `${origin}/`), 'Sign out')
      expect(await readSession(browser)).toBeNull()
    })

    it.runIf(example.hasApi)('responds to every client of the API without a session with 401', async () => {
      const response = await fetch(`${origin}/api/me`)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ error: 'Sign in first.' })
      const me = await (await signedIn()).get(`${origin}/api/me`)
      expect(await me.json()).toEqual({ name: 'Ann' })
      expect(me.headers.get('cache-control')).toBe('private, no-store')
    })

    it.runIf(example.usesProtect)('responds to a script without a session with status 401', async () => {
      const headers = { accept: '*/*', 'sec-fetch-dest': 'empty' }
      const response = await new Browser().get(`${origin}/account`, headers)
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ error: 'Please sign in.' })
    })
  })
}

describe('the sign-in form of the page "Your own server"', () => {
  const express = { title: 'Express', program: 'node', args: ['express-below-path.ts'] } as const
  let server: RunningExample
  beforeAll(async () => {
    server = await startServer(express, examples, portAt(LOGIN), settings)
  })
  afterAll(() => server?.stop())

  it('signs in, reports a wrong password, and signs out', async () => {
    const browser = new Browser()
    const wrong = await browser.post(`${server.origin}/login`, { ...ANN, password: 'wrong' })
    expect(wrong.headers.get('location')).toBe('/login?error=credentials')
    const right = await browser.post(`${server.origin}/login`, ANN)
    expect(right.status).toBe(303)
    expect(right.headers.get('location')).toBe(`${server.origin}/account`)
    expect((await browser.get(`${server.origin}/account`)).status).toBe(200)
    const left = await browser.post(`${server.origin}/logout`)
    expect(left.headers.get('location')).toBe(`${server.origin}/`)
    expect((await browser.get(`${server.origin}/account`)).status).toBe(302)
  })

  it('rejects a form from another site', async () => {
    const browser = new Browser()
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect((await browser.post(`${server.origin}/login`, ANN, headers)).status).toBe(500)
    expect(browser.cookies(server.origin)).toEqual([])
    expect(server.log()).toContain('MissingCSRF')
  })
})

describe('the configuration of the page "Your own server"', () => {
  it.each([
    { title: 'auth.ts', program: 'node', args: ['express.ts'], index: NODE_AUTH },
    { title: 'hono-auth.ts', program: 'node', args: ['hono.ts'], index: WEB_AUTH },
  ] as const)('starts a sign-in at GitHub: $title', async (example) => {
    const unchanged = installExamples([])
    const env = {
      AUTH_SECRET: settings.AUTH_SECRET ?? '',
      AUTH_GITHUB_ID: 'id-7',
      AUTH_GITHUB_SECRET: 'secret',
    }
    const server = await startServer(example, unchanged, portAt(example.index), env)
    const response = await new Browser().post(`${server.origin}/auth/signin/github`)
    await server.stop()
    unchanged.remove()
    const location = new URL(response.headers.get('location') ?? '')
    expect({ host: location.host, id: location.searchParams.get('client_id') }).toEqual({
      host: 'github.com',
      id: 'id-7',
    })
  })
})

it('the conversion of the page "Your own server" serves a Web-standard handler', async () => {
  const example = { title: 'convert.ts', program: 'node', args: ['convert.ts'] } as const
  const server = await startServer(example, examples, portAt(CONVERSION), settings)
  const body = await (await fetch(`${server.origin}/some/path?query`)).json()
  await server.stop()
  expect(body).toEqual({ path: '/some/path' })
})
