import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findUndocumented } from './check-docstrings.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-docstrings-'))
})

afterEach(() => rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

const exports = {
  '.': { types: './dist/index.d.ts' },
  './providers/*': { types: './dist/providers/*.d.ts' },
  './hidden/*': null,
}

it('lists exports without a docstring, with the file that declares them', async () => {
  await write({
    'package.json': JSON.stringify({ exports }),
    'dist/index.d.ts':
      "export { Documented, Undocumented as Renamed } from './base.js'\n" +
      "export type { External } from 'elsewhere'\n",
    'dist/base.d.ts':
      '/** Text. */\nexport interface Documented {}\n' +
      'export interface Undocumented {}\nexport interface Internal {}\n',
    'dist/providers/one.d.ts':
      '/** @see https://example.com */\nexport type Linked = 1\nexport default function one(): void\n',
  })
  expect(await findUndocumented(folder)).toEqual([
    expect.stringMatching(/^dist\/base\.d\.ts {2}`Undocumented` has no docstring/),
    expect.stringMatching(/^dist\/providers\/one\.d\.ts {2}`default` has no docstring/),
  ])
})

it('lists functions, classes and constants without an example', async () => {
  await write({
    'package.json': JSON.stringify({ exports }),
    'dist/index.d.ts':
      '/** Text. */\nexport declare function bare(): void\n' +
      '/** Text. */\nexport declare const constant: 1\n' +
      '/** Text. */\nexport declare class Thing {}\n' +
      '/** Text. */\nexport declare class AuthError extends Error {}\n' +
      '/** Text. */\nexport declare class AccessDenied extends AuthError {}\n' +
      '/**\n * Text.\n * @example\n * shown()\n */\nexport declare function shown(): void\n',
    'dist/providers/one.d.ts': '/** Returns the provider. */\nexport default function one(): void\n',
  })
  expect(await findUndocumented(folder)).toEqual(
    ['AuthError', 'Thing', 'bare', 'constant'].map((name) =>
      expect.stringContaining(`dist/index.d.ts  \`${name}\` has no \`@example\``),
    ),
  )
})

it('passes over modules that the package hides', async () => {
  await write({
    'package.json': JSON.stringify({ exports: { ...exports, './providers/inner': null } }),
    'dist/index.d.ts': 'export {}\n',
    'dist/providers/inner.d.ts': 'export declare const inner: 1\n',
  })
  expect(await findUndocumented(folder)).toEqual([])
})

it('reports a package that is not built', async () => {
  await write({ 'package.json': JSON.stringify({ exports }) })
  expect(await findUndocumented(folder)).toEqual([expect.stringContaining('Build the package first')])
})
