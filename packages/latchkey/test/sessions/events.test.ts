import { readFileSync } from 'node:fs'
import { BASE, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { describe, expect, it } from 'vitest'
import { codeAt } from '../../src/second-factor/totp.ts'
import { asUser, CHROME, createProcess, createShared, STORAGES, signIn } from './site.ts'

const DATABASE = { strategy: 'database', hasDatabase: true } as const

describe.each(Object.entries(STORAGES))('the security events, with %s', (_, storage) => {
  it('report sign-ins, failures and the end of sessions, with the request', async () => {
    const site = createProcess(storage, await createShared(storage))
    const browser = await signIn(site, 'ann', { 'x-client': '192.0.2.7' })
    await new Browser(site.site).post(
      `${BASE}/callback/credentials`,
      { name: 'ann', password: 'wrong' },
      { 'user-agent': 'x'.repeat(600), 'x-client': 'not an address' },
    )
    const [session] = await asUser(site, browser, (user) => user.sessions.list())
    await browser.post(`${BASE}/signout`)
    const request = { ip: '192.0.2.7', userAgent: CHROME, at: expect.any(Date), userId: 'ann' }
    expect(site.events).toEqual([
      { type: 'sessionStarted', session: session?.id, ...request },
      { type: 'signedIn', provider: 'credentials', amr: ['pwd'], isNewUser: false, ...request },
      {
        type: 'signInFailed',
        provider: 'credentials',
        error: 'CredentialsSignin',
        at: expect.any(Date),
        reference: expect.stringMatching(/^[\da-f]{8}$/),
        userAgent: 'x'.repeat(512),
        ip: undefined,
      },
      {
        type: 'sessionEnded',
        by: 'user',
        session: session?.id,
        at: expect.any(Date),
        userId: 'ann',
        ip: undefined,
        userAgent: undefined,
      },
    ])
  })

  it('contain no secret', async () => {
    const site = createProcess(storage, await createShared(storage))
    const browser = await signIn(site)
    const cookies = browser.cookies(ORIGIN).map(({ value }) => value)
    await asUser(site, browser, (user) => user.sessions.revokeOthers())
    await browser.post(`${BASE}/signout`)
    const text = JSON.stringify(site.events)
    for (const secret of [SECRET, 'right', ...cookies.map((value) => value.slice(0, 24))])
      expect(text).not.toContain(secret)
  })
})

it('report every change and use of a second factor', async () => {
  const site = createProcess(DATABASE, await createShared(DATABASE), { secondFactor: {} })
  const browser = await signIn(site)
  const [code = ''] = await asUser(site, browser, async ({ secondFactor }) => {
    const { id, secret } = await secondFactor.beginTotp()
    const { recoveryCodes } = await secondFactor.confirm(id, await codeNow(secret))
    return recoveryCodes
  })
  const other = await signIn(site)
  await other.post(`${BASE}/verify`, { code: '000000' })
  await other.post(`${BASE}/verify`, { code })
  await asUser(site, other, async ({ secondFactor }) => {
    const [factor] = (await secondFactor.list()).factors
    await secondFactor.remove(factor?.id ?? '')
  })
  expect(site.events.map(({ at: _, ip: __, userAgent: ___, reference: ____, ...event }) => event)).toEqual([
    { type: 'sessionStarted', userId: 'ann', session: expect.any(String) },
    { type: 'signedIn', userId: 'ann', provider: 'credentials', amr: ['pwd'], isNewUser: false },
    { type: 'recoveryCodesReplaced', userId: 'ann', count: 10, isFirst: true },
    { type: 'secondFactorAdded', userId: 'ann', method: 'totp' },
    { type: 'sessionsRevoked', userId: 'ann', by: 'user', exceptCurrent: true },
    { type: 'secondFactorFailed', userId: 'ann', error: 'SecondFactorFailed' },
    { type: 'recoveryCodeUsed', userId: 'ann', left: 9 },
    { type: 'secondFactorPassed', userId: 'ann', methods: ['recovery', 'mfa'] },
    { type: 'sessionStarted', userId: 'ann', session: expect.any(String) },
    {
      type: 'signedIn',
      userId: 'ann',
      provider: 'credentials',
      amr: ['pwd', 'recovery', 'mfa'],
      isNewUser: false,
    },
    { type: 'secondFactorRemoved', userId: 'ann', by: 'user' },
    { type: 'sessionsRevoked', userId: 'ann', by: 'user', exceptCurrent: true },
  ])
  expect(JSON.stringify(site.events)).not.toContain(code)
})

function codeNow(secret: string): Promise<string> {
  return codeAt(secret, Math.floor(Date.now() / 30_000))
}

describe('user.events.list', () => {
  it("returns the user's own events, the newest first, in pages", async () => {
    const site = createProcess(DATABASE, await createShared(DATABASE))
    const browser = await signIn(site)
    await signIn(site, 'bob')
    await site.auth.users.signOut('bob')
    const events = await asUser(site, browser, (user) => user.events.list())
    expect(events.map(({ type }) => type).sort()).toEqual(['sessionStarted', 'signedIn'])
    expect(events[0]).toMatchObject({ userId: 'ann', userAgent: CHROME, at: expect.any(Date) })
    expect(await asUser(site, browser, (user) => user.events.list({ limit: 1 }))).toHaveLength(1)
    expect(await asUser(site, browser, (user) => user.events.list({ before: new Date(0) }))).toEqual([])
    await expect(asUser(site, browser, (user) => user.events.list({ limit: 0 }))).rejects.toThrow(TypeError)
  })

  it('needs an adapter that keeps them', async () => {
    const jwt = { strategy: 'jwt' } as const
    const site = createProcess(jwt, await createShared(jwt))
    const browser = await signIn(site)
    await expect(asUser(site, browser, (user) => user.events.list())).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
    })
  })
})

it('does not store failures of unknown users, which any client can cause', async () => {
  const shared = await createShared(DATABASE)
  const site = createProcess(DATABASE, shared)
  await new Browser(site.site).post(`${BASE}/callback/credentials`, { name: 'ann', password: 'wrong' })
  expect(site.events.map(({ type }) => type)).toEqual(['signInFailed'])
  expect(shared.calls).not.toContain('createSecurityEvent')
})

it('reports events without `account.security`, and keeps none', async () => {
  const shared = await createShared(DATABASE)
  const site = createProcess(DATABASE, shared, { account: {} })
  const browser = await signIn(site)
  await browser.post(`${BASE}/signout`)
  expect(site.events.map(({ type }) => type)).toEqual(['signedIn', 'sessionEnded'])
  expect(shared.calls).not.toContain('createSecurityEvent')
})

it('signs in even if the listener throws and the event cannot be stored', async () => {
  const shared = await createShared(DATABASE)
  const adapter = {
    ...shared.adapter,
    createSecurityEvent: () => {
      throw new Error('full')
    },
  }
  const site = createProcess(
    DATABASE,
    { ...shared, adapter: adapter as never },
    {
      events: {
        security: () => {
          throw new Error('broken')
        },
      },
    },
  )
  const browser = await signIn(site)
  expect(browser.cookies(ORIGIN).some(({ name }) => name.includes('session-token'))).toBe(true)
  expect(new Set(site.logged)).toEqual(new Set(['EventError', 'AdapterError']))
})

it('are all in the table of the documentation', () => {
  const source = readFileSync(new URL('../../src/types/security-events.ts', import.meta.url), 'utf8')
  const [, body = ''] = source.match(/interface SecurityEvents \{\n([\s\S]*?)\n\}/) ?? []
  const types = [...body.matchAll(/^ {2}(\w+): /gm)].map(([, type]) => type)
  const page = readFileSync(new URL('../../../../docs/guides/security-events.md', import.meta.url), 'utf8')
  const [, table = ''] = page.match(/## All events\n([\s\S]*?)\n## /) ?? []
  const listed = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, type]) => type)
  expect(types.length).toBeGreaterThan(15)
  expect(listed.sort()).toEqual(types.sort())
})
