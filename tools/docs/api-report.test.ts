import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { expect, it, onTestFinished } from 'vitest'
import { checkUnexported, difference } from './api-report.mjs'
import { entryPoints, isProvider } from './entry-points.mjs'

it('prints what was changed in a report, and nothing for equal ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string): string => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'index.api.md'), text)
    return join(folder, name)
  }
  const committed = write('committed', 'same\nf(a: string)\n')
  expect(difference(write('equal', 'same\nf(a: string)\n'), committed)).toBe('')
  const printed = difference(write('current', 'same\nf(a: number)\n'), committed)
  expect(printed).toMatch(/index\.api\.md\n.*^-f\(a: string\)\n\+f\(a: number\)$/ms)
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
