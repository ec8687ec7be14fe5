import { expect, it } from 'vitest'
import { ENTRY_TEXTS } from './api-entry-texts.mjs'
import { tidyPage } from './api-reference.mjs'
import { entryPoints, isProvider } from './entry-points.mjs'

it('joins sections that follow each other and have the same heading', () => {
  const page =
    '#### Throws\n\nwhen a\n\n#### Throws\n\nwhen b\n  and c\n\n#### Throws\n\nwhen d\n\n#### See\n\nurl\n'
  expect(tidyPage(page)).toBe('#### Throws\n\nwhen a\n\nwhen b\n  and c\n\nwhen d\n\n#### See\n\nurl\n')
})

it('escapes what the site would interpret, but not in code blocks', () => {
  expect(tidyPage('a {{ b }}\n\n```ts\n{{ c }}\n```\n')).toBe('a &#123;&#123; b }}\n\n```ts\n{{ c }}\n```\n')
})

it("links to the site's anchors", () => {
  const page = '<a id="signin-3"></a>\n\n### SignIn\n\n[`SignIn`](#signin-3), [`T`](a.md#t)\n'
  const tidied = tidyPage(page, (path, anchor) => `${path}-${anchor}-site`)
  expect(tidied).toBe('### SignIn\n\n[`SignIn`](#-signin-3-site), [`T`](a.md#a.md-t-site)\n')
})

it('has a sentence for every entry point, and none for others', () => {
  const names = entryPoints()
    .filter((entryPoint) => !isProvider(entryPoint))
    .map(({ specifier }) => specifier)
  expect(Object.keys(ENTRY_TEXTS).sort()).toEqual(names.sort())
})

it('starts a union in a table with its first type', () => {
  const page = '| Parameter | Type |\n| ------ | ------ |\n| `config` | \\| `A` \\| `B` |\n'
  expect(tidyPage(page)).toBe('| Parameter | Type |\n| ------ | ------ |\n| `config` | `A` \\| `B` |\n')
})
