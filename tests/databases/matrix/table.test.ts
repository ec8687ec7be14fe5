import { adapterCases } from 'latchkey/testing/adapter-suite'
import { describe, expect, it } from 'vitest'
import type { Combination } from './combination.ts'
import { MEANINGS } from './meanings.ts'
import { type Result, runCombination } from './run.ts'
import type { Servers } from './servers.ts'
import { renderTables } from './table.ts'

const EMPTY: Combination = {
  adapter: 'example',
  database: 'nothing',
  storesExtraFields: true,
  open: () => ({ adapter: {} }),
}

async function run(adapter: ReturnType<Combination['open']>): Promise<Result> {
  return runCombination({ ...EMPTY, open: () => adapter }, {} as Servers)
}

describe('the table of adapters', () => {
  // proves DB-29
  it('counts the requirements that apply and those that are passed, and refers to notes', async () => {
    const used = { identifier: 'ann@example.com', token: 'hash', expires: new Date() }
    const result = await run({
      adapter: {
        deleteSession: (): Promise<null> => Promise.reject(new Error('not found')),
        useVerificationToken: () => used,
      },
    })
    expect(result.counts).toEqual({
      security: { passed: 0, applicable: 0 },
      data: { passed: 0, applicable: 0 },
      comfort: { passed: 0, applicable: 2 },
    })
    const known = new Map([...result.failures].filter(([name]) => name.includes('session')))
    expect(renderTables([{ ...result, failures: known }]).split('\n')).toEqual([
      '| Adapter | Database and driver | Security | Data | Comfort | Not passed |',
      '|---|---|---|---|---|---|',
      '| `example` | nothing | 0 of 0 | 0 of 0 | 0 of 2 | 1 |',
      '',
      '| Note | Requirement | With Latchkey |',
      '|---|---|---|',
      expect.stringMatching(/^\| 1 \| ignores the deletion of an unknown session \| Nothing: /),
    ])
    expect(() => renderTables([result])).toThrow(
      'example (nothing) does not pass “returns null for an unknown verification token”, ' +
        'which meanings.ts does not explain:',
    )
  })

  it('repeats what can be lost in a race, and counts one failure', async () => {
    let calls = 0
    const tokens = new Set<string>()
    const result = await run({
      adapter: {
        createVerificationToken: ({ token }) => void tokens.add(token),
        useVerificationToken({ identifier, token }) {
          calls += 1
          // After the first repetitions, the twenty calls of a case all succeed.
          const found = calls > 100 ? tokens.has(token) : tokens.delete(token)
          return found ? { identifier, token, expires: new Date() } : null
        },
      },
    })
    expect(result.failures.keys()).toContain(
      'returns a verification token to only one of twenty concurrent calls',
    )
  })

  it('explains only requirements that exist, each in one note', () => {
    const names = adapterCases.map(({ name }) => name)
    const explained = MEANINGS.flatMap(({ cases }) => cases)
    expect(explained.filter((name) => !names.includes(name))).toEqual([])
    expect(new Set(explained).size).toBe(explained.length)
  })
})
