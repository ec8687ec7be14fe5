import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLayers } from './check-layers.mjs'

const source = (...lines: readonly string[]) => `${lines.join('\n')}\n`

/** A source tree without violations. */
const clean = {
  'types/context.ts': 'export interface Context { readonly id: string }',
  'errors/failure.ts': 'export class Failure extends Error {}',
  'providers/github.ts': source(
    "import type { Context } from '../types/context.ts'",
    "import { scopes } from './scopes.ts'",
    'export const github = (c: Context) => scopes + c.id',
  ),
  'providers/scopes.ts': "export const scopes = 'user'",
  'adapters/postgres.ts': source(
    "import { Pool } from 'pg'",
    "import type { Context } from '../types/context.ts'",
    'export const pool = (c: Context) => new Pool(c)',
  ),
  'security/jwe.ts': source("import { createHash } from 'node:crypto'", 'export const seal = createHash'),
  'methods/oauth.ts': source(
    "import { seal } from '../security/jwe.ts'",
    "export { Failure } from '../errors/failure.ts'",
    'export const start = seal',
  ),
  'request/handle.ts': "export const handle = async () => (await import('../methods/oauth.ts')).start",
  'request/handle.test.ts': "import '../next/index.ts'",
  'index.ts': "export { handle } from './request/handle.ts'",
  'next/index.ts': source(
    "import { handle } from '../index.ts'",
    "import { cookies } from 'next/headers.js'",
    'export default { handle, cookies }',
  ),
  'client/fetch.ts': source(
    "import type { Context } from '../types/context.ts'",
    'export const read = (c: Context) => c',
  ),
  'react/use.ts': source("import { read } from '../client/fetch.ts'", 'export const use = read'),
}

const imports = {
  '#jwe': {
    source: { browser: './src/security/jwe.ts', default: './src/next/index.ts' },
    default: './dist/jwe.js',
  },
  '#built': './dist/jwe.js',
}
const exports = {
  '.': { source: './src/index.ts', default: './dist/index.js' },
  './*': { source: './src/*/index.ts' },
}

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-layers-'))
  await write({ '../package.json': JSON.stringify({ name: 'latchkey', imports, exports }), ...clean })
})

afterEach(() => rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'src', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

async function check(files: Readonly<Record<string, string>>) {
  await write(files)
  return checkLayers(folder)
}

it('accepts a source tree without violations', () => {
  expect(checkLayers(folder)).toEqual([])
})

it('reports a source folder without files', async () => {
  await rm(join(folder, 'src'), { recursive: true })
  await mkdir(join(folder, 'src'))
  expect(checkLayers(folder)).toEqual([expect.stringContaining('nothing was checked')])
})

describe('an import from a higher layer is rejected as', () => {
  it.each([
    ['a value', "import { handle } from '../request/handle.ts'"],
    ['a type', "import type { handle } from '../request/handle.ts'"],
    ['a side effect', "import '../request/handle.ts'"],
    ['a re-export', "export { handle } from '../request/handle.ts'"],
    ['a re-export of everything', "export * from '../request/handle.ts'"],
    ['a re-exported type', "export type { handle } from '../request/handle.ts'"],
    ['a dynamic import', "export const f = () => import('../request/handle.ts')"],
    ['an import in a type', "export type H = typeof import('../request/handle.ts')"],
    ['an import with require', "import handle = require('../request/handle.ts')"],
    ['a reference', '/// <reference path="../request/handle.ts" />'],
  ])('%s', async (_, statement) => {
    const violations = await check({ 'security/up.ts': `// first line\n${statement}` })
    expect(violations).toEqual([
      expect.stringMatching(
        /^src\/security\/up\.ts:[12] {2}imports request\/handle\.ts: request\/ is above security\//,
      ),
    ])
  })

  it('is reported with its line', async () => {
    const [violation] = await check({ 'security/up.ts': "\n\nimport { handle } from '../request/handle.ts'" })
    expect(violation).toContain('src/security/up.ts:3 ')
  })
})

describe('an import within a layer', () => {
  it('is rejected, also for types', async () => {
    const violations = await check({ 'sessions/up.ts': "import type { start } from '../methods/oauth.ts'" })
    expect(violations).toEqual([expect.stringContaining('sessions/ and methods/ are in the same layer')])
  })
})

describe('an alias is resolved by package.json', () => {
  it('with its `imports`, under every condition', async () => {
    const violations = await check({ 'methods/alias.ts': "import { seal } from '#jwe'" })
    expect(violations).toEqual([
      expect.stringContaining('methods/alias.ts:1  imports next/index.ts: next/ is above methods/'),
    ])
  })

  it.each(['latchkey', 'latchkey/next'])('with its `exports`: %s', async (specifier) => {
    expect(await check({ 'methods/self.ts': `import '${specifier}'` })).toEqual([
      expect.stringContaining('is above methods/'),
    ])
  })

  it.each(['#built', '#unknown'])('and rejected when it is outside of the sources: %s', async (specifier) => {
    expect(await check({ 'methods/lost.ts': `import '${specifier}'` })).toEqual([
      expect.stringContaining(`imports ${specifier}: package.json does not map`),
    ])
  })
})

describe('an import outside of the layers is rejected:', () => {
  it('of a file in no layer', async () => {
    const violations = await check({ 'helpers.ts': '', 'methods/uses.ts': "import '../helpers.ts'" })
    expect(violations).toEqual([
      expect.stringContaining('src/helpers.ts  is in no layer'),
      expect.stringContaining('src/methods/uses.ts:1  imports helpers.ts: helpers.ts is in no layer'),
    ])
  })

  it('of a folder in no layer', async () => {
    expect(await check({ 'lib/a.ts': '', 'lib/b.ts': '' })).toEqual([
      expect.stringContaining('src/lib/  is in no layer'),
    ])
  })

  it('of a file that does not exist', async () => {
    expect(await check({ 'methods/a.ts': "import './b.ts'" })).toEqual([
      expect.stringContaining('src/methods/b.ts does not exist'),
    ])
  })

  it('of a file outside of the sources', async () => {
    expect(await check({ '../test/x.ts': '', 'methods/a.ts': "import '../../test/x.ts'" })).toEqual([
      expect.stringContaining('outside src/'),
    ])
  })
})

describe('an import cycle is rejected', () => {
  it('within a folder, for types', async () => {
    const violations = await check({
      'oauth/a.ts': "import type { B } from './b.ts'",
      'oauth/b.ts': "export type { C } from './c.ts'",
      'oauth/c.ts': "import type { A } from './a.ts'",
    })
    expect(violations).toEqual([expect.stringContaining('oauth/a.ts → oauth/b.ts → oauth/c.ts → oauth/a.ts')])
  })

  it('of a file with itself', async () => {
    expect(await check({ 'oauth/a.ts': "export * from './a.ts'" })).toEqual([
      expect.stringContaining('oauth/a.ts → oauth/a.ts'),
    ])
  })

  it('each time, when there are several', async () => {
    const pair = (folderName: string) => ({
      [`${folderName}/x.ts`]: "import './y.ts'",
      [`${folderName}/y.ts`]: "import './x.ts'",
    })
    expect(await check({ ...pair('oauth'), ...pair('http') })).toHaveLength(2)
  })
})

describe('layers with additional rules:', () => {
  it.each([
    [
      'providers import only types of the base layer',
      'providers/x.ts',
      "import { Failure } from '../errors/failure.ts'",
      'may import only types from there',
    ],
    [
      'an import with inline types is still an import',
      'providers/x.ts',
      "import { type Failure } from '../errors/failure.ts'",
      'may import only types from there',
    ],
    [
      'providers import no package',
      'providers/x.ts',
      "import { decodeJwt } from 'jose'",
      'imports only types. Write',
    ],
    [
      'adapters import only types of the base layer',
      'adapters/x.ts',
      "import { Failure } from '../errors/failure.ts'",
      'may import only types from there',
    ],
    [
      'browser code imports no server code',
      'client/x.ts',
      "import type { seal } from '../security/jwe.ts'",
      'imports only from types/ and errors/',
    ],
    [
      'browser code imports no values',
      'react/x.ts',
      "import { Failure } from '../errors/failure.ts'",
      'may import only types from there',
    ],
    [
      'the browser client imports no framework',
      'client/x.ts',
      "import type { use } from '../react/use.ts'",
      'react/ is above client/',
    ],
    [
      'the base layer imports no package',
      'types/x.ts',
      "import type { JWK } from 'jose'",
      'imports no packages',
    ],
    [
      'errors import no other types',
      'errors/x.ts',
      "import type { Context } from '../types/context.ts'",
      'types/ is above',
    ],
  ])('%s', async (_, file, text, why) => {
    expect(await check({ [file]: text })).toContainEqual(expect.stringContaining(why))
  })

  it('a provider may import types of a package', async () => {
    expect(await check({ 'providers/x.ts': "import type { JWK } from 'jose'" })).toEqual([])
  })
  it('a provider may load a package when it is used', async () => {
    expect(await check({ 'providers/x.ts': "export const load = () => import('jose')" })).toEqual([])
  })
})
