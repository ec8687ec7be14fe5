import { execFile } from 'node:child_process'
import * as nodeTest from 'node:test'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import memory from '../adapters/memory.ts'
import type { Adapter, AdapterUser, CompleteAdapter } from '../types/adapter.ts'
import { adapterCases, type TestRunner, testAdapter } from './adapter-suite.ts'

type Complete = CompleteAdapter

describe('the adapter suite', () => {
  it('accepts an adapter whose methods use `this`', async () => {
    class ClassAdapter {
      readonly adapter: Complete = memory()
    }
    for (const method of Object.keys(memory()) as (keyof Complete)[])
      Object.defineProperty(ClassAdapter.prototype, method, {
        value(this: ClassAdapter, ...args: never[]) {
          return (this.adapter[method] as (...args: never[]) => unknown)(...args)
        },
      })
    expect(await findFailures(() => new ClassAdapter() as Adapter)).toEqual([])
  })

  it('accepts an adapter whose user ids are numbers', async () => {
    expect(await findFailures(withNumericIds)).toEqual([])
  })

  // proves AUD-F1
  it('accepts an adapter that ignores accents in e-mail addresses, except for a comfort case', async () => {
    const loose = (): Adapter => {
      const adapter = memory()
      const getUserByEmail = (email: string): ReturnType<typeof adapter.getUserByEmail> =>
        adapter.getUserByEmail(email?.normalize('NFD').replaceAll(/\p{M}/gu, ''))
      return { ...adapter, getUserByEmail }
    }
    expect(await findFailures(loose)).toEqual([
      'comfort: stores users whose e-mail addresses differ in accents or blanks',
    ])
  })

  it('accepts an adapter whose methods return nothing where no result is needed', async () => {
    const silent = (): Adapter => {
      const adapter = memory()
      return {
        ...adapter,
        linkAccount: async (account) => void (await adapter.linkAccount(account)),
        unlinkAccount: async (account) => void (await adapter.unlinkAccount(account)),
        deleteUser: async (id) => void (await adapter.deleteUser(id)),
        deleteSession: async (token) => void (await adapter.deleteSession(token)),
        updateSession: async (session) => void (await adapter.updateSession(session)),
        createVerificationToken: async (link) => void (await adapter.createVerificationToken(link)),
      }
    }
    expect(await findFailures(silent)).toEqual([])
  })
})

describe('testAdapter', () => {
  it('creates an adapter for each case and stops it, even when the case fails', async () => {
    let running = 0
    const { run } = collect(() => {
      running++
      return {
        adapter: { getSessionAndUser: () => Promise.reject(new Error('no database')) },
        stop: () => void running--,
      }
    })
    const { failed } = await run()
    expect(failed).toEqual(['comfort: returns null for an unknown session'])
    expect(running).toBe(0)
  })

  it('tests refreshed tokens of an adapter without `getAccount`', async () => {
    const { run } = collect(() => ({ adapter: { ...memory(), getAccount: undefined } as unknown as Adapter }))
    const { failed, skipped } = await run()
    expect(failed).toEqual([])
    expect(Object.keys(skipped).filter((title) => /refresh(?:ed)? token/.test(title))).toEqual([])
    const { run: runBroken } = collect(() => {
      const { updateAccount, ...adapter } = memory()
      const broken = (account: Parameters<typeof updateAccount>[0]): unknown => updateAccount(account)
      return { adapter: { ...adapter, getAccount: undefined, updateAccount: broken } as unknown as Adapter }
    })
    expect((await runBroken()).failed).toContain(
      "data: keeps an account's tokens if its refresh token is not the expected one",
    )
  })

  it('skips a case whose methods the adapter lacks, and reports which are missing', async () => {
    const { createUser, getUser } = memory()
    const { run } = collect(() => ({ adapter: { createUser, getUser } }))
    const { failed, skipped } = await run()
    expect(failed).toEqual([])
    expect(skipped['data: finds a user by e-mail address']).toBe('the adapter has no getUserByEmail')
    expect(skipped['data: returns a user with the fields that were stored']).toBeUndefined()
  })

  it('skips the case for extra fields if the adapter stores none', async () => {
    const { run } = collect(() => ({ adapter: memory() }), { storesExtraFields: false })
    expect((await run()).skipped).toEqual({
      "data: keeps a user's extra field when another field is updated": 'the adapter stores no extra fields',
    })
  })

  // proves DB-29
  it('says what a failed case puts at risk, in its title and in the message', async () => {
    const { run } = collect(() => ({
      adapter: { getSessionAndUser: () => Promise.reject(new Error('no database')) },
    }))
    const [message] = (await run()).messages
    expect(message).toBe(
      'The adapter threw an error: no database\n' +
        'This is about comfort: a visitor with an old cookie sees an error page.',
    )
    const { useVerificationToken, ...others } = memory()
    const token = { identifier: 'ann@example.com', token: 'hash', expires: new Date() }
    const twice = collect(() => ({ adapter: { ...others, useVerificationToken: () => token } }))
    const { failed, messages } = await twice.run()
    const title = 'security: returns a verification token once'
    expect(failed).toContain(title)
    expect(messages[failed.indexOf(title)]).toMatch(/\nThis is about security: an e-mail link works more/)
  })

  // proves DB-29
  it('uses no date that a TIMESTAMP of MySQL cannot store', async () => {
    const dates: Date[] = []
    const recorded = (): Adapter =>
      Object.fromEntries(
        Object.entries(memory()).map(([name, method]) => [
          name,
          (...args: unknown[]) => {
            for (const value of args.flatMap((arg) => Object.values(Object(arg))))
              if (value instanceof Date) dates.push(value)
            return (method as (...args: unknown[]) => unknown)(...args)
          },
        ]),
      )
    expect(await findFailures(recorded)).toEqual([])
    expect(dates.length).toBeGreaterThan(0)
    expect(dates.filter((date) => date.getTime() >= 2 ** 31 * 1000)).toEqual([])
  })

  it('gives each case a unique title', () => {
    expect(new Set(adapterCases.map(({ name }) => name)).size).toBe(adapterCases.length)
  })

  it('runs with node:test', async () => {
    const { describe: nodeDescribe, it: nodeIt } = nodeTest satisfies TestRunner
    expect({ describe: typeof nodeDescribe, it: typeof nodeIt }).toEqual({
      describe: 'function',
      it: 'function',
    })
    const script = `
      import { describe, it } from 'node:test'
      import memory from '${new URL('../adapters/memory.ts', import.meta.url)}'
      import { testAdapter } from '${new URL('./adapter-suite.ts', import.meta.url)}'
      const { updateAccount, ...adapter } = memory()
      testAdapter({ name: 'memory', create: () => ({ adapter }) }, { describe, it })`
    const skipped = adapterCases.filter(({ needs }) => needs.includes('updateAccount'))
    const args = ['--input-type=module', '--test-reporter=tap', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } })
    expect(stdout).toContain(`# pass ${adapterCases.length - skipped.length}\n# fail 0\n`)
    expect(stdout).toContain('# SKIP the adapter has no updateAccount')
  })
})

/** Returns the titles of the cases that fail. */
async function findFailures(create: () => Adapter): Promise<string[]> {
  const { failed } = await collect(() => ({ adapter: create() })).run()
  return failed
}

interface Outcome {
  failed: string[]
  /** What the failed cases report, in the same order. */
  messages: string[]
  skipped: Record<string, string | undefined>
}

/** Runs the suite with a test runner that only records the results. */
function collect(
  create: Parameters<typeof testAdapter>[0]['create'],
  options: { storesExtraFields?: boolean } = {},
): { run: () => Promise<Outcome> } {
  const bodies = new Map<string, Parameters<TestRunner['it']>[1]>()
  const runner: TestRunner = {
    describe: (_, body) => body(),
    it: (name, body) => void bodies.set(name, body),
  }
  testAdapter({ name: 'collected', create, ...options }, runner)
  return {
    async run() {
      const failed: string[] = []
      const messages: string[] = []
      const skipped: Record<string, string | undefined> = {}
      for (const [name, body] of bodies) {
        const skip = (reason?: string): void => {
          skipped[name] = reason
        }
        await body({ skip }).catch((error: Error) => {
          failed.push(name)
          messages.push(error.message)
        })
      }
      return { failed, messages, skipped }
    },
  }
}

/**
 * Returns an adapter that works and whose user ids are numbers, as in a table with a `SERIAL`
 * column.
 */
function withNumericIds(): Adapter {
  const adapter = memory()
  let last = 0
  // Second factors and events have ids that are no numbers.
  const toNumber = (id: unknown): unknown => (Number.isNaN(Number(id)) ? id : Number(id))
  const mapIds = (value: unknown, map: (id: unknown) => unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => mapIds(each, map))
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        each !== null && (key === 'id' || key === 'userId') ? map(each) : mapIds(each, map),
      ]),
    )
  }
  const call =
    (method: keyof Complete) =>
    async (first: unknown, ...rest: unknown[]) => {
      const given = method.startsWith('createUser') ? { ...(first as AdapterUser), id: ++last } : first
      const args = [typeof given === 'number' ? String(given) : mapIds(given, String), ...rest]
      return mapIds(await (adapter[method] as (...args: unknown[]) => unknown)(...args), toNumber)
    }
  return Object.fromEntries(
    (Object.keys(adapter) as (keyof Complete)[]).map((method) => [method, call(method)]),
  )
}
