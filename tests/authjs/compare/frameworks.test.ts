import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { FORMS, type Form, prepare } from '../applications/application.ts'
import { whileRunning } from '../applications/visitor.ts'
import type { Comparison } from './compare-scenario.ts'
import { countFields, diff, type FieldDifference } from './diff.ts'
import { DIFFERENCES } from './differences.ts'
import { FRAMEWORK_DIFFERENCES } from './frameworks/differences.ts'
import type { FrameworkScenario, Observations } from './frameworks/framework-scenario.ts'
import { NEXT } from './frameworks/next-scenarios.ts'
import { observe } from './frameworks/observe.ts'
import { renderFrameworksPage } from './frameworks/page.ts'
import { SVELTEKIT } from './frameworks/sveltekit-scenarios.ts'
import { matches } from './listed-difference.ts'

const PAGE = fileURLToPath(new URL('../../../docs/assurance/compatibility-frameworks.md', import.meta.url))

const FRAMEWORKS = [
  { framework: 'next', basePath: '/api/auth', scenarios: NEXT },
  { framework: 'sveltekit', basePath: '/auth', scenarios: SVELTEKIT },
] as const

const comparisons: Comparison[] = []

/** Builds a probe application in both forms, and runs all scenarios with each of them. */
async function compare(
  framework: 'next' | 'sveltekit',
  basePath: string,
  scenarios: readonly FrameworkScenario[],
): Promise<Comparison[]> {
  const application = await prepare(`probe-${framework}`, {
    framework,
    source: fileURLToPath(new URL(`probes/${framework}`, import.meta.url)),
    // The configurations decide: one of them has no secret, and one trusts no host.
    settings: () => ({ AUTH_URL: undefined, AUTH_SECRET: undefined }),
  })
  expect(application.findings).toEqual([])
  const observations = new Map<Form, Observations>()
  for (const form of FORMS) {
    await whileRunning(application, form, async () => {
      observations.set(form, await observe(scenarios, application.origin, basePath))
    })
  }
  return scenarios.map(({ name }) => {
    const [authJs, latchkey] = FORMS.map((form) => observations.get(form)?.get(name) ?? null)
    if (!authJs || !latchkey) throw new Error(`The scenario “${name}” did not run.`)
    return { name, fields: countFields(authJs, latchkey), differences: diff(authJs, latchkey, [name]) }
  })
}

const LISTED = [...DIFFERENCES, ...FRAMEWORK_DIFFERENCES]

function isListed(found: FieldDifference): boolean {
  return LISTED.some(({ fields }) => fields.some((field) => matches(field, found)))
}

// proves DROP-3, DROP-5, DROP-8, DROP-14, DROP-15
describe.each(FRAMEWORKS)('an application for $framework', ({ framework, basePath, scenarios }) => {
  const found = new Map<string, Comparison>()
  beforeAll(async () => {
    for (const comparison of await compare(framework, basePath, scenarios)) {
      found.set(comparison.name, comparison)
      comparisons.push(comparison)
    }
  })

  it.each(scenarios)('$name', ({ name }) => {
    const { fields = 0, differences = [] } = found.get(name) ?? {}
    expect(fields).toBeGreaterThan(0)
    expect(differences.filter((difference) => !isListed(difference))).toEqual([])
  })
})

it('every listed difference exists', () => {
  const found = comparisons.flatMap(({ differences }) => differences)
  const obsolete = FRAMEWORK_DIFFERENCES.flatMap(({ what, fields }) =>
    fields.filter((field) => !found.some((each) => matches(field, each))).map(([path]) => `${what}: ${path}`),
  )
  expect(obsolete).toEqual([])
})

it('docs/assurance/compatibility-frameworks.md shows the comparison; `npm run update -- compatibility` rewrites it', async () => {
  await expect(renderFrameworksPage(comparisons, FRAMEWORK_DIFFERENCES)).toMatchFileSnapshot(PAGE)
})
