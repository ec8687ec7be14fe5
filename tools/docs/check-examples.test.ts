import { describe, expect, it } from 'vitest'
import { examplesIn } from '../../tests/support/applications/examples-in-page.mjs'
import { docstringsOf, programsOf } from './check-examples.mjs'

describe('examples', () => {
  it('of a page are named by their first line, or by the line where they start', () => {
    const page =
      '# Page\n\n```ts\n// app/[...all]/route.ts\na\n```\n\n```tsx\nb\n```\n\n```sh\nno example\n```\n'
    expect(examplesIn('docs/page.md', page)).toEqual([
      {
        page: 'docs/page.md',
        path: 'docs/page.md/app/[...all]/route.ts',
        code: '// app/[...all]/route.ts\na\n',
      },
      { page: 'docs/page.md', path: 'docs/page.md/line-8.tsx', code: 'b\n' },
    ])
  })

  it('of a page can be Svelte components, and can be part of a list', () => {
    const page =
      '1. Text.\n   ```ts\n   if (a)\n     b\n   ```\n\n```svelte\n<!-- src/a.svelte -->\n<p>c</p>\n```\n'
    expect(examplesIn('docs/page.md', page)).toEqual([
      { page: 'docs/page.md', path: 'docs/page.md/line-2.ts', code: 'if (a)\n  b\n' },
      { page: 'docs/page.md', path: 'docs/page.md/src/a.svelte', code: '<!-- src/a.svelte -->\n<p>c</p>\n' },
    ])
  })

  it('of a section about another framework replace files of the page, and keep those they import', () => {
    const block = (file: string, code: string) => `\`\`\`ts\n// ${file}\n${code}\n\`\`\`\n`
    const page = [
      '## Sign in\n',
      block('src/auth.ts', "import { a } from './a'"),
      block('src/a.ts', "import { b } from './b'"),
      block('src/b.ts', 'b'),
      block('src/c.ts', 'c'),
      '## Use it in SvelteKit\n',
      block('src/auth.ts', "import { a } from './a'; kit"),
      block('src/routes/+page.server.ts', "import { auth } from '../auth'"),
    ].join('\n')
    expect(examplesIn('page.md', page).map(({ path, code }) => [path, code.split('\n')[1]])).toEqual([
      ['page.md/src/auth.ts', "import { a } from './a'"],
      ['page.md/src/a.ts', "import { b } from './b'"],
      ['page.md/src/b.ts', 'b'],
      ['page.md/src/c.ts', 'c'],
      ['page.md/SvelteKit/src/auth.ts', "import { a } from './a'; kit"],
      ['page.md/SvelteKit/src/routes/+page.server.ts', "import { auth } from '../auth'"],
      ['page.md/SvelteKit/src/a.ts', "import { b } from './b'"],
      ['page.md/SvelteKit/src/b.ts', 'b'],
    ])
  })

  it('below a heading that is only the name of a framework are an application of that framework', () => {
    const block = (file: string, code: string) => `\`\`\`ts\n// ${file}\n${code}\n\`\`\`\n`
    const page = [
      '## Use it\n',
      '### Next.js\n',
      block('src/auth.ts', 'next'),
      '### SvelteKit\n',
      block('src/auth.ts', 'kit'),
      '### More of SvelteKit\n',
      block('src/more.ts', 'more'),
      '## Next section\n',
      block('src/last.ts', 'last'),
    ].join('\n')
    expect(examplesIn('page.md', page).map(({ path, code }) => [path, code.split('\n')[1]])).toEqual([
      ['page.md/src/auth.ts', 'next'],
      ['page.md/src/more.ts', 'more'],
      ['page.md/src/last.ts', 'last'],
      ['page.md/SvelteKit/src/auth.ts', 'kit'],
    ])
  })

  it('of variants of a section belong to the framework that their heading names, at any level', () => {
    const block = (code: string) => `\`\`\`ts\n// src/auth.ts\n${code}\n\`\`\`\n`
    const page = [
      '## Set up\n\n### Next.js\n',
      block('next'),
      '### SvelteKit\n\n#### With a database\n',
      block('kit'),
      '### Your own server\n',
      block('server'),
      '## Check it\n\n### In a test\n',
      block('shared'),
    ].join('\n')
    expect(examplesIn('page.md', page).map(({ path, code }) => [path, code.split('\n')[1]])).toEqual([
      ['page.md/src/auth.ts', 'next'],
      ['page.md/src/auth.ts', 'shared'],
      ['page.md/SvelteKit/src/auth.ts', 'kit'],
      ['page.md/Your own server/src/auth.ts', 'server'],
    ])
  })

  it('of a source file come from its docstrings', () => {
    const source =
      'const a = 1\n/**\n * Text.\n *\n * ```ts\n * b(\n *   c,\n * )\n * ```\n */\nconst b = 2\n'
    expect(examplesIn('b.ts', docstringsOf(source))).toEqual([
      { page: 'b.ts', path: 'b.ts/line-5.ts', code: 'b(\n  c,\n)\n' },
    ])
  })

  it('of a page that augments the types of the library are compiled without those of other pages', () => {
    const example = (page: string, name: string, code = 'a\n') => ({ page, path: `${page}/${name}`, code })
    const augments = "import 'latchkey'\n\ndeclare module 'latchkey/jwt' {\n}\n"
    const [a, b, c, d] = [
      example('a.md', '1.ts'),
      example('b.md', '1.ts', augments),
      example('c.md', '1.ts'),
      example('b.md', '2.ts'),
    ]
    expect(programsOf([a, b, c, d])).toEqual([
      [a, c],
      [b, d],
    ])
  })
})
