import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { bundleProcess } from '@latchkey/test-support/processes/bundle.ts'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { type Running, startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import type { PlaygroundClient } from '@latchkey/test-support/servers/provider.ts'
import { type RunningProvider, startProvider } from '@latchkey/test-support/servers/provider.ts'
import { SET_UPS, type SetUp } from '../processes/set-ups.ts'
import type { StorageName } from '../processes/storage.ts'
import { startTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts'

/** Where the processes keep tokens, and by how many seconds their clocks are wrong. */
export interface RefreshSetUp {
  readonly title: string
  readonly storage: StorageName
  readonly keeps: 'rows' | 'cookie'
  /** The first one signs users in, so it must be the slowest. */
  readonly clocks: readonly number[]
}

/** What the application responds. */
export interface TokenResponse {
  readonly accessToken?: string
  readonly error?: string
  readonly retryAfter?: number
  readonly cookies?: readonly { readonly name: string; readonly value: string }[]
}

/** Four processes of an application, and a real provider that detects reused refresh tokens. */
export interface Application {
  readonly tokenEndpoint: TokenEndpoint
  /** The origins of the processes. */
  readonly origins: readonly string[]
  /** Signs a user in, whose access token has expired. */
  readonly signIn: () => Promise<Browser>
  /** Requests an access token. With `write`, the response may set cookies. */
  readonly request: (origin: string, browser: Browser, mode?: 'write') => Promise<TokenResponse>
  /** Lets time pass for all processes. Access tokens live for one hour. */
  readonly passTime: (hours: number) => Promise<void>
  /** Returns whether the browser has a session. */
  readonly isSignedIn: (origin: string, browser: Browser) => Promise<boolean>
  /** Returns whether the provider accepts an access token. */
  readonly isAccepted: (accessToken: string) => Promise<boolean>
  /** Starts one more process. */
  readonly startAnother: () => Promise<{ readonly origin: string; readonly kill: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

/** Starts everything. */
export async function startApplication({ storage: name, keeps, clocks }: RefreshSetUp): Promise<Application> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-refresh-'))
  const ports = await freePorts(clocks.length)
  const origins = ports.map((port) => `http://localhost:${port}`)
  const [origin = ''] = origins
  const [program, storage, provider] = await Promise.all([
    bundleProcess(join(import.meta.dirname, 'process.ts')),
    findSetUp(name).start(),
    startProvider({ clients: [clientAt(origin)] }),
  ])
  const tokenEndpoint = await startTokenEndpoint(provider.issuer)
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    ORIGIN: origin,
    SECRET: 'a secret that all processes of the test share',
    PROVIDER: provider.issuer,
    TOKEN_URL: tokenEndpoint.url,
    KEEPS: keeps,
    STORAGE: name,
    STORAGE_URLS: storage.urls.join(),
    STORAGE_FOLDER: folder,
  }
  const started = await Promise.all(
    ports.map((port, index) => start(program.file, port, { ...env, CLOCK_OFFSET: String(clocks[index]) })),
  )
  return {
    tokenEndpoint,
    origins,
    ...requestsTo(origins, provider),
    async startAnother() {
      const [port = 0] = await freePorts(1)
      const handle = await start(program.file, port, env)
      started.push(handle)
      return { origin: `http://localhost:${port}`, kill: () => kill(handle) }
    },
    async stop() {
      await Promise.all([...started.map((handle) => handle.stop()), tokenEndpoint.stop(), provider.close()])
      await storage.stop()
      program.remove()
      rmSync(folder, { recursive: true })
    },
  }
}

function findSetUp(name: StorageName): SetUp {
  const setUp = SET_UPS.find(({ storage }) => storage === name)
  if (setUp === undefined) throw new Error(`There is no storage "${name}".`)
  return setUp
}

/** The provider rotates each refresh token of a client without a secret. */
function clientAt(origin: string): PlaygroundClient {
  const redirectUris = [`${origin}/auth/callback/idp`]
  return { clientId: 'rotating', clientSecret: '', redirectUris, tokenEndpointAuthMethod: 'none' }
}

/** What a browser, and the application, request. */
function requestsTo(
  origins: readonly string[],
  { issuer, users: [user] }: RunningProvider,
): Pick<Application, 'signIn' | 'request' | 'passTime' | 'isSignedIn' | 'isAccepted'> {
  const [origin = ''] = origins
  const get = async (url: string, browser: Browser): Promise<unknown> =>
    (await fetch(url, { headers: { cookie: browser.cookiesFor(origin) } })).json()
  return {
    async signIn() {
      const browser = new Browser()
      const response = await browser.post(`${origin}/auth/signin/idp`, { callbackUrl: '/after' })
      const callback = await completeAtProvider(browser, origin, response, user?.name ?? '', 'Allow')
      const signedIn = await browser.get(callback)
      if (signedIn.headers.get('location') === `${origin}/after`) return browser
      throw new Error(`The sign-in failed: ${signedIn.headers.get('location')}`)
    },
    request: async (at, browser, mode) => (await get(`${at}/tokens?${mode ?? ''}`, browser)) as TokenResponse,
    async passTime(hours) {
      await Promise.all(origins.map((at) => fetch(`${at}/time?seconds=${hours * 60 * 60}`)))
    },
    isSignedIn: async (at, browser) => (await get(`${at}/auth/session`, browser)) !== null,
    async isAccepted(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}` }
      return (await fetch(`${issuer}/me`, { headers })).ok
    },
  }
}

async function start(file: string, port: number, env: NodeJS.ProcessEnv): Promise<Running> {
  const handle = startProcess({
    name: `the process on port ${port}`,
    program: process.execPath,
    args: ['--no-warnings', file],
    cwd: import.meta.dirname,
    env: { ...env, PORT: String(port) },
  })
  await untilReady(handle, () => handle.log().includes('ready') || undefined)
  return handle
}

async function kill({ pid, exited }: Running): Promise<void> {
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await exited
}
