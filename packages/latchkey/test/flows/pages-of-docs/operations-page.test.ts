import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inspect } from 'node:util'
import { BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import type { AuthConfig, Events } from 'latchkey'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sealTokens } from '../../../src/tokens/encrypted-row.ts'

/** What `monitoring.ts` of the page "Operate an application" exports. */
interface Monitoring {
  readonly counters: Map<string, number>
  readonly logger: AuthConfig['logger']
  readonly events: Events
}

let page: PageFiles
let monitoring: Monitoring
const logged = vi.fn()

isolateEnvironment()
beforeAll(async () => {
  page = await writePageFiles('operate/operations')
  monitoring = await page.import<Monitoring>('monitoring.ts')
})
beforeEach(() => {
  monitoring.counters.clear()
  logged.mockClear()
  vi.spyOn(console, 'error').mockImplementation(logged)
  vi.spyOn(console, 'warn').mockImplementation(logged)
})
afterAll(() => page.remove())

async function signIn(config: Partial<AuthConfig>, password: string): Promise<void> {
  const { logger, events } = monitoring
  const browser = new Browser(createApp({ logger, events, ...config }))
  await browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password })
}

// proves P-LG-1
it('counts sign-ins and failed sign-ins, and keeps the log', async () => {
  await signIn({}, 'right')
  await signIn({}, 'wrong')
  expect(Object.fromEntries(monitoring.counters)).toEqual({
    'sign-in credentials': 1,
    'error CredentialsSignin': 1,
  })
  const reference = { reference: expect.stringMatching(/^[\da-f]{8}$/), request: 'POST callback/credentials' }
  expect(logged.mock.calls).toEqual([[expect.objectContaining({ type: 'CredentialsSignin' }), reference]])
  expect(inspect(logged.mock.calls, { depth: 9 })).not.toContain('ann@example.com')
})

it('counts each failure of a store that is down, even if it is logged once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fail = (): never => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  const store = { get: fail, set: fail, add: fail, delete: fail }
  const { logger, events } = monitoring
  const browser = new Browser(createApp({ logger, events, store }))
  const request = (): Promise<Response> =>
    browser.post(`${BASE}/callback/credentials`, { email: 'ann@example.com', password: 'right' })
  for (let attempt = 0; attempt < 5; attempt++) expect((await request()).status).toBe(503)
  expect(Object.fromEntries(monitoring.counters)).toEqual({ 'error StoreError temporary': 1 })
  vi.setSystemTime(Date.now() + 61_000)
  await request()
  vi.useRealTimers()
  expect(Object.fromEntries(monitoring.counters)).toEqual({ 'error StoreError temporary': 6 })
})

it('finds every account with a plaintext token by the query of the page', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/operate/operations.md'), 'utf8')
  const query = /```sql\n(SELECT "userId", provider FROM accounts\n.*?)```/s.exec(text)?.[1] ?? ''
  const tokens = { access_token: 'a token', refresh_token: 'a token', id_token: 'a token' }
  const secrets = ['a secret that is long enough for every test here']
  const none = { access_token: null, refresh_token: null, id_token: null }
  const encrypted = { ...tokens, provider: 'all encrypted', providerAccountId: '1' }
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE accounts ("userId", provider, access_token, refresh_token, id_token)')
  const insert = database.prepare('INSERT INTO accounts VALUES (?, ?, ?, ?, ?)')
  const accounts = [
    { ...none, provider: 'no token' },
    await sealTokens(secrets, encrypted, () => {}),
    ...Object.keys(tokens).map((field) => ({ ...none, provider: field, [field]: 'a token' })),
  ]
  for (const { provider, access_token, refresh_token, id_token } of accounts)
    insert.run('ann', provider, access_token, refresh_token, id_token)
  expect(
    database
      .prepare(query)
      .all()
      .map(({ provider }) => provider),
  ).toEqual(Object.keys(tokens))
  database.close()
})
