import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Module, TestPlan } from './module.ts'
import { ADDITIONAL, FAPI, MODULES, PLANS } from './table.ts'

const PAGE = fileURLToPath(new URL('../../../../docs/assurance/conformance.md', import.meta.url))
const GENERATED = /(?<=<!-- (\w+) -->\n\n).*?(?=\n\n<!-- end of)/gs
const RESULTS = ['passed', 'not applicable', 'not built'] as const

const SECTIONS: Readonly<Record<string, string>> = {
  plans: renderPlans(),
  modules: renderTable(
    ['module', 'what the provider does', 'what the relying party must do', 'result', 'tests'],
    MODULES.map(toCells),
  ),
  further: ADDITIONAL.map(({ title }) => `- ${title}`).join('\n'),
  fapi: renderTable(
    ['section', 'rule', 'Latchkey', 'how', 'tests'],
    FAPI.map(({ section, rule, state, how, tests = [] }) => [
      ...[section, rule, state, how],
      tests.map((test) => (typeof test === 'string' ? test : `${test.file} › ${test.title}`)).join('<br>'),
    ]),
  ),
}

function renderPlans(): string {
  const rows = Object.entries<TestPlan>(PLANS).map(([plan, { name, notApplicable }]) => {
    const modules = MODULES.filter(({ plans }) => plans.some((each) => each === plan))
    const counted = notApplicable ? modules.map((module) => ({ ...module, notApplicable })) : modules
    return [name, ...countResults(counted), notApplicable ?? '']
  })
  const all = ['All modules, each once', ...countResults(MODULES), '']
  return renderTable(['plan', 'modules', ...RESULTS, 'note'], [...rows, all])
}

function countResults(modules: readonly Module[]): string[] {
  const counts = RESULTS.map((result) => modules.filter((module) => getResult(module) === result).length)
  return [modules.length, ...counts].map((count) => String(count || ''))
}

function getResult({ notApplicable, notBuilt }: Module): (typeof RESULTS)[number] {
  if (notApplicable !== undefined) return 'not applicable'
  return notBuilt === undefined ? 'passed' : 'not built'
}

function toCells(module: Module): string[] {
  const { provider, must, notApplicable, notBuilt, note, cases = [] } = module
  const result = [`**${getResult(module)}**`, notApplicable ?? notBuilt ?? note].filter(Boolean).join(': ')
  const name = module.module.replace(/^oidcc-client-test-/, '')
  return [`\`${name}\``, provider, must, result, cases.map(({ title }) => title).join('<br>')]
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

it('docs/assurance/conformance.md shows the cases that the tests run; `vitest --update` rewrites it', async () => {
  const page = readFileSync(PAGE, 'utf8')
  expect([...page.matchAll(GENERATED)].map(([, name]) => name)).toEqual(Object.keys(SECTIONS))
  await expect(page.replace(GENERATED, (_, name) => SECTIONS[name] ?? '')).toMatchFileSnapshot(PAGE)
})

it('names only tests that exist for the rules of FAPI', () => {
  const titles = [...MODULES.flatMap(({ cases = [] }) => cases), ...ADDITIONAL].map(({ title }) => title)
  const tests = FAPI.flatMap(({ tests: each = [] }) => each)
  const missing = tests.filter((test) =>
    typeof test === 'string' ? !titles.includes(test) : !hasTest(test.file, test.title),
  )
  expect(missing).toEqual([])
})

function hasTest(file: string, title: string): boolean {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes(`it('${title}'`)
}
