import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CLAIMS, citedBy, countCases, patternOf } from './claims.mjs'
import { readResults, recordResult, renderClaims } from './claims-page.mjs'
import { root } from './workspace.mjs'

describe('the page of claims', () => {
  it('lists every claim with its command', () => {
    const page = readFileSync(join(root, 'docs', 'claims.md'), 'utf8')
    expect(page, 'run `npm run prove -- <claim> --record`').toBe(renderClaims(CLAIMS, readResults(page)))
  })

  it('shows no result of a claim with failures', () => {
    const page = readFileSync(join(root, 'docs', 'claims.md'), 'utf8')
    for (const [name, result] of readResults(page))
      expect(result, name).toMatch(/^[1-9]\d* passed, 0 failed \(\d{4}-\d\d-\d\d\)$/)
  })

  it('keeps the results of the other claims', () => {
    const claims = [
      { name: 'a', text: 'A.' },
      { name: 'b', text: 'B.', usage: '<folder>' },
    ]
    const first = renderClaims(claims, new Map([['a', '1 passed, 0 failed (2026-01-01)']]))
    const second = renderClaims(claims, recordResult(first, 'b', '2 passed, 0 failed (2026-01-02)'))
    expect(second).toContain('| A. | `npm run prove -- a` | 1 passed, 0 failed (2026-01-01) |')
    expect(second).toContain('| B. | `npm run prove -- b <folder>` | 2 passed, 0 failed (2026-01-02) |')
  })
})

describe('the pattern for a title', () => {
  it.each([
    ['rejects %s (twice)', 'group rejects a link (twice)'],
    ['rejects $name', 'rejects any name at all'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title of a test in its source
    ['rejects a `${kind}` of a.b', 'rejects a `token` of a.b'],
  ])('matches "%s"', (title, name) => {
    expect(name).toMatch(new RegExp(patternOf(title)))
  })

  it('matches no other title', () => {
    expect('rejects a link of axb').not.toMatch(new RegExp(patternOf('rejects %s of a.b')))
  })
})

it('knows which findings a test proves, by its file and its title', () => {
  const citations = [
    { id: 'AUD-F1', file: 'a.test.ts', title: 'rejects %s' },
    { id: 'AUD-F2', file: 'a.test.ts', title: 'a group' },
    { id: 'AUD-F3', file: 'b.test.ts', title: 'rejects %s' },
  ]
  expect(citedBy(citations, 'a.test.ts', 'a group rejects a link')).toEqual(['AUD-F1', 'AUD-F2'])
  expect(citedBy(citations, 'a.test.ts', 'another group accepts a link')).toEqual([])
})

it('counts a case of the attack suite that neither passed nor was accepted as failed', () => {
  const of = (id: string, result: string) => ({ id, result, title: 'a case', severity: 'low' })
  const cases = [of('A', 'pass'), of('B', 'accepted'), of('C', 'not-run'), of('D', 'FAIL'), of('E', 'ERROR')]
  const proof = countCases(cases, [])
  expect(proof).toMatchObject({ passed: 1, failed: 2 })
  expect(proof.notes).toEqual([
    '✗ D (low, FAIL): a case',
    '✗ E (low, ERROR): a case',
    '1 accepted, 1 not run: they need a framework or manual work.',
  ])
})

it('counts a case that a decision lists as accepted, unless it ended with an error', () => {
  const of = (id: string, result: string) => ({ id, result, title: 'a case', severity: 'low' })
  const proof = countCases([of('A', 'FAIL'), of('B', 'ERROR'), of('C', 'FAIL')], ['A', 'B'])
  expect(proof).toMatchObject({ passed: 0, failed: 2 })
  expect(proof.notes?.at(-1)).toBe('1 accepted, 0 not run: they need a framework or manual work.')
})
