import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { countCodeLines, enteredFunctions } from './entered-functions.mjs'
import { compile } from './walk-hooks.mjs'

/** Functions of all forms; those whose name begins with "no" are not called. */
const SAMPLE = `function noFirst() {}
type Text = string
const early = (() => 1)()

export function declared(text: Text): Text { return text }
export async function asynchronous() { await 1; return 2 }
export function* generator() { yield 1 }
export const arrow = (text: Text) => text as Text
export const outer = (a: number) => (b: number) => a + b
export const withDefault = (make = () => 1): number => make()
export function noCall() { return () => 1 }
class Members {
  field = 1
  #secret = () => 2
  constructor(readonly a?: number) {}
  method() { return this.#secret() }
  get accessor() { return 1 }
  static make() { return new Members() }
  noMethod() {}
}
class NoConstructor extends Members {}
const object = { method() { return 1 }, property: () => 2, async later() {} }
export function run() {
  declared(''); arrow(''); outer(1)(2); withDefault(); [...generator()]
  const members = Members.make()
  members.method(); members.accessor; new NoConstructor()
  object.method(); object.property()
  ;[1].map(function named(n) { return n })
  return Promise.all([asynchronous(), object.later()])
}
`
  // Node.js strips types, and a parameter property is more than a type.
  .replace('readonly a?', 'a?')

/**
 * The names of the functions that V8 reports as entered while a file is loaded and while `run` is
 * called.
 */
async function namesEntered(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-coverage-'))
  try {
    const file = join(folder, 'sample.ts')
    await writeFile(file, text)
    const [coverage, sample] = [join(import.meta.dirname, 'coverage.mjs'), file].map(
      (path) => pathToFileURL(path).href,
    )
    const code = `
      const coverage = await (await import('${coverage}')).startCoverage()
      const take = async () => (await coverage.take()).find(({ url }) => url === '${sample}')?.starts ?? []
      const { run } = await import('${sample}')
      const loading = await take()
      await run()
      console.log(JSON.stringify({ loading, running: await take() }))`
    const output = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], {
      encoding: 'utf8',
    })
    const { loading, running } = JSON.parse(output) as Record<string, number[]>
    const names = (starts: number[] = []) =>
      enteredFunctions('sample.ts', text, starts).map(({ name }) => name)
    return { loading: names(loading), running: names(running) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('enteredFunctions', () => {
  it('names the functions of all forms that V8 counts, and no other', async () => {
    expect(await namesEntered(SAMPLE)).toEqual({
      loading: ['(anonymous)'],
      running: [
        'declared',
        'asynchronous',
        'generator',
        'arrow',
        'outer',
        '(anonymous)',
        'withDefault',
        '(anonymous)',
        '#secret',
        'constructor',
        'method',
        'accessor',
        'make',
        'method',
        'property',
        'later',
        'run',
        'named',
      ],
    })
  })

  it('finds the functions of a .tsx file by the offsets of the compiled file', () => {
    const text = `import type { Page } from './page.ts'
type Props = { readonly a: string }
const first = ({ a }: Props) => <p title={a}>{[1].map((n) => <b>{n}</b>)}</p>
export function second(page: Page): string { return page }
`
    const starts = ['({ a })', '(n)', 'function second'].map((start) => compile(text).indexOf(start))
    expect(starts.every((start) => start >= 0)).toBe(true)
    expect(enteredFunctions('a.tsx', text, starts)).toEqual([
      expect.objectContaining({ name: 'first', start: text.indexOf('({ a }') }),
      expect.objectContaining({ name: '(anonymous)', start: text.indexOf('(n)') }),
      expect.objectContaining({ name: 'second', start: text.indexOf('export') }),
    ])
    expect(enteredFunctions('a.tsx', text, starts.slice(2))).toHaveLength(1)
  })
})

describe('countCodeLines', () => {
  const text = `// a comment

/**
 * Another one.
 */
const a = 1 // behind code
const b = \`

// text\`
function c() {
  // inside
  return () =>
    1
}
`

  it('counts neither empty lines nor comments', () => {
    expect(countCodeLines('a.ts', text)).toBe(7)
  })

  it('counts a line of two functions once', () => {
    const inner = { start: text.indexOf('() =>'), end: text.indexOf('1\n}') + 1 }
    const outer = { start: text.indexOf('function c'), end: text.length }
    expect(countCodeLines('a.ts', text, [inner])).toBe(2)
    expect(countCodeLines('a.ts', text, [outer, inner])).toBe(4)
  })
})
