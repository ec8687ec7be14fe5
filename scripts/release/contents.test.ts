import { describe, expect, it } from 'vitest'
import { checkContents } from './contents.mjs'

const MANIFEST = {
  name: 'latchkey',
  version: '1.2.3',
  license: 'MIT',
  repository: {},
  homepage: 'https://latchkey.example',
  bugs: 'https://latchkey.example/issues',
  engines: {},
  types: './dist/index.d.ts',
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' }, './x/*': './dist/x/*.js' },
}

const PACKAGE = {
  'package.json': JSON.stringify(MANIFEST),
  'README.md': '[Docs](https://latchkey.example/docs) and [below](#below)',
  'CHANGELOG.md': '# Changelog',
  LICENSE: 'MIT',
  'dist/index.js': 'export {}',
  'dist/index.d.ts': 'export {}',
  'dist/index.js.map': JSON.stringify({ sources: ['../src/index.ts'] }),
  'src/index.ts': 'export {}',
}

function problemsWith(changes: Readonly<Record<string, string | undefined>>): string[] {
  const entries = Object.entries({ ...PACKAGE, ...changes }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, Buffer.from(text)] as const],
  )
  return checkContents(new Map(entries), ['/home/ann'])
}

function problemsOfManifest(changes: object): string[] {
  return problemsWith({ 'package.json': JSON.stringify({ ...MANIFEST, ...changes }) })
}

describe('the content of the package', () => {
  it('has no problems if it is as expected', () => {
    expect(problemsWith({})).toEqual([])
  })

  it.each([
    ['a test', { 'src/index.test.ts': '' }, 'src/index.test.ts: a test'],
    ['a fixture', { 'src/fixtures/app.ts': '' }, 'src/fixtures/app.ts: a test'],
    ['another file', { '.env': '' }, '.env: does not belong in the package'],
    ['no licence', { LICENSE: undefined }, 'LICENSE: missing'],
    [
      'a path of the machine',
      { 'dist/index.js': '// /home/ann/latchkey' },
      'dist/index.js: contains the path /home/ann',
    ],
    [
      'a map without its source',
      { 'dist/index.js.map': JSON.stringify({ sourceRoot: '../', sources: ['src/other.ts'] }) },
      'dist/index.js.map: its source src/other.ts is not in the package',
    ],
    [
      'a relative link',
      { 'README.md': '[Docs](docs/README.md)' },
      'README.md: the link docs/README.md is relative',
    ],
    ['a relative image', { 'README.md': '<img src="a.png">' }, 'README.md: the link a.png is relative'],
  ])('has no %s', (_, changes, problem) => {
    expect(problemsWith(changes)).toContain(problem)
  })

  it.each([
    [
      'runs no script at an installation',
      { scripts: { postinstall: 'node x.js' } },
      'package.json: runs the script postinstall at an installation',
    ],
    ['names its repository', { repository: undefined }, 'package.json: the field repository is missing'],
    [
      'contains what it exports',
      { exports: { './y': './dist/y.js' } },
      'package.json: ./dist/y.js is not in the package',
    ],
    ['is not private', { private: true }, 'package.json: private'],
  ])('%s', (_, changes, problem) => {
    expect(problemsOfManifest(changes)).toContain(problem)
  })
})
