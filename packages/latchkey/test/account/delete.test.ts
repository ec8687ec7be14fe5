import { DatabaseSync } from 'node:sqlite'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { StepUpRequired } from 'latchkey/errors'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  ANN,
  asUser,
  change,
  createAccountSite,
  enroll,
  OLD,
  ORIGIN,
  postFromElsewhere,
  readJson,
  STRATEGIES,
  sessionOf,
  signedIn,
  signIn,
} from './site.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe.each(STRATEGIES)('user.delete() with the strategy %s', (strategy) => {
  it('deletes all rows, ends all sessions and revokes the tokens of providers', async () => {
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    await enroll(site, browser)
    const thief = site.browser()
    for (const { name, value } of browser.cookies('https://app.test'))
      thief.plant('https://app.test', name, value)
    expect(await asUser(site, browser, (user) => user.delete({ confirm: ` ${ANN.toUpperCase()}` }))).toBe(
      true,
    )
    expect(await Promise.all([browser, thief].map(sessionOf))).toEqual([null, null])
    const { adapter } = site
    expect({
      user: await adapter.getUser('ann'),
      accounts: await adapter.listAccounts('ann'),
      password: await adapter.getPassword('ann'),
      factors: await adapter.listSecondFactors('ann'),
      codes: await adapter.countRecoveryCodes('ann'),
      sessions: await adapter.listSessionDetails('ann'),
      events: await adapter.listSecurityEvents('ann', { limit: 10 }),
      revoked: site.revoked,
    }).toEqual({
      user: null,
      accounts: [],
      password: null,
      factors: [],
      codes: 0,
      sessions: [],
      events: [],
      revoked: ['gho_access'],
    })
    expect(browser.cookies('https://app.test').filter(({ name }) => name.includes('session'))).toEqual([])
    await signIn(browser, OLD)
    expect(await sessionOf(browser)).toBeNull()
  })

  it('passes the id to the application, stores no personal data, and sends a notice', async () => {
    const adapter = memory()
    const stored: unknown[] = []
    const site = await createAccountSite({
      strategy,
      adapter: {
        ...adapter,
        createSecurityEvent: (event) => {
          stored.push(event)
          return adapter.createSecurityEvent(event)
        },
      },
    })
    const browser = await signedIn(site)
    await asUser(site, browser, (user) => user.delete({ confirm: user.id }))
    expect(site.events.at(-1)).toMatchObject({ type: 'userDeleted', userId: 'ann', at: expect.any(Date) })
    expect(stored.at(-1)).toEqual({
      id: expect.any(String),
      userId: null,
      type: 'userDeleted',
      at: expect.any(Date),
      ip: null,
      userAgent: null,
      details: '{}',
    })
    expect(site.mails.at(-1)).toMatchObject({ to: ANN, subject: expect.stringContaining('deleted') })
  })

  it('deletes nothing without the address, a recent sign-in and a form of the application', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    expect(await asUser(site, browser, (user) => user.delete({ confirm: 'bob@example.com' }))).toBe(false)
    expect(await asUser(site, browser, (user) => user.delete({ confirm: '' }))).toBe(false)
    expect((await change(browser, 'delete', { do: 'delete', confirm: 'bob' })).status).toBe(400)
    expect((await change(browser, 'delete', { do: 'delete' })).status).toBe(400)
    const crossOrigin = await postFromElsewhere(browser, 'delete', { do: 'delete', confirm: ANN })
    expect(crossOrigin.headers.get('location')).toContain('MissingCSRF')
    vi.setSystemTime(Date.now() + 16 * 60_000)
    await expect(asUser(site, browser, (user) => user.delete({ confirm: ANN }))).rejects.toThrow(
      StepUpRequired,
    )
    expect((await change(browser, 'delete', { do: 'delete', confirm: ANN })).status).toBe(401)
    expect(await site.adapter.getUser('ann')).not.toBeNull()
    expect(site.revoked).toEqual([])
  })

  it('deletes once when several requests ask for it', async () => {
    const site = await createAccountSite({ strategy })
    const browser = await signedIn(site)
    const calls = Array.from({ length: 5 }, () => change(browser, 'delete', { do: 'delete', confirm: ANN }))
    const results = await Promise.all(calls)
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(site.events.filter(({ type }) => type === 'userDeleted')).toHaveLength(1)
    expect((await readJson(browser)).status).toBe(401)
  })
})

it('deletes a user with an adapter that cannot end sessions', async () => {
  const { deleteSessionsByUserId: _, deleteAccountsByUserId: __, ...adapter } = memory()
  const site = await createAccountSite({
    strategy: 'database',
    adapter: adapter as ReturnType<typeof memory>,
    config: { unverifiedAccounts: 'keep' },
  })
  const browser = await signedIn(site)
  expect(await asUser(site, browser, (user) => user.delete({ confirm: ANN }))).toBe(true)
  expect([await sessionOf(browser), await adapter.getUser('ann')]).toEqual([null, null])
})

it('ends a cookie session that starts while the user is deleted', async () => {
  const adapter = memory()
  const cookies: { name: string; value: string }[] = []
  const site = await createAccountSite({
    strategy: 'jwt',
    adapter: {
      ...adapter,
      async deleteUser(id): Promise<void> {
        const started = await site.auth.users.startSession(new Request(ORIGIN), id, { amr: ['pwd'] })
        cookies.push(...started.cookies)
        await adapter.deleteUser(id)
      },
    },
  })
  const browser = await signedIn(site)
  expect(await asUser(site, browser, (user) => user.delete({ confirm: ANN }))).toBe(true)
  const late = site.browser()
  for (const { name, value } of cookies) late.plant(ORIGIN, name, value)
  expect(cookies.filter(({ name }) => name.includes('session'))).toHaveLength(1)
  expect(await sessionOf(late)).toBeNull()
})

it('leaves no row in any table of a database', async () => {
  const database = new DatabaseSync(':memory:')
  const site = await createAccountSite({
    strategy: 'database',
    adapter: sqlite(database) as unknown as CompleteAdapter,
  })
  const browser = await signedIn(site)
  await enroll(site, browser)
  const countRows = (): Record<string, unknown>[] =>
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map(({ name }) => ({ name, rows: database.prepare(`SELECT * FROM "${String(name)}"`).all() }))
      .filter(({ rows }) => rows.length > 0)
  expect(countRows().length).toBeGreaterThan(5)
  expect(await asUser(site, browser, (user) => user.delete({ confirm: ANN }))).toBe(true)
  const left = JSON.stringify(countRows())
  expect(left).not.toMatch(/ann|gho_/)
  expect(left).toContain('userDeleted')
})
