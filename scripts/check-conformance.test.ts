import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkConformance } from './check-conformance.mjs'

const table = {
  PLANS: {
    basic: { name: 'Basic' },
    hybrid: { name: 'Hybrid', notApplicable: 'The code flow only.' },
  },
  MODULES: [
    {
      module: 'oidcc-client-test-invalid-iss',
      plans: ['basic', 'hybrid'],
      provider: 'Names another issuer.',
      must: 'Rejects it.',
      cases: [{ title: 'rejects another issuer' }],
    },
    {
      module: 'oidcc-client-test-logout',
      plans: ['basic'],
      provider: 'Logs out.',
      must: 'Ends the session.',
      notBuilt: 'There is no logout.',
    },
  ],
  ADDITIONAL: [{ title: 'rejects an old token' }],
  FAPI: [
    { section: '1', rule: 'Be careful.', state: 'yes', how: 'Always.', tests: ['rejects an old token'] },
  ],
} as const

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-conformance-'))
  await mkdir(join(folder, 'docs'))
})

afterEach(() => rm(folder, { recursive: true }))

describe('the page about conformance', () => {
  it('counts the results for each plan, and lists each module with its tests', () => {
    const { page } = checkConformance(folder, table)
    expect(page.split('\n')).toEqual(
      expect.arrayContaining([
        '| Basic | 2 | 1 |  | 1 |  |',
        '| Hybrid | 1 |  | 1 |  | The code flow only. |',
        '| `invalid-iss` | Names another issuer. | Rejects it. | **passed** | rejects another issuer |',
        '| `logout` | Logs out. | Ends the session. | **not built**: There is no logout. |  |',
        '- rejects an old token',
      ]),
    )
  })

  it('is out of date if it differs from the table', async () => {
    expect(checkConformance(folder, table).stale).toBe(
      'docs/conformance.md  is out of date: run npm run conformance.',
    )
    await writeFile(join(folder, 'docs/conformance.md'), checkConformance(folder, table).page)
    expect(checkConformance(folder, table)).toMatchObject({ stale: undefined, problems: [] })
  })

  it('names only tests that exist', () => {
    const [rule] = table.FAPI
    const tests = ['rejects nothing', { file: 'test/x.test.ts', title: 'rejects x' }]
    expect(checkConformance(folder, { ...table, FAPI: [{ ...rule, tests }] }).problems).toEqual([
      'FAPI: "Be careful." names a test that does not exist: rejects nothing. Correct its title.',
      'FAPI: "Be careful." names a test that does not exist: test/x.test.ts › rejects x. Correct its title.',
    ])
  })
})
