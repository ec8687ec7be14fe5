import { createMarkdownRenderer, type MarkdownRenderer } from 'vitepress'
import { beforeAll, expect, it } from 'vitest'
import { REPOSITORY } from '../../release/repository.mjs'
import { extendMarkdown, slugify, splitCaption } from './markdown.ts'

const page = (source: string, path: string) => ({ source, path, title: '', description: '' })
const PAGES = [
  page('README.md', 'index.md'),
  page('SECURITY.md', 'project/security.md'),
  page('docs/concepts/sessions.md', 'concepts/sessions.md'),
  page('docs/providers/README.md', 'providers/index.md'),
]

let md: MarkdownRenderer

beforeAll(async () => {
  md = await createMarkdownRenderer('.', { anchor: { slugify }, config: (one) => extendMarkdown(one, PAGES) })
})

function render(markdown: string): string {
  return md.render(markdown, { relativePath: 'concepts/sessions.md', path: 'concepts/sessions.md' })
}

it.each([
  ['../providers/README.md#x', '/providers/#x'],
  ['../../SECURITY.md', '/project/security.html'],
  ['../../README.md', '/'],
  ['../../README.md#features', `${REPOSITORY}/blob/main/README.md#features`],
  ['../../tests/runtimes', `${REPOSITORY}/tree/main/tests/runtimes`],
  ['../../package.json', `${REPOSITORY}/blob/main/package.json`],
  ['#here', '#here'],
])('rewrites a link to %s to %s', (link, target) => {
  expect(render(`[text](${link})`)).toContain(`href="${target}"`)
})

it('rejects a link to a file that does not exist', () => {
  expect(() => render('[text](../../nowhere.ts)')).toThrow('nowhere.ts, which does not exist')
})

it.each([
  ['`auth()` in a page', 'auth-in-a-page'],
  ['E-mail & SMS: what?', 'e-mail--sms-what'],
  ['`AUTH_URL` not set', 'auth_url-not-set'],
])('gives the heading "%s" the anchor of GitHub', (heading, anchor) => {
  expect(render(`## ${heading}`)).toContain(`<h2 id="${anchor}"`)
})

it('wraps sibling sections of frameworks, and ends them with the next section', () => {
  const html = render('## A\n\n### Next.js\n\none\n\n#### More\n\n### SvelteKit\n\ntwo\n\n## B\n\nthree\n')
  const outline = html.match(
    /<div class="varian[^>]*>|<FrameworkTabs[^>]*>|<\/div>|<h\d id="[^"]*"|one|two|three/g,
  )
  expect(outline).toEqual([
    '<h2 id="a"',
    '<div class="variants" data-has="next sveltekit">',
    '<FrameworkTabs frameworks="next sveltekit" />',
    '<div class="variant" data-framework="next">',
    '<h3 id="nextjs"',
    'one',
    '<h4 id="more"',
    '</div>',
    '<div class="variant" data-framework="sveltekit">',
    '<h3 id="sveltekit"',
    'two',
    '</div>',
    '</div>',
    '<h2 id="b"',
    'three',
  ])
})

it('shows a single section of a framework to every reader', () => {
  expect(render('## Next.js\n\none\n\n## Other\n\n## SvelteKit\n')).not.toContain('variant')
})

it('shows both images of a picture, and names them from the page', () => {
  const source = '<source media="(prefers-color-scheme: dark)" srcset="d.svg">'
  const html = render(`<picture>\n  ${source}\n  <img src="l.svg" alt="A">\n</picture>\n`)
  expect(html).toContain('<img class="only-light" loading="lazy" src="./l.svg" alt="A">')
  expect(html).toContain('<img class="only-dark" loading="lazy" src="./d.svg" alt="A">')
})

it.each([
  ['// app/[id]/page.tsx\nexport {}\n', 'app/[id]/page.tsx', 'export {}\n'],
  ['# .env.local\n\nA=1\n', '.env.local', 'A=1\n'],
  ['<!-- src/routes/+page.svelte -->\n<p>x</p>\n', 'src/routes/+page.svelte', '<p>x</p>\n'],
  ['// a comment. More\nx\n', undefined, '// a comment. More\nx\n'],
  ['# a\n', undefined, '# a\n'],
])('reads the path of a file above its code: %j', (content, path, code) => {
  expect(splitCaption(content)).toEqual({ path, code })
})

it('shows braces in text unchanged', () => {
  expect(render('A {{ name }}')).toContain('&#123;&#123; name }}')
})
