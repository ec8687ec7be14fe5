import { execFile } from 'node:child_process'
import * as nodeTest from 'node:test'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import memory from '../adapters/memory.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import { adapterCases, type TestRunner, testAdapter } from './adapter-suite.ts'

type Complete = Required<Adapter>

describe('the suite lets pass', () => {
  it('an adapter whose methods use `this`', async () => {
    class ClassAdapter {
      readonly right: Complete = memory()
    }
    for (const method of Object.keys(memory()) as (keyof Complete)[])
      Object.defineProperty(ClassAdapter.prototype, method, {
        value(this: ClassAdapter, ...args: never[]) {
          return (this.right[method] as (...args: never[]) => unknown)(...args)
        },
      })
    expect(await failuresOf(() => new ClassAdapter() as Adapter)).toEqual([])
  })

  it('an adapter that numbers its users', async () => {
    expect(await failuresOf(numbering)).toEqual([])
  })

  it('an adapter that gives nothing back where nothing is needed', async () => {
    const silent = (): Adapter => {
      const right = memory()
      return {
        ...right,
        linkAccount: async (account) => void (await right.linkAccount(account)),
        unlinkAccount: async (account) => void (await right.unlinkAccount(account)),
        deleteUser: async (id) => void (await right.deleteUser(id)),
        deleteSession: async (token) => void (await right.deleteSession(token)),
        updateSession: async (session) => void (await right.updateSession(session)),
        createVerificationToken: async (link) => void (await right.createVerificationToken(link)),
      }
    }
    expect(await failuresOf(silent)).toEqual([])
  })
})

describe('testAdapter', () => {
  it('makes an adapter for each case and stops it, also when the case fails', async () => {
    let running = 0
    const { run } = collect(() => {
      running++
      return {
        adapter: { getSessionAndUser: () => Promise.reject(new Error('no database')) },
        stop: () => void running--,
      }
    })
    const { failed } = await run()
    expect(failed).toEqual(['a session that does not exist is null'])
    expect(running).toBe(0)
  })

  it('skips what the adapter has no methods for, and says which', async () => {
    const { createUser, getUser } = memory()
    const { run } = collect(() => ({ adapter: { createUser, getUser } }))
    const { failed, skipped } = await run()
    expect(failed).toEqual([])
    expect(skipped['a user is found by their e-mail address']).toBe('the adapter has no getUserByEmail')
    expect(skipped['a user is given back as they were created']).toBeUndefined()
  })

  it('skips extra fields when the adapter stores none', async () => {
    const { run } = collect(() => ({ adapter: memory() }), { storesExtraFields: false })
    expect((await run()).skipped).toEqual({
      'an extra field of a user is kept, also by an update of another': 'the adapter stores no extra fields',
    })
  })

  it('gives each case a name of its own', () => {
    expect(new Set(adapterCases.map(({ name }) => name)).size).toBe(adapterCases.length)
  })

  it('runs with node:test, too', async () => {
    const { describe: nodeDescribe, it: nodeIt } = nodeTest satisfies TestRunner
    expect([typeof nodeDescribe, typeof nodeIt]).toEqual(['function', 'function'])
    const script = `
      import { describe, it } from 'node:test'
      import memory from '${new URL('../adapters/memory.ts', import.meta.url)}'
      import { testAdapter } from '${new URL('./adapter-suite.ts', import.meta.url)}'
      const { updateAccount, ...adapter } = memory()
      testAdapter({ name: 'right', create: () => ({ adapter }) }, { describe, it })`
    const args = ['--input-type=module', '--test-reporter=tap', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } })
    expect(stdout).toContain(`# pass ${adapterCases.length - 2}\n# fail 0\n`)
    expect(stdout).toContain('# SKIP the adapter has no updateAccount')
  })
})

/** The names of the cases that fail. */
async function failuresOf(create: () => Adapter): Promise<string[]> {
  const { failed } = await collect(() => ({ adapter: create() })).run()
  return failed
}

/** Runs the suite with a runner that only writes down. */
function collect(
  create: Parameters<typeof testAdapter>[0]['create'],
  options: { storesExtraFields?: boolean } = {},
): { run: () => Promise<{ failed: string[]; skipped: Record<string, string | undefined> }> } {
  const bodies = new Map<string, Parameters<TestRunner['it']>[1]>()
  const runner: TestRunner = {
    describe: (_, body) => body(),
    it: (name, body) => void bodies.set(name, body),
  }
  testAdapter({ name: 'collected', create, ...options }, runner)
  return {
    async run() {
      const failed: string[] = []
      const skipped: Record<string, string | undefined> = {}
      for (const [name, body] of bodies) {
        const skip = (reason?: string): void => {
          skipped[name] = reason
        }
        await body({ skip }).catch(() => failed.push(name))
      }
      return { failed, skipped }
    },
  }
}

/** An adapter that is right, and whose users have numbers, as in a table with `SERIAL`. */
function numbering(): Adapter {
  const right = memory()
  let last = 0
  const mapIds = (value: unknown, map: (id: unknown) => unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => mapIds(each, map))
    if (value === null || typeof value !== 'object' || value instanceof Date) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === 'id' || key === 'userId' ? map(each) : mapIds(each, map),
      ]),
    )
  }
  const call =
    (method: keyof Complete) =>
    async (first: unknown, ...rest: unknown[]) => {
      const given = method.startsWith('createUser') ? { ...(first as AdapterUser), id: ++last } : first
      const args = [typeof given === 'number' ? String(given) : mapIds(given, String), ...rest]
      return mapIds(await (right[method] as (...args: unknown[]) => unknown)(...args), Number)
    }
  return Object.fromEntries(
    (Object.keys(right) as (keyof Complete)[]).map((method) => [method, call(method)]),
  )
}
