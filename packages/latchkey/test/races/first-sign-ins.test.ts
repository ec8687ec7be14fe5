import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { watched } from '@latchkey/test-support/kit/adapter.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { PUBLISHED_ADAPTERS } from '@latchkey/test-support/kit/published-adapters.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import {
  ANN,
  approved,
  browsersAt,
  EMAIL,
  linkFor,
  listErrors,
  readSessions,
  twoProcesses,
} from '@latchkey/test-support/kit/two-processes.ts'
import { type Adapter, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import sqlite from 'latchkey/adapters/sqlite'
import { afterEach, describe, expect, it, vi } from 'vitest'

const AT_ONCE = 20

afterEach(() => {
  vi.useRealTimers()
})

/**
 * Latchkey's adapter over tables that @auth/kysely-adapter documented without unique keys. Each
 * call takes some time, so that requests overlap.
 */
function ownAdapter({ latency }: { readonly latency: number }) {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE TABLE User (id TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))), name, email, emailVerified, image);
    CREATE TABLE Account (
      userId, type, provider, providerAccountId, refresh_token, access_token, expires_at, token_type, scope,
      id_token, session_state
    );
    CREATE TABLE Session (sessionToken, userId, expires);
    CREATE TABLE VerificationToken (identifier, token, expires);
  `)
  const inner = sqlite(database, { tables: 'auth.js/kysely' })
  const slow = Object.entries(inner).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      await wait(latency)
      return method(...args)
    },
  ])
  const adapter: Adapter = { ...inner, ...Object.fromEntries(slow) }
  return {
    adapter,
    emails: async () =>
      database
        .prepare('SELECT email FROM User')
        .all()
        .map(({ email }) => email),
  }
}

describe.each([...PUBLISHED_ADAPTERS, ['latchkey/adapters/sqlite', ownAdapter]] as const)(
  'requests at the same time, with %s',
  (_, create) => {
    const options = { latency: 3, isWithoutUnique: true }

    // proves DB-3, DB-4, P-CC-3
    it.each([EMAIL, null])(
      'twenty first sign-ins of one account with the address %s create one user',
      async (email) => {
        const { adapter, emails } = await create(options)
        const setup = twoProcesses(adapter)
        const browsers = browsersAt(setup, AT_ONCE)
        const claims = { ...ANN, email }
        const complete = await Promise.all(browsers.map((browser) => approved(setup, browser, { claims })))
        await Promise.all(complete.map((request) => request()))
        expect(await emails()).toEqual([email])
        expect(await readSessions(browsers)).toHaveLength(AT_ONCE)
        expect(listErrors(setup)).toEqual([])
      },
    )

    // proves DB-3
    it('first sign-ins of two accounts with one address create one user', async () => {
      const { adapter, emails } = await create(options)
      const setup = twoProcesses(adapter)
      const browsers = browsersAt(setup, 2)
      const complete = await Promise.all(
        browsers.map((browser, index) =>
          approved(setup, browser, { provider: ['idp', 'second'][index] ?? '', claims: ANN }),
        ),
      )
      await Promise.all(complete.map((request) => request()))
      expect(await emails()).toEqual([EMAIL])
      expect(await readSessions(browsers)).toHaveLength(1)
      expect(listErrors(setup)).toEqual(['OAuthAccountNotLinked'])
    })

    // proves DB-3, P-AL-5
    it('one account that two users link belongs to one of them', async () => {
      const { adapter } = await create(options)
      const setup = twoProcesses(adapter)
      const browsers = browsersAt(setup, 2)
      for (const [index, browser] of browsers.entries()) {
        const claims = { sub: `user ${index}`, name: `User ${index}`, email: `user${index}@example.com` }
        await (await approved(setup, browser, { claims }))()
      }
      const complete = await Promise.all(
        browsers.map((browser) => approved(setup, browser, { provider: 'second' })),
      )
      await Promise.all(complete.map((request) => request()))
      expect(listErrors(setup)).toEqual(['OAuthAccountNotLinked'])
    })

    // proves DB-3
    it('links to a new address create one user', async () => {
      const { adapter, emails } = await create(options)
      const setup = twoProcesses(adapter)
      const opens = [await linkFor(setup), await linkFor(setup)]
      const browsers = browsersAt(setup, 2)
      await Promise.all(browsers.map((browser, index) => opens[index]?.(browser)))
      expect(await emails()).toEqual([EMAIL])
    })
  },
)

/** Users without a method that creates one with an account, and without unique addresses. */
function inTwoSteps({ createUserWithAccount: _, ...methods }: Adapter = memory()): Adapter {
  return methods
}

/** Users in two steps, and accounts with a unique key and without a foreign key. */
function withoutForeignKeys(): Adapter {
  const users = inTwoSteps()
  const owners = new Map<string, string>()
  const toKey = (account: { provider: string; providerAccountId: string }): string =>
    JSON.stringify([account.provider, account.providerAccountId])
  return {
    ...users,
    linkAccount(account) {
      if (owners.has(toKey(account))) throw new Error('The account exists.')
      owners.set(toKey(account), account.userId)
    },
    getUserByAccount: (account) => users.getUser?.(owners.get(toKey(account)) ?? '') ?? null,
    unlinkAccount: (account) => void owners.delete(toKey(account)),
  }
}

/**
 * The first call of a method stores nothing before `store`, and returns nothing before `respond`.
 */
function slowOnce(slow: 'createUser' | 'linkAccount', methods: Adapter = inTwoSteps()) {
  const method = methods[slow] as (argument: unknown) => unknown
  const open: (() => void)[] = []
  const [stored, responded] = [0, 1].map((at) => new Promise<void>((resolve) => (open[at] = resolve)))
  let count = 0
  const adapter: Adapter = {
    ...methods,
    async [slow](argument: unknown) {
      const isFirst = ++count === 1
      if (isFirst) await stored
      const result = await method.call(methods, argument)
      if (isFirst) await responded
      return result
    },
  }
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  }
  const store = (): Promise<void> => {
    open[0]?.()
    return settle()
  }
  const respond = async (): Promise<void> => {
    await store()
    open[1]?.()
    return settle()
  }
  return { adapter, calls: () => count, store, respond }
}

describe('a first sign-in in two steps', () => {
  // proves DB-4
  it('signs in twice if it is submitted twice and storing the account takes a second', async () => {
    const adapter = watched(inTwoSteps(), (method) =>
      method === 'linkAccount' ? new Promise((resolve) => setTimeout(resolve, 1000)) : undefined,
    )
    const setup = twoProcesses(adapter)
    const browsers = browsersAt(setup, 3)
    const complete = await Promise.all(browsers.map((browser) => approved(setup, browser)))
    const late = async (request: () => Promise<unknown>): Promise<unknown> => {
      // The user is stored by then, and the account is not.
      await new Promise((resolve) => setTimeout(resolve, 400))
      return request()
    }
    await Promise.all(complete.map((request, index) => (index === 2 ? late(request) : request())))
    expect(await readSessions(browsers)).toHaveLength(3)
    expect(listErrors(setup)).toEqual([])
  })

  // proves DB-3, DB-4
  it('can be repeated half a minute after a process died during it', async () => {
    let isDead = false
    const adapter = watched(inTwoSteps(), (method) => {
      if (method !== 'createUser' || isDead) return undefined
      isDead = true
      return new Promise(() => {})
    })
    const setup = twoProcesses(adapter)
    const [first, second, third] = browsersAt(setup, 3) as [Browser, Browser, Browser]
    void (await approved(setup, first))()
    await vi.waitFor(() => expect(isDead).toBe(true))
    const started = performance.now()
    const response = await (await approved(setup, second))()
    expect(performance.now() - started).toBeGreaterThan(1900)
    expect(performance.now() - started).toBeLessThan(4000)
    expect(response.headers.get('location')).toContain('error=ServiceUnavailable')
    expect(await readSession(second)).toBeNull()
    vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] })
    await (await approved(setup, third))()
    expect(await readSession(third)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DB-3
  it.each([60, false] as const)(
    'is claimed for as long as the calls of the adapter may take: timeouts.adapter is %s',
    async (limit) => {
      let created = 0
      const adapter = watched(inTwoSteps(), (method) => {
        if (method !== 'createUser') return undefined
        created++
        return new Promise(() => {})
      })
      const setup = twoProcesses(adapter, { timeouts: { adapter: limit } })
      const [first, second] = browsersAt(setup, 2) as [Browser, Browser]
      void (await approved(setup, first))()
      await vi.waitFor(() => expect(created).toBe(1))
      vi.useFakeTimers({ now: Date.now() + 200_000, toFake: ['Date'] })
      const response = await (await approved(setup, second))()
      expect(response.headers.get('location')).toContain('error=ServiceUnavailable')
      expect(created).toBe(1)
    },
  )

  // proves DB-3
  it('can be repeated immediately after the database failed', async () => {
    let fails = true
    const adapter = watched(inTwoSteps(), (method) => {
      if (method !== 'createUser' || !fails) return
      fails = false
      throw new Error('The database is down.')
    })
    const setup = twoProcesses(adapter)
    const [first, second] = browsersAt(setup, 2) as [Browser, Browser]
    await (await approved(setup, first))()
    expect(listErrors(setup)).toEqual(['AdapterError'])
    const started = performance.now()
    await (await approved(setup, second))()
    expect(performance.now() - started).toBeLessThan(1000)
    expect(await readSession(second)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DB-3
  it.each([
    ['before the next one', true],
    ['during the next one', false],
  ])('leaves nothing behind that the database stores too late, %s', async (_, isBefore) => {
    const slow = slowOnce('createUser')
    const setup = twoProcesses(slow.adapter, { timeouts: { adapter: 0.05 } })
    const [first, second] = browsersAt(setup, 2) as [Browser, Browser]
    await (await approved(setup, first))()
    const next = await approved(setup, second)
    if (isBefore) await slow.respond()
    const response = next()
    if (!isBefore) {
      // It waits: it could create the user a second time.
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(slow.calls()).toBe(1)
      await slow.respond()
    }
    expect((await response).headers.get('location')).toMatch(/\/after$/)
    expect({ calls: slow.calls(), errors: listErrors(setup) }).toEqual({ calls: 2, errors: ['AdapterError'] })
  })

  // proves DB-3
  it('keeps a user who was stored too late and has signed in by e-mail since', async () => {
    const slow = slowOnce('createUser')
    const setup = twoProcesses(slow.adapter, { timeouts: { adapter: 0.05 } })
    const [first, second] = browsersAt(setup, 2) as [Browser, Browser]
    await (await approved(setup, first))()
    await slow.store()
    await (await linkFor(setup))(second)
    await slow.respond()
    expect(await readSession(second)).toMatchObject({ user: { email: EMAIL } })
    expect(await slow.adapter.getUserByEmail?.(EMAIL)).not.toBeNull()
  })

  // proves DB-3
  it('leaves no account of a deleted user behind', async () => {
    const slow = slowOnce('linkAccount', withoutForeignKeys())
    const setup = twoProcesses(slow.adapter, { timeouts: { adapter: 0.05 } })
    const [first, second] = browsersAt(setup, 2) as [Browser, Browser]
    await (await approved(setup, first))()
    await slow.respond()
    await (await approved(setup, second))()
    expect(await readSession(second)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DB-3
  it('is rejected immediately if the address belongs to another user', async () => {
    const setup = twoProcesses(inTwoSteps())
    const [first, second] = browsersAt(setup, 2) as [Browser, Browser]
    await (await approved(setup, first))()
    const started = performance.now()
    await (await approved(setup, second, { provider: 'second' }))()
    expect(performance.now() - started).toBeLessThan(1000)
    expect(listErrors(setup)).toEqual(['OAuthAccountNotLinked'])
  })

  // proves DB-3
  it('creates no user while the store is down, and creates one later', async () => {
    const adapter = inTwoSteps()
    let isDown = true
    const store = watched<Store>(memoryStore(), (method, [key]) => {
      if (isDown && method === 'add' && String(key).includes('first-sign-in')) throw new Error('down')
    })
    const setup = twoProcesses(adapter, { store })
    const [first, second] = browsersAt(setup, 2) as [Browser, Browser]
    await (await approved(setup, first))()
    expect(listErrors(setup)).toEqual(['StoreError'])
    expect(await adapter.getUserByEmail?.(EMAIL)).toBeNull()
    isDown = false
    await (await approved(setup, second))()
    expect(await readSession(second)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves DB-3
  it('signs in even if the store fails after the user was created', async () => {
    const store = watched<Store>(memoryStore(), (method, [key]) => {
      if (method === 'delete' && String(key).includes('first-sign-in')) throw new Error('down')
    })
    const setup = twoProcesses(inTwoSteps(), { store })
    const [browser] = browsersAt(setup, 1) as [Browser]
    await (await approved(setup, browser))()
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
  })
})
