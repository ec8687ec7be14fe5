import { describe, expect, it } from 'vitest'
import { exceededLimits, renderFiles, renderTable, walkOf } from './walk-report.mjs'

const TEXTS: Record<string, string> = {
  'handle.ts': '// The start.\nfunction handle() {\n  return 1\n}\nfunction other() {\n  return 2\n}\n',
  'config/resolve.ts': 'function resolve() {}\n',
  'types.ts': 'const a = 1\n',
}

/** A walk through these files, with each limit as it is given. */
function walk(limits = { lines: 3, files: 1, largest: 6 }) {
  const entered = [
    { file: 'config/resolve.ts', starts: [0] },
    { file: 'handle.ts', starts: [TEXTS['handle.ts']!.indexOf('function handle')] },
    // Code that belongs to no function.
    { file: 'types.ts', starts: [0] },
  ]
  return walkOf({ name: 'sign-in', limits }, entered, (file) => TEXTS[file] ?? '')
}

it('counts functions and files, and the configuration apart', () => {
  expect(walk()).toEqual({
    name: 'sign-in',
    limits: { lines: 3, files: 1, largest: 6 },
    files: [{ file: 'handle.ts', functions: ['handle'], lines: 3, fileLines: 6 }],
    configuration: [{ file: 'config/resolve.ts', functions: ['resolve'], lines: 1, fileLines: 1 }],
  })
})

describe('exceededLimits', () => {
  it('allows what equals the limits', () => {
    expect(exceededLimits(walk())).toEqual([])
  })

  it('names each limit that is exceeded', () => {
    expect(exceededLimits(walk({ lines: 2, files: 0, largest: 5 }))).toEqual([
      'sign-in: 3 lines of functions, at most 2.',
      'sign-in: 1 files, at most 0.',
      'sign-in: handle.ts has 6 lines, at most 5.',
    ])
  })
})

it('renders a table', () => {
  expect(renderTable([walk()]).split('\n')).toEqual([
    'walk     function lines  files   largest file       lines of the files  once per configuration',
    'sign-in  3 of 3          1 of 1  6 of 6: handle.ts  6                   1 in 1 files',
  ])
})

it('lists the files with their functions', () => {
  expect(renderFiles(walk()).split('\n')).toEqual([
    '',
    'sign-in',
    '  handle.ts  3 of 6 lines  handle',
    '  once per configuration:',
    '  config/resolve.ts  1 of 1 lines  resolve',
  ])
})
