import { type ChildProcess, spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type RedisServer,
  type RedisServers,
  startRedis,
  startRedisCluster,
} from '@latchkey/test-support/servers/redis.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

const PROGRAM = new URL('refreshing-process.ts', import.meta.url).pathname

let single: RedisServer
let cluster: RedisServers
beforeAll(async () => {
  ;[single, cluster] = await Promise.all([startRedis(), startRedisCluster()])
})
afterAll(() => Promise.all([single?.stop(), cluster?.stop()]))

/** A provider that accepts each refresh token once, as long as `hold` says, and counts. */
let provider: Server
let received: string[]
let hold: Promise<void>
beforeEach(async () => {
  received = []
  hold = new Promise((resolve) => setTimeout(resolve, 100))
  provider = createServer(async (request, response) => {
    const token = new URLSearchParams(await text(request)).get('refresh_token') ?? ''
    const isUsed = received.includes(token)
    received.push(token)
    await hold
    response.statusCode = isUsed ? 400 : 200
    response.end(isUsed ? 'invalid_grant' : JSON.stringify({ refresh_token: crypto.randomUUID() }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
const processes: ChildProcess[] = []
afterEach(() => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
  provider.closeAllConnections()
  provider.close()
})

function start(settings: Record<string, string>): { child: ChildProcess; results: Promise<string[]> } {
  const { port } = provider.address() as AddressInfo
  const child = spawn(process.execPath, ['--conditions=@latchkey/source', PROGRAM], {
    env: {
      PATH: process.env.PATH,
      AUTH_SECRET: 'a secret that all processes of the test share',
      PROVIDER: `http://127.0.0.1:${port}`,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  processes.push(child)
  const results = text(child.stdout as NodeJS.ReadableStream).then((json) => JSON.parse(json || '[]'))
  return { child, results: results as Promise<string[]> }
}

// proves DB-7
it.each(['one server', 'a cluster'])(
  'sends one request for 48 requests in four processes, with %s',
  async (name) => {
    const servers = name === 'a cluster' ? cluster.servers : [single]
    const REDIS = servers.map(({ url }) => url).join()
    const settings = { REDIS, REQUESTS: '12', TOKEN: crypto.randomUUID() }
    const results = await Promise.all([1, 2, 3, 4].map(() => start(settings).results))
    expect(received).toEqual([settings.TOKEN])
    expect(results.flat()).toHaveLength(48)
    expect(new Set(results.flat())).toEqual(new Set([expect.stringMatching(/^[\da-f-]{36}$/)]))
  },
)

// proves DB-7
it('refreshes in another process when the first one was killed before it sent the request', async () => {
  const [token, REDIS] = [crypto.randomUUID(), single.url]
  const lease = `latchkey:refreshing:${await sha256(token)}`
  // What a process leaves behind that dies between the two.
  await single.run('set', lease, '1', 'px', '1500')
  const { results } = start({ REDIS, TOKEN: token, TIMEOUT: '1.5' })
  expect(await results).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)])
  expect(received).toEqual([token])
})

it('lets a request in another process try again when the first one was killed', async () => {
  const settings = { REDIS: single.url, TOKEN: crypto.randomUUID(), TIMEOUT: '1' }
  let release = (): void => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  const { child } = start(settings)
  while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  child.kill('SIGKILL')
  const { results } = start(settings)
  while (received.length === 1) await new Promise((resolve) => setTimeout(resolve, 20))
  release()
  // The provider has seen this token. What it says is the result, and not a wait without an end.
  expect(await results).toEqual(['Error: invalid_grant'])
})

async function sha256(value: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))
  return Buffer.from(hash).toString('hex')
}
