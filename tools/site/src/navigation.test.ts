import { expect, it } from 'vitest'
import { mistakesOf, readGroups } from './navigation.ts'
import { readPages } from './pages.ts'

const LIST = `# Documentation

## All pages

- **Guides:** [Roles](roles.md) · [Session \`null\`](concepts/sessions.md#null) ·
  [Security](../SECURITY.md)
- **Reference:** [Errors](errors.md)
`

const page = (source: string) => ({ source, path: '', title: '', description: '' })
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
  expect(mistakesOf(readGroups(LIST), PAGES)).toEqual([])
  expect(mistakesOf(readGroups(LIST), [...PAGES, page('docs/providers/x.md')])).toEqual([])
})

it('names pages in no group, links to no page, and groups that occur twice', () => {
  expect(mistakesOf(readGroups(LIST), [...PAGES.slice(0, -1), page('docs/email.md')])).toEqual([
    expect.stringContaining('SECURITY.md, which is no page'),
    expect.stringContaining('docs/email.md is in no group'),
  ])
  const twice = readGroups(`${LIST}- **Guides:** [Roles](roles.md)\n`)
  expect(mistakesOf(twice, PAGES)).toEqual([expect.stringContaining('two groups "Guides"')])
})

it('finds no mistake in the list of this repository', () => {
  expect(mistakesOf(readGroups(), readPages())).toEqual([])
})
