import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { bundleProcess, type Program } from '@latchkey/test-support/processes/bundle.ts'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { type Running, startProcess, untilReady } from '@latchkey/test-support/processes/processes.mjs'
import { type RunningProvider, startProvider } from '@latchkey/test-support/servers/provider.ts'
import { type RedisServer, startRedis } from '@latchkey/test-support/servers/redis.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const STRATEGIES = ['jwt', 'database'] as const
type Strategy = (typeof STRATEGIES)[number]

const CLIENT_SECRET = 'the secret of the tests'

let redis: RedisServer
let program: Program
let provider: RunningProvider
let folder: string
/** The first one serves the visitors, the second one receives the logout tokens. */
let processes: Running[]
let origins: [string, string]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-logout-'))
  const [first = 0, second = 0] = await freePorts(2)
  origins = [`http://localhost:${first}`, `http://localhost:${second}`]
  ;[redis, program, provider] = await Promise.all([
    startRedis(),
    bundleProcess(join(import.meta.dirname, 'process.ts')),
    startProvider({ clients: STRATEGIES.map(newClient) }),
  ])
  processes = await Promise.all([first, second].map(startApplication))
})
afterAll(async () => {
  await Promise.all((processes ?? []).map((one) => one.stop()))
  await Promise.all([provider?.close(), redis?.stop()])
  program?.remove()
  rmSync(folder, { recursive: true, force: true })
})

function newClient(strategy: Strategy) {
  return {
    clientId: strategy,
    clientSecret: CLIENT_SECRET,
    redirectUris: [`${origins[0]}/${strategy}/callback/playground`],
    backchannelLogoutUri: `${origins[1]}/${strategy}/backchannel-logout/playground`,
  }
}

async function startApplication(port: number): Promise<Running> {
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    ORIGIN: origins[0],
    PROVIDER: provider.issuer,
    SECRET: 'a secret that all processes of the test share',
    CLIENT_SECRET,
    STORAGE: 'redis',
    STORAGE_URLS: redis.url,
    STORAGE_FOLDER: folder,
  }
  const args = ['--no-warnings', program.file]
  const command = { name: `the process on port ${port}`, program: process.execPath, args, env }
  const handle = startProcess({ ...command, cwd: import.meta.dirname })
  await untilReady(handle, () => handle.log().includes('ready') || undefined)
  return handle
}

/** A browser in which a test user signed in to the application, and so at the provider. */
async function signedIn(strategy: Strategy): Promise<Browser> {
  const browser = new Browser()
  const start = await browser.post(`${origins[0]}/${strategy}/signin/playground`, { callbackUrl: '/after' })
  const user = provider.users[0]?.name ?? ''
  await browser.get(await completeAtProvider(browser, origins[0], start, user, 'Allow'))
  return browser
}

/** Signs out at the provider, on its own page. */
async function signOutAtProvider(browser: Browser): Promise<void> {
  const url = `${provider.issuer}/session/end`
  const { action, fields } = (await findForms(await browser.get(url), url))[0] ?? { action: '', fields: {} }
  const response = await browser.post(action, { ...fields, logout: 'yes' })
  expect(response.status).toBeLessThan(400)
}

/** Returns whether each process has a session for a browser. */
async function isSignedIn(browser: Browser, strategy: Strategy): Promise<boolean[]> {
  const cookie = browser.cookiesFor(origins[0])
  const sessions = origins.map(async (origin) =>
    (await fetch(`${origin}/${strategy}/session`, { headers: { cookie } })).json(),
  )
  return (await Promise.all(sessions)).map((session) => session !== null)
}

describe.each(STRATEGIES)('signing out at oidc-provider, with the strategy "%s",', (strategy) => {
  // proves OUT-8, OUT-11
  it('ends exactly that session of two, in each process within a second', async () => {
    const [one, other] = [await signedIn(strategy), await signedIn(strategy)]
    expect([await isSignedIn(one, strategy), await isSignedIn(other, strategy)]).toEqual([
      [true, true],
      [true, true],
    ])
    const startedAt = performance.now()
    await signOutAtProvider(one)
    while ((await isSignedIn(one, strategy)).includes(true))
      if (performance.now() - startedAt > 1000) throw new Error('The session did not end within a second.')
    expect(await isSignedIn(other, strategy)).toEqual([true, true])
    const none = strategy === 'jwt' ? 'token' : 'session'
    const events = [...(processes[1]?.log() ?? '').matchAll(/^event (.*)$/gm)].map(([, json]) =>
      JSON.parse(json ?? ''),
    )
    expect(events.filter((event) => none in event)).toEqual([
      { [none]: null, by: 'provider', provider: 'playground', userId: expect.any(String) },
    ])
  })
})
