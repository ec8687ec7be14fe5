import { describe, expect, it } from 'vitest'
import { readSource } from './source-parts.mjs'

/** The comments and the texts of a file. */
function partsOf(file: string, text: string) {
  const { comments, texts } = readSource(file, text)
  const cut = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
  return { comments: comments.map(cut), texts: texts.map(cut) }
}

describe('readSource', () => {
  it('finds the comments and the texts of a script', () => {
    const text = `// one\nconst a = 'b' /* two */\n/** three */ const c = \`d \${'e'} f \${1} g\`\n`
    expect(partsOf('a.ts', text)).toEqual({
      comments: ['// one', '/* two */', '/** three */'],
      texts: ['b', 'd ', 'e', ' f ', ' g'],
    })
  })

  it.each([
    ['a text', "const a = 'https://example.com'"],
    ['a template', `const a = \`https://example.com \${'b'} /* c */ \${d} // e\``],
    ['a regular expression', 'const a = /[/]//*b/'],
  ])('finds no comment in %s', (_, text) => {
    expect(partsOf('a.ts', text).comments).toEqual([])
  })

  it('finds no comment in the text of JSX, but in its expressions', () => {
    expect(partsOf('a.tsx', 'const a = <p b="c">https://d {/* e */}</p>')).toEqual({
      comments: ['/* e */'],
      texts: ['c', 'https://d '],
    })
  })

  it('finds the comments and the texts of a Svelte component', () => {
    const text = `<!-- one -->
<script module>
  // two
</script>
<script>const a = 'b'</script>
<p title="c" class="d" onclick={() => e('f')}>g {h} i</p>
<style>/* j */</style>
`
    expect(partsOf('a.svelte', text)).toEqual({
      comments: ['<!-- one -->', '// two'],
      texts: ['b', 'c', 'g ', ' i'],
    })
  })
})
