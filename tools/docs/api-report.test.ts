import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it } from 'vitest'
import { checkUnexported, differences } from './api-report.mjs'
import { entryPoints, isProvider } from './entry-points.mjs'

const report = (...lines: string[]) => new Map([['index.api.md', lines.join('\n')]])

it('finds nothing in equal reports', () => {
  expect(differences(report('export const one: 1'), report('export const one: 1'))).toEqual([])
})

it('prints what was changed in a report', () => {
  expect(differences(report('same', 'f(a: string)', 'gone'), report('same', 'f(a: number)'))).toEqual([
    'index.api.md:',
    '- f(a: string)',
    '- gone',
    '+ f(a: number)',
  ])
})

it('counts equal lines, and notices another order', () => {
  expect(differences(report('}', '}'), report('}'))).toEqual(['index.api.md:', '- }'])
  expect(differences(report('a', 'b'), report('b', 'a'))).toEqual([
    'index.api.md:',
    'the same lines in another order',
  ])
})

it('prints only the first lines of a long difference', () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`)
  expect(differences(report(), report(...lines)).length).toBeLessThan(30)
  expect(differences(report(), report(...lines)).at(-1)).toMatch(/^… and \d+ more lines$/)
})

it('reports added and removed entry points', () => {
  const other = new Map([['other.api.md', '']])
  expect(differences(report('a'), other)).toEqual([
    'index.api.md: this entry point is gone.',
    'other.api.md: this entry point is new.',
  ])
})

it('requires a reason for each type that a signature needs and nothing exports', () => {
  expect(checkUnexported(['Known', 'Unknown'], { Known: 'reason', Gone: 'reason' })).toEqual([
    expect.stringMatching(/`Unknown`.*no entry point exports it/),
    expect.stringMatching(/`Gone` is exported, or is gone/),
  ])
  expect(checkUnexported(['constructor'], {})).toHaveLength(1)
})

it('has a committed report for every entry point, and one for all providers', () => {
  const text = (name: string) => readFileSync(join(root, 'packages', 'latchkey', 'api', name), 'utf8')
  const points = entryPoints()
  for (const { specifier } of points.filter((point) => !isProvider(point)))
    expect(text(`${specifier.split('/').slice(1).join('-') || 'index'}.api.md`)).toContain('# API report: ')
  expect(points.filter(isProvider).length).toBeGreaterThan(90)
  const providers = text('provider-modules.api.md')
  for (const { specifier } of points.filter(isProvider))
    expect(providers).toContain(`provider_${specifier.split('/').at(-1)?.replaceAll('-', '_')} {`)
})
