import { expect, it } from 'vitest'
import { mergeRecords, type PropertyRun, readRecord, renderRecord } from './property-record.mjs'

const run = (file: string, property: string, more: Partial<PropertyRun> = {}): PropertyRun => ({
  file,
  property,
  runs: 1_000_000,
  seed: 7,
  outcomes: { accepted: 400_000, 'not read': 600_000 },
  ...more,
})

it('writes a page of runs that it reads back', () => {
  const runs = [run('a.test.ts', 'one: with a colon, and `code`'), run('b.test.ts', 'two', { outcomes: {} })]
  expect(readRecord(renderRecord(runs))).toEqual(runs)
  expect(renderRecord(runs)).toContain('2 properties held for 2,000,000 values in total.')
})

it('sorts the rows by file and property', () => {
  const runs = [run('b.test.ts', 'x'), run('a.test.ts', 'z'), run('a.test.ts', 'y')]
  expect(readRecord(renderRecord(runs)).map(({ file, property }) => file + property)).toEqual([
    'a.test.tsy',
    'a.test.tsz',
    'b.test.tsx',
  ])
})

it('replaces the run of one property, and keeps the others', () => {
  const known = [run('a.test.ts', 'one'), run('a.test.ts', 'two'), run('b.test.ts', 'one')]
  const newer = run('a.test.ts', 'one', { seed: 8 })
  expect(mergeRecords(known, [newer], undefined)).toEqual([known[1], known[2], newer])
})

it('removes the properties that a file no longer has', () => {
  const known = [run('a.test.ts', 'renamed'), run('b.test.ts', 'one')]
  const newer = run('a.test.ts', 'new name')
  expect(mergeRecords(known, [newer], 'a.test.ts')).toEqual([known[1], newer])
})
