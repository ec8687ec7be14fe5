import { expect, it } from 'vitest'
import { findMistakes, isForContributors, readGroups, sidebars } from './navigation.ts'
import { readPages } from './pages.ts'

const LIST = `# Documentation

## All pages

- **Guides:** [Roles](roles.md) · [Session \`null\`](concepts/sessions.md#null) ·
  [Security](../SECURITY.md)
- **Reference:** [Errors](errors.md)
`

const page = (source: string) => ({ source, path: source.replace('docs/', ''), title: '', description: '' })
const PAGES = [
  'docs/README.md',
  'docs/roles.md',
  'docs/concepts/sessions.md',
  'docs/errors.md',
  'SECURITY.md',
].map(page)

it('reads the groups of the list of pages', () => {
  expect(readGroups(LIST)).toEqual([
    {
      title: 'Guides',
      links: [
        { text: 'Roles', source: 'docs/roles.md', anchor: undefined },
        { text: 'Session null', source: 'docs/concepts/sessions.md', anchor: 'null' },
        { text: 'Security', source: 'SECURITY.md', anchor: undefined },
      ],
    },
    { title: 'Reference', links: [{ text: 'Errors', source: 'docs/errors.md', anchor: undefined }] },
  ])
})

it('accepts a list that has every page', () => {
  expect(findMistakes(readGroups(LIST), PAGES)).toEqual([])
  expect(findMistakes(readGroups(LIST), [...PAGES, page('docs/providers/x.md')])).toEqual([])
})

it('reports pages without a group, links to missing pages, and duplicate groups', () => {
  expect(findMistakes(readGroups(LIST), [...PAGES.slice(0, -1), page('docs/email.md')])).toEqual([
    expect.stringContaining('SECURITY.md, which is no page'),
    expect.stringContaining('docs/email.md is in no group'),
  ])
  const twice = readGroups(`${LIST}- **Guides:** [Roles](roles.md)\n`)
  expect(findMistakes(twice, PAGES)).toEqual([expect.stringContaining('two groups "Guides"')])
})

it('shows the pages in the folder of a page below it, without a link in the list', () => {
  const below = ['sveltekit', 'next', 'more'].map((name) => page(`docs/roles/${name}.md`))
  const pages = [...PAGES, ...below]
  expect(findMistakes(readGroups(LIST), pages)).toEqual([])
  const [guides] = sidebars(readGroups(LIST), pages, [])['/'] ?? []
  const links = guides?.items?.find(({ link }) => link === '/roles')?.items?.map(({ link }) => link)
  expect(links).toEqual(['/roles/next', '/roles/sveltekit', '/roles/more'])
})

it('shows no page for contributors', () => {
  const source = 'docs/project/contributing/lint.md'
  expect(isForContributors(source)).toBe(true)
  expect(findMistakes(readGroups(LIST), [...PAGES, page(source)])).toEqual([])
  const list = `${LIST}- **Project:** [Lint](project/contributing/lint.md)\n`
  expect(JSON.stringify(sidebars(readGroups(list), [...PAGES, page(source)], []))).not.toContain('lint')
})

it('finds no mistake in the list of this repository', () => {
  expect(findMistakes(readGroups(), readPages())).toEqual([])
})
