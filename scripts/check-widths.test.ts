import { describe, expect, it } from 'vitest'
import { findWideLines } from './check-widths.mjs'

/** The wide lines of a file, as `line:width>max`. */
function check(text: string, file = 'sample.ts'): string[] {
  return findWideLines(file, text).map(({ line, width, max }) => `${line}:${width}>${max}`)
}

/** A text of so many columns, with spaces. */
const wide = (columns: number) =>
  'ab '
    .repeat(columns)
    .slice(0, columns - 1)
    .concat('c')

describe('a line of code', () => {
  it('has at most 110 columns', () => {
    expect(check(`a('${wide(105)}')\n`)).toEqual([])
    expect(check(`let b\na('${wide(106)}')\n`)).toEqual(['2:111>110'])
  })

  it('counts with the comment behind it', () => {
    expect(check(`let a // ${wide(102)}\n`)).toEqual(['1:111>110'])
  })

  it('is code inside a template, whatever it looks like', () => {
    expect(check(`const a = \`\n// ${wide(102)}\n\``)).toEqual([])
  })

  it('may be wider for one long word', () => {
    expect(check(`  const token = '${'a'.repeat(108)}'\n`)).toEqual([])
    expect(check(`  const token = '${'a'.repeat(60)} ${'b'.repeat(60)}'\n`)).toEqual(['1:139>110'])
  })

  it('counts characters, not bytes', () => {
    expect(check(`a('${'é '.repeat(50)}')\n`)).toEqual([])
  })
})

describe('a line of a comment', () => {
  it.each([
    ['a line comment', `// ${wide(98)}`, '1:101>100'],
    ['a docstring', `/**\n * ${wide(98)}\n */`, '2:101>100'],
    ['a docstring of one line', `/** ${wide(95)} */`, '1:102>100'],
    ['another comment', `/*\n  ${wide(99)}\n*/`, '2:101>100'],
  ])('has at most 100 columns: %s', (_, text, found) => {
    expect(check(text)).toEqual([found])
    expect(check(text.replace('ab ab', 'ab'))).toEqual([])
  })

  it('has at most 100 columns in a Svelte component and in a style sheet', () => {
    expect(check(`<!-- ${wide(92)} -->\n<script>\n  // ${wide(96)}\n</script>`, 'a.svelte')).toEqual([
      '1:101>100',
      '3:101>100',
    ])
    expect(check(`/* ${wide(95)} */\n.a { b: '${wide(98)}' }\n`, 'a.css')).toEqual(['1:101>100'])
  })

  const url = `https://example.com/${'a'.repeat(100)}`

  it.each([
    ['a word', `// ${url}`],
    ['a word in a docstring', `/**\n * ${url}\n */`],
    ['a word behind a tag', `/**\n * @see ${url}\n */`],
    ['an address with its label', `/**\n * @see ${url} Register an application\n */`],
    ['a word in a list', `// - ${url}`],
    ['an instruction for a tool', `// biome-ignore lint/a: ${wide(90)}`],
  ])('may be wider for %s', (_, text) => {
    expect(check(text)).toEqual([])
  })

  it('may not be wider for a word in a sentence', () => {
    expect(check(`// See ${url}`)).toEqual(['1:127>100'])
  })
})

it('leaves out the files that are one SVG path', () => {
  expect(check(`a('${wide(200)}')`, 'packages/latchkey/src/icons/acme.ts')).toEqual([])
})
