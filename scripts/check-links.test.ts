import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { root, toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

// Each test starts the linter, which takes a second, and longer on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const CONFIG = join(root, 'packages/tooling/links.markdownlint-cli2.jsonc')

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-links-'))
  await mkdir(join(folder, 'docs'))
  await writeFile(
    join(folder, 'docs', 'page.md'),
    '# Page\n\n## `auth()` in a page\n\n## Errors\n\n### Limits\n\n## Limits\n',
  )
  await writeFile(join(folder, 'docs', 'picture.svg'), '<svg/>')
})

afterEach(() => rm(folder, { recursive: true }))

/**
 * Checks a page that contains the lines, and returns the problems without the name of their rule.
 */
async function check(...lines: string[]): Promise<string[]> {
  await writeFile(join(folder, 'README.md'), `# Read me\n\n${lines.join('\n\n')}\n`)
  const { output } = await runProcess({
    name: 'links',
    program: 'markdownlint-cli2',
    args: ['--config', CONFIG],
    cwd: folder,
    env: toolEnvironment(),
  })
  return output.split('\n').filter((line) => /^\S+\.md:/.test(line))
}

it('accepts links to files, folders, headings and other sites', async () => {
  expect(
    await check(
      '[a](docs/page.md) [b](docs/page.md#auth-in-a-page) [c](docs/page.md#limits-1)',
      '[d](#read-me) [e](docs/)',
      '[f](https://nowhere.invalid/page#x) [g](mailto:a@b.example) ![h](docs/picture.svg)',
      '<picture><source srcset="docs/picture.svg"><img src="docs/picture.svg" alt=""></picture>',
    ),
  ).toEqual([])
})

it.each([
  ['a file that does not exist', '[a](docs/pages.md)', 'docs/pages.md'],
  ['an image that does not exist', '![a](docs/drawing.svg)', 'docs/drawing.svg'],
  ['a heading that does not exist in another file', '[a](docs/page.md#error)', 'docs/page.md#error'],
  ['a heading that does not exist in the same file', '[a](#readme)', '#readme'],
  ['the second heading of a name that occurs once', '[a](docs/page.md#errors-1)', 'docs/page.md#errors-1'],
  ['a reference without a definition', '[a][b]', '"b"'],
  ['an image of a picture', '<picture><source srcset="dark.svg"></picture>', 'dark.svg'],
  ['an image on the second line', '<picture>\n<img src="light.svg" alt="">\n</picture>', 'light.svg'],
])('rejects %s', async (_, line, target) => {
  expect(await check(line)).toEqual([expect.stringMatching(new RegExp(`^README\\.md:[34].*${target}`))])
})
