import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { COMBINATIONS } from './combinations.ts'
import { type Result, runCombination } from './run.ts'
import { missingServers, startServers } from './servers.ts'
import { GENERATED, renderTables } from './table.ts'

const PAGE = fileURLToPath(new URL('../../../docs/databases/adapters.md', import.meta.url))
const TIMEOUT = 120_000

const servers = startServers()
const missing = missingServers()
const results: Result[] = []
afterAll(() => servers.stop())

describe('the adapter suite', () => {
  // proves DB-29
  it.for(COMBINATIONS)(
    'runs with $adapter on $database',
    { timeout: TIMEOUT },
    async (combination, context) => {
      const absent = combination.needs?.filter((server) => missing.includes(server)) ?? []
      if (absent.length > 0) return context.skip(`Not installed: ${absent.join(', ')}.`)
      const result = await runCombination(combination, servers)
      if (combination.adapter.startsWith('latchkey/')) expect([...result.failures.values()]).toEqual([])
      results.push(result)
    },
  )
})

it('docs/databases/adapters.md shows what each adapter passes; `npm run update -- adapters` rewrites it', async (context) => {
  if (missing.length > 0) context.skip(`The page needs all servers. Not installed: ${missing.join(', ')}.`)
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toMatch(GENERATED)
  await expect(page.replace(GENERATED, () => renderTables(results))).toMatchFileSnapshot(PAGE)
})
