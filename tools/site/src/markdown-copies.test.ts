import { expect, it } from 'vitest'
import { REPOSITORY } from '../../release/repository.mjs'
import { copyMarkdown, listPages } from './markdown-copies.ts'

const page = (source: string, path: string, title = '', description = '') => ({
  source,
  path,
  title,
  description,
})
const ROLES = page('docs/roles.md', 'roles.md', 'Roles', 'Who may do what.')
const SECURITY = page('SECURITY.md', 'project/security.md', 'Security', 'What is protected.')
const GITHUB = page('docs/providers/github.md', 'providers/github.md', 'GitHub', 'Sign in with GitHub.')
const PROVIDERS = page('docs/providers/README.md', 'providers/index.md', 'Providers', 'All providers.')
const PAGES = [SECURITY, GITHUB, PROVIDERS, ROLES]

it.each([
  ['../roles.md#admins', '../roles.md#admins'],
  ['../../SECURITY.md', '../project/security.md'],
  ['README.md', 'index.md'],
  ['#set-up', '#set-up'],
  ['https://github.com', 'https://github.com'],
  ['../../tests/runtimes', `${REPOSITORY}/tree/main/tests/runtimes`],
])('rewrites a link to %s in a copy to %s', (link, target) => {
  expect(copyMarkdown(`See [there](${link}).`, GITHUB, PAGES)).toBe(`See [there](${target}).`)
})

it('links a picture in a copy to the repository', () => {
  const image = `${REPOSITORY}/blob/main/docs/images/sign-in-light.png`
  expect(copyMarkdown('![Form](../images/sign-in-light.png)', GITHUB, PAGES)).toBe(`![Form](${image})`)
  expect(copyMarkdown('<img src="../images/sign-in-light.png">', GITHUB, PAGES)).toBe(`<img src="${image}">`)
})

it('does not change code', () => {
  const code =
    '`[a](../roles.md)`\n\n```md\n[a](../nowhere.md)\n```\n\n- item\n\n  ```md\n  [a](b.md)\n  ```\n'
  expect(copyMarkdown(code, GITHUB, PAGES)).toBe(code)
})

it('lists the pages with their descriptions, and those of the project as optional', () => {
  const link = (source: string) => ({ text: '', source, anchor: undefined })
  const groups = [
    { title: 'Project', links: [link('SECURITY.md')] },
    { title: 'Guides', links: [link('docs/roles.md')] },
  ]
  const [, ...sections] = listPages(groups, PAGES).split('\n## ')
  expect(sections).toEqual([
    'Guides\n\n- [Roles](roles.md): Who may do what.\n',
    'Providers\n\n- [GitHub](providers/github.md): Sign in with GitHub.\n',
    'Optional\n\n- [Security](project/security.md): What is protected.\n',
  ])
  expect(listPages(groups, PAGES, 'https://docs.example/latchkey')).toContain(
    '(https://docs.example/latchkey/roles.md)',
  )
})
