import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isSource } from './source-parts.mjs'
import { trackedFiles } from './tracked-files.mjs'
import { root } from './workspace.mjs'
import { wrapComments } from './wrap-comments.mjs'

/** A sentence of so many words; each takes five columns. */
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

const wrap = (...lines: string[]) => wrapComments('sample.ts', lines.join('\n')).split('\n')

const long = words(30)
const [first, rest] = [words(19), words(11)]

describe('a docstring', () => {
  it('of one line gets three or more lines', () => {
    expect(wrap(`/** ${long} */`, 'let a')).toEqual(['/**', ` * ${first}`, ` * ${rest}`, ' */', 'let a'])
  })

  it('of one line that is too wide only with its delimiters gets three lines', () => {
    const text = `${words(18)} words`
    expect(wrap(`/** ${text} w */`)).toEqual(['/**', ` * ${text} w`, ' */'])
  })

  it('keeps its indentation', () => {
    expect(wrap('{', `    /** ${long} */`, '}')).toEqual([
      '{',
      '    /**',
      `     * ${words(18)}`,
      `     * ${words(12)}`,
      '     */',
      '}',
    ])
  })

  it('is wrapped paragraph by paragraph', () => {
    const short = [' * short', ' * lines']
    expect(wrap('/**', ...short, ' *', ` * ${long}`, ' * more', ' */')).toEqual([
      '/**',
      ...short,
      ' *',
      ` * ${first}`,
      ` * ${rest} more`,
      ' */',
    ])
  })

  it('may begin behind its delimiter', () => {
    expect(wrap(`/** ${long}`, ' * more */')).toEqual(['/**', ` * ${first}`, ` * ${rest} more`, ' */'])
  })

  it('has two spaces before the other lines of a tag', () => {
    expect(wrap('/**', ` * @param {string} a ${long}`, ' *   more', ' * @since b', ' */')).toEqual([
      '/**',
      ` * @param {string} a ${words(16)}`,
      ` *   ${words(14)} more`,
      ' * @since b',
      ' */',
    ])
  })

  it('keeps a name on the line where its type ends', () => {
    expect(wrap(`/** @typedef {A<${words(16)}>} Name */`)).toEqual([
      '/**',
      ` * @typedef {A<${words(15)}`,
      ' *   word>} Name',
      ' */',
    ])
  })

  it('has a tag behind its text on a line of its own', () => {
    expect(wrap(`/** ${long} @param {string} a @throws {Error} never */`)).toEqual([
      '/**',
      ` * ${first}`,
      ` * ${rest}`,
      ' *',
      ' * @param {string} a',
      ' * @throws {Error} never',
      ' */',
    ])
    expect(wrap(`/** ${words(17)} @returns b */`)).toEqual([
      '/**',
      ` * ${words(17)}`,
      ' *',
      ' * @returns b',
      ' */',
    ])
  })

  it('is wrapped behind an example', () => {
    const example = ['/**', ' * ```ts', ' * f()', ' * ```']
    expect(wrap(...example, ` * ${long}`, ' */')).toEqual([...example, ` * ${first}`, ` * ${rest}`, ' */'])
  })

  it('keeps an address and its label on the line of the tag', () => {
    const see = `@see https://example.com/${'a'.repeat(80)} Register an application`
    expect(wrap('/**', ` * ${see}`, ' */')).toEqual(['/**', ` * ${see}`, ' */'])
    expect(wrap(`/** Text. ${see} */`)).toEqual(['/**', ' * Text.', ' *', ` * ${see}`, ' */'])
    expect(wrap('/**', ` * Text. ${see}`, ' */')).toEqual(['/**', ' * Text.', ' *', ` * ${see}`, ' */'])
  })

  it('aligns the other lines of a list item', () => {
    expect(wrap('/**', ` * - ${long}`, ' * - b', ` * 1. ${long}`, ' */')).toEqual([
      '/**',
      ` * - ${words(19)}`,
      ` *   ${rest}`,
      ' * - b',
      ` * 1. ${words(19)}`,
      ` *    ${rest}`,
      ' */',
    ])
  })
})

describe('a line comment', () => {
  it('is wrapped as one paragraph with the lines around it', () => {
    expect(wrap('  // short', `  // ${long}`, '  // more', '  let a')).toEqual([
      `  // short ${words(18)}`,
      `  // ${words(12)} more`,
      '  let a',
    ])
  })

  it('ends at an empty line, at another indentation and at code', () => {
    const lines = ['// a', '', '// b', '//', '// c', '  // d', 'e()', '// f']
    expect(
      wrap(...lines.flatMap((line) => [line, `// ${long}`])).filter((line) => !/word/.test(line)),
    ).toEqual(['', '//', '  // d', 'e()'])
  })
})

describe('these stay as they are:', () => {
  it.each([
    ['a docstring that fits', ['/** short */', '/**', ' * two', ' * lines', ' */']],
    [
      'code in a fence',
      ['/**', ' * @example', ' * ```ts', ` * f(${long})`, ' *', ' * // a', ' * ```', ' */'],
    ],
    ['an example without a fence', ['/**', ' * @example', ` * f(${long})`, ' * g()', ' */']],
    ['a table', ['/**', ` * | a | ${long} |`, ' * |---|---|', ' */']],
    ['indented code', ['// See:', `//   f(${long})`]],
    ['an instruction for a tool', [`// biome-ignore lint/a: ${long}`, `// @ts-expect-error ${long}`]],
    ['a reference', [`/// <reference path="${long}" />`]],
    ['ids of requirements', ['// short', '// [A-1, B-2]', `// proves A-1, ${long}`]],
    ['a comment behind code', [`let a // ${long}`]],
    ['a comment before code', [`/** @type {${long}} */ let a`]],
    ['another comment', [`/* ${long} */`]],
    ['a text', ['const a = `', `// ${long}`, `/** ${long} */`, '`']],
    ['a long word behind a marker', [`// - ${'a'.repeat(100)}`, `// @param ${'a'.repeat(100)}`]],
    ['one long word', [`// https://example.com/${'a'.repeat(100)}`]],
  ])('%s', (_, lines) => {
    expect(wrap(...lines)).toEqual(lines)
  })
})

describe('a line never begins with', () => {
  it.each([
    ['a hyphen, like a list item', '- b'],
    ['a number, like a list item', '1. b'],
    ['a sign, like a tag', '@auth/core'],
    ['a bar, like a table', '| b'],
    ['an id, like a citation', '[A-1, B-2]'],
  ])('%s', (_, text) => {
    const lines = wrap(`// ${words(19)} ${text} ${words(5)}`)
    expect(lines).toHaveLength(2)
    expect(lines.filter((line) => line.startsWith(`// ${text.slice(0, 2)}`))).toEqual([])
  })

  it('a part of inline code or of a link', () => {
    expect(
      wrap(`// ${words(18)} \`a b c d\` ${words(16)} {@link A b} ${words(17)} [a b](https://c)`),
    ).toEqual([
      `// ${words(18)}`,
      `// \`a b c d\` ${words(16)}`,
      `// {@link A b} ${words(17)}`,
      '// [a b](https://c)',
    ])
  })
})

it('wraps the scripts of a Svelte component', () => {
  const text = `<script>\n  // ${long}\n</script>\n<p>// ${long}</p>\n`
  expect(wrapComments('sample.svelte', text)).toBe(
    `<script>\n  // ${words(19)}\n  // ${words(11)}\n</script>\n<p>// ${long}</p>\n`,
  )
})

it('changes nothing the second time', () => {
  const files = trackedFiles(['packages/latchkey/src', 'scripts', 'examples']).filter(isSource)
  const changed = files.filter((file) => {
    const once = wrapComments(file, readFileSync(join(root, file), 'utf8'))
    return wrapComments(file, once) !== once
  })
  expect(files.length).toBeGreaterThan(100)
  expect(changed).toEqual([])
})
