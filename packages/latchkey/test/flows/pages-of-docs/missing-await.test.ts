import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Readers replace the functions that use a database. Their results have types with which a call
// without `await` does not compile: the protection that depends on it would be off.

/** The calls whose `await` must not be forgotten. */
const CALLS = /await (?=(?:store\.add|codes\.\w+)\()/g

const CODE = [{ page: 'guides/mobile-apps', file: 'src/mobile-app.ts' }]

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['@latchkey/source'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node', 'react'],
}

const pages: Record<string, PageFiles> = {}
/** The previous one, whose files are reused. */
let program: ts.Program | undefined

beforeAll(async () => {
  for (const { page } of CODE) pages[page] ??= await writePageFiles(page)
})
afterAll(() => Promise.all(Object.values(pages).map((files) => files.remove())))

describe('a call without `await` does not compile', () => {
  it.each(CODE)('in $file', { timeout: 120_000 }, async ({ page, file }) => {
    const path = join(pages[page]?.folder ?? '', file)
    const code = ts.sys.readFile(path) ?? ''
    const places = [...code.matchAll(CALLS)]
    expect(places.length).toBeGreaterThan(0)
    const variants = new Map([[path, 'none']])
    for (const [number, { index }] of places.entries()) {
      const variant = path.replace(/(\.tsx?)$/, `-without-${number}$1`)
      await writeFile(variant, code.slice(0, index) + code.slice(index + 'await '.length))
      variants.set(variant, code.slice(index).split('\n', 1)[0] ?? '')
    }
    program = ts.createProgram([...variants.keys()], OPTIONS, undefined, program)
    const check = (name: string) => program?.getSemanticDiagnostics(program.getSourceFile(name))
    const compiled = [...variants].filter(([name]) => check(name)?.length === 0).map(([, removed]) => removed)
    expect(compiled).toEqual(['none'])
  })
})
