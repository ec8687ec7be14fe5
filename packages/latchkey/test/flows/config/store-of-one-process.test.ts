import { type App, createApp } from '@latchkey/test-support/kit/app.ts'
import { type AuthConfig, createAuth, memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const PLATFORMS = [
  'VERCEL',
  'AWS_LAMBDA_FUNCTION_NAME',
  'K_SERVICE',
  'NETLIFY',
  'CF_PAGES',
  'DENO_DEPLOYMENT_ID',
  'FLY_ALLOC_ID',
  'KUBERNETES_SERVICE_HOST',
  'ECS_CONTAINER_METADATA_URI_V4',
  'DYNO',
  'RENDER_INSTANCE_ID',
  'RAILWAY_REPLICA_ID',
  'NODE_UNIQUE_ID',
  'NODE_APP_INSTANCE',
]

beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production')
  for (const name of PLATFORMS) vi.stubEnv(name, undefined)
  ;(globalThis as { [key: symbol]: Set<string> | undefined })[Symbol.for('latchkey.logged')]?.clear()
})

afterEach(() => {
  vi.unstubAllEnvs()
})

async function appAfterTwoReads(config: Partial<AuthConfig>): Promise<App> {
  const app = createApp({ store: undefined, ...config })
  const auth = createAuth(app.config)
  for (let count = 0; count < 2; count++) await auth.session({ headers: new Headers({ host: 'app.test' }) })
  return app
}

const listWarnings = ({ log }: App): unknown[] =>
  log.filter(({ entry }) => entry === 'store-of-one-process').map(({ details: [advice] }) => advice)

/** As an adapter of another package: nothing says which database it uses. */
const otherAdapter = (): AuthConfig['adapter'] => Object.fromEntries(Object.entries(memory()))

describe('an application without a store', () => {
  // proves DB-8
  it.each(PLATFORMS)('logs a warning once in production with %s', async (name) => {
    vi.stubEnv(name, '1')
    expect(listWarnings(await appAfterTwoReads({}))).toEqual([
      expect.stringContaining(`The variable ${name} `),
    ])
  })

  // proves DB-8
  it('logs a warning once in production with a database that several processes can share', async () => {
    expect(listWarnings(await appAfterTwoReads({ adapter: otherAdapter() }))).toEqual([
      expect.stringContaining('set `store: memoryStore()`'),
    ])
  })

  // proves DB-8
  it.each([
    ['no adapter', {}],
    ['the memory adapter', { adapter: memory() }],
    ['the SQLite adapter', { adapter: sqlite(':memory:') }],
    ['methods added to it', { adapter: { ...memory(), getUser: () => null } }],
  ])('logs nothing on one machine with %s', async (_, config) => {
    expect(listWarnings(await appAfterTwoReads(config))).toEqual([])
  })

  // proves DB-8
  it('logs nothing for the first process of PM2, which may be the only one', async () => {
    vi.stubEnv('NODE_APP_INSTANCE', '0')
    expect(listWarnings(await appAfterTwoReads({}))).toEqual([])
  })

  // proves DB-8
  it('logs nothing outside production', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    vi.stubEnv('VERCEL', '1')
    expect(listWarnings(await appAfterTwoReads({ adapter: otherAdapter() }))).toEqual([])
  })
})

// proves DB-8
it('an application with `memoryStore()` logs no warning about several processes', async () => {
  vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.0.0.1')
  const app = await appAfterTwoReads({ store: memoryStore(), adapter: otherAdapter() })
  expect(listWarnings(app)).toEqual([])
})
