import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { typesVersionsOf, withTypesVersions } from './check-types-versions.mjs'
import { root } from './workspace.mjs'

const library = join(root, 'packages', 'latchkey')
const manifest = readFileSync(join(library, 'package.json'), 'utf8')
const { exports } = JSON.parse(manifest) as { exports: Record<string, { types?: string } | string | null> }

/** The declaration files that the build writes, one for each source. */
const declarations = ts.sys
  .readDirectory(join(library, 'src'), ['.ts', '.tsx'], ['**/*.test.*', '**/*.d.ts'])
  .map((path) => `/app/node_modules/latchkey/dist${path.slice(join(library, 'src').length)}`)
  .map((path) => path.replace(/\.tsx?$/, '.d.ts'))

const files = new Map([
  ...declarations.map((path) => [path, ''] as const),
  ['/app/node_modules/latchkey/package.json', manifest] as const,
])

const host: ts.ModuleResolutionHost = {
  fileExists: (path) => files.has(path),
  readFile: (path) => files.get(path),
}

const resolutions = {
  node: ts.ModuleResolutionKind.Node10,
  nodenext: ts.ModuleResolutionKind.NodeNext,
  bundler: ts.ModuleResolutionKind.Bundler,
}

function resolve(name: string, resolution: keyof typeof resolutions): string | undefined {
  const options = {
    moduleResolution: resolutions[resolution],
    module: resolution === 'nodenext' ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
  }
  return ts.resolveModuleName(name, '/app/index.ts', options, host).resolvedModule?.resolvedFileName
}

/**
 * Every name that an application could try to import: the entry points, and the files themselves.
 */
const names = [
  ...Object.keys(exports)
    .filter((entry) => !entry.includes('*') && !entry.endsWith('.json'))
    .map((entry) => entry.replace('.', 'latchkey')),
  ...declarations.flatMap((path) => {
    const file = path.slice('/app/node_modules/latchkey/dist/'.length).replace(/\.d\.ts$/, '')
    return [`latchkey/${file}`, `latchkey/dist/${file}`, `latchkey/dist/${file}.js`, `latchkey/src/${file}`]
  }),
]

describe('typesVersions', () => {
  // proves DROP-7
  it('leads to the same files as exports, and hides all others', () => {
    const found = names.filter((name) => resolve(name, 'bundler') !== undefined)
    expect(found).toEqual(
      expect.arrayContaining(['latchkey', 'latchkey/next', 'latchkey/sveltekit/client', 'latchkey/webauthn']),
    )
    expect(found).toEqual(expect.arrayContaining(['latchkey/providers/github', 'latchkey/adapters/memory']))
    for (const resolution of ['node', 'nodenext'] as const) {
      const differing = names.filter((name) => resolve(name, resolution) !== resolve(name, 'bundler'))
      expect({ resolution, differing }).toEqual({ resolution, differing: [] })
    }
  })

  it('is up to date', () => {
    expect(withTypesVersions(manifest)).toBe(manifest)
  })

  it('follows from each kind of target', () => {
    const targets = {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './providers': { types: './dist/providers.d.ts' },
      './providers/internal/*': null,
      './providers/*': { '@own/source': './src/providers/*.ts', types: './dist/providers/*.d.ts' },
      './package.json': './package.json',
    }
    expect(typesVersionsOf(targets)).toEqual({
      '*': {
        'dist/index.d.ts': ['./dist/index.d.ts'],
        providers: ['./dist/providers.d.ts'],
        'providers/internal/*': [],
        'providers/*': ['./dist/providers/*.d.ts'],
        'package.json': ['./package.json'],
        '*': [],
      },
    })
  })

  it('is rewritten without other changes of the file', () => {
    const stale = manifest.replace('"./dist/next/index.d.ts"]', '"./dist/elsewhere.d.ts"]')
    expect(stale).not.toBe(manifest)
    expect(withTypesVersions(stale)).toBe(manifest)
    const without = manifest.replace(/\n {2}"typesVersions": \{\n.*?\n {2}\},/s, '')
    expect(withTypesVersions(without)).toBe(manifest)
  })
})
