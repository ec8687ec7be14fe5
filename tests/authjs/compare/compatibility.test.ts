import { fileURLToPath } from 'node:url'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Comparison, compareScenario } from './compare-scenario.ts'
import type { FieldDifference } from './diff.ts'
import { DIFFERENCES } from './differences.ts'
import { matches } from './listed-difference.ts'
import { renderPage } from './page.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const PAGE = fileURLToPath(new URL('../../../docs/assurance/compatibility.md', import.meta.url))
const START = new Date('2026-01-01T00:00:00Z')

isolateEnvironment()
beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'production')
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sets the clock back, and forgets which warnings were logged in this process. */
function reset({ clock }: Scenario): void {
  if (clock === 'real') vi.useRealTimers()
  else vi.useFakeTimers({ toFake: ['Date'], now: START })
  Reflect.deleteProperty(globalThis, Symbol.for('latchkey.logged'))
}

const results = new Map<string, PromiseSettledResult<Comparison>>()

/** Runs each scenario once, in the order of the list. @throws what the scenario throws */
async function compareByName(name: string): Promise<Comparison> {
  for (const scenario of SCENARIOS) {
    if (results.has(name)) break
    if (results.has(scenario.name)) continue
    const [result] = await Promise.allSettled([compareScenario(scenario, reset)])
    results.set(scenario.name, result)
  }
  const result = results.get(name)
  if (result?.status === 'fulfilled') return result.value
  throw result?.reason ?? new Error(`There is no scenario “${name}”.`)
}

function isListed(found: FieldDifference): boolean {
  return DIFFERENCES.some(({ fields }) => fields.some((field) => matches(field, found)))
}

function describeDifference({ field, authJs, latchkey }: FieldDifference): string {
  return `${field}\n    Auth.js:  ${JSON.stringify(authJs)}\n    Latchkey: ${JSON.stringify(latchkey)}`
}

// proves DROP-19
describe('Latchkey does what Auth.js does, except for the listed differences', () => {
  it.each(SCENARIOS)('$name', async ({ name }) => {
    const { fields, differences } = await compareByName(name)
    expect(fields).toBeGreaterThan(0)
    expect(differences.filter((found) => !isListed(found)).map(describeDifference)).toEqual([])
  })
})

it('every listed difference exists', async () => {
  const found: FieldDifference[] = []
  for (const { name } of SCENARIOS) found.push(...(await compareByName(name)).differences)
  const obsolete = DIFFERENCES.flatMap(({ what, fields }) =>
    fields.filter((field) => !found.some((each) => matches(field, each))).map(([path]) => `${what}: ${path}`),
  )
  expect(obsolete).toEqual([])
})

it('docs/assurance/compatibility.md shows the comparison; `npm run update -- compatibility` rewrites it', async () => {
  const comparisons: Comparison[] = []
  for (const { name } of SCENARIOS) comparisons.push(await compareByName(name))
  await expect(renderPage(comparisons, DIFFERENCES)).toMatchFileSnapshot(PAGE)
})
