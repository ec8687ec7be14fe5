import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSpec } from './check-spec.mjs'

const TESTS = 'packages/latchkey/test/session.test.ts'

let folder: string

/** A repository in which everything is proven. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-spec-'))
  await write({
    'docs/errors.md': '# Errors\n\n## What a `code` tells\n',
    'docs/decisions/0001-x.md': '# X\n',
    'packages/latchkey/src/index.ts': '',
    [TESTS]: "it('a session ends [SES-5]', () => {})",
  })
  await state('SES-5\tcore\tA session ends.')
})

afterEach(() => rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

async function state(...lines: readonly string[]): Promise<void> {
  await write({ 'docs/spec/statements.tsv': `# SES Sessions\n${lines.join('\n')}\n` })
}

/** The problems with one file of tests. */
async function check(text: string, file: string = TESTS): Promise<string[]> {
  await write({ [file]: text })
  return checkSpec(folder).problems
}

const UNCITED = [
  expect.stringMatching(/^SES-5 {2}no test cites it: A session ends\. Put \[SES-5\] at the end/),
]

describe('a statement that binds the library', () => {
  it('is proven by a test that cites it', () => {
    const { problems, page } = checkSpec(folder)
    expect(problems).toEqual([])
    expect(page).toContain('| SES-5 | A session ends. | core | test/session.test.ts › a session ends |')
    expect(page).toContain('| [SES Sessions](#ses-sessions) | 1 |  |  |  |  |')
  })

  it('fails when no test cites it', async () => {
    expect(await check("it('a session ends', () => {})")).toEqual(UNCITED)
    expect(checkSpec(folder).page).toContain('| SES-5 | A session ends. | core | open |')
  })

  it.each([
    ['a table', "it.each([1, 2])('ends after %s [SES-5]', () => {})"],
    ['a tagged table', "test.each`a`('ends [SES-5]', () => {})"],
    ['several ids', "it('ends [SES-5, SES-5]', () => {})"],
    ['a template', `describe('x', () => { it(\`ends after \${n} [SES-5]\`, () => {}) })`],
    ['a table of ids', "const cases = [{ id: 'SES-5' }]\nit.each(cases)('ends [$id]', () => {})"],
    ['a table of ids, as a template', `const table = [{ id: 'SES-5' }]\nit(\`ends [\${id}]\`, () => {})`],
    ['a group', "describe('a session [SES-5]', () => { it('ends', () => {}) })"],
    [
      'a group in a group',
      "describe('a session [SES-5]', () => { describe('x', () => { it('ends', () => {}) }) })",
    ],
  ])('may be cited by %s', async (_, text) => {
    expect(await check(text)).toEqual([])
  })

  it.each([
    ['a test that is skipped', "it.skip('ends [SES-5]', () => {})"],
    ['a table that is skipped', "it.skip.each([1])('ends [SES-5]', () => {})"],
    ['a test that is skipped by its options', "it('ends [SES-5]', { skip: true }, () => {})"],
    ['a test that is to be written', "it.todo('ends [SES-5]')"],
    ['a test in a group that is skipped', "describe.skip('x', () => { it('ends [SES-5]', () => {}) })"],
    ['a group of nothing but skipped tests', "describe('x [SES-5]', () => { it.skip('ends', () => {}) })"],
    ['text that is no title', "it('ends', () => { expect('[SES-5]').toBe('it(\\'x [SES-5]\\')') })"],
    ['a comment of an ordinary test', "// [SES-5]\nit('ends', () => {})"],
    ['brackets in the midst of a title', "it('ends [SES-5] soon', () => {})"],
  ])('is not proven by %s', async (_, text) => {
    expect(await check(text)).toEqual(UNCITED)
  })

  it('may be cited by a comment where types are tested', async () => {
    const text = (comment: string) =>
      `it('has an end', () => {\n  ${comment}\n  expectTypeOf<1>().toEqualTypeOf<1>()\n})`
    await write({ [TESTS]: '' })
    expect(await check(text('// [SES-5]'), 'packages/latchkey/test/types/session.test-d.ts')).toEqual([])
    expect(checkSpec(folder).page).toContain('test/types/session.test-d.ts › has an end')
    expect(await check(text('// SES-5'), 'packages/latchkey/test/types/session.test-d.ts')).toEqual(UNCITED)
  })

  it('is not proven by tests that come with a package', async () => {
    await write({ [TESTS]: '' })
    expect(await check("it('ends [SES-5]', () => {})", 'packages/latchkey/node_modules/x/x.test.ts')).toEqual(
      UNCITED,
    )
  })
})

describe('an id that no statement has fails', () => {
  it('with file, line and the one that was meant', async () => {
    expect(await check("it('ends [SES-5]', () => {})\n\nit('ends [SES5]', () => {})")).toEqual([
      `${TESTS}:3  no statement has the id SES5; is it SES-5?`,
    ])
  })

  it('when it stands in a table, or nowhere', async () => {
    expect(
      await check("const cases = [{ id: 'SES-5' }, { id: 'SES-6' }]\nit.each(cases)('ends [$id]', () => {})"),
    ).toEqual([`${TESTS}:2  no statement has the id SES-6; is it SES-5?`])
    expect(await check("it('ends [SES-5]', () => {})\nit.each([])('x [$name]', () => {})")).toEqual([
      expect.stringContaining('no statement has the id $name'),
    ])
  })

  it('also when nothing is near, and in a test that is skipped', async () => {
    expect(await check("it('ends [SES-5]', () => {})\nit.skip('x [quite another]', () => {})")).toEqual([
      `${TESTS}:2  no statement has the id quite another. They are in docs/spec/statements.tsv.`,
    ])
  })
})

describe('a statement that binds somebody else', () => {
  it('is no problem while the integration is not there', async () => {
    await state('SES-5\tcore\tA session ends.', 'C-1\tsveltekit\tIt has an initializer.')
    const { problems, page } = checkSpec(folder)
    expect(problems).toEqual([])
    expect(page).toContain('| C-1 | It has an initializer. | sveltekit | not built |')
  })

  it('is a problem once the integration is there', async () => {
    await state('SES-5\tcore\tA session ends.', 'C-1\tsveltekit\tIt has an initializer.')
    await write({ 'packages/latchkey/src/sveltekit/index.ts': '' })
    expect(checkSpec(folder).problems).toEqual([expect.stringMatching(/^C-1 {2}no test cites it/)])
  })

  it('names the page that says it', async () => {
    await state(
      'SES-5\tcore\tA session ends.',
      'ERR-10\thost\tA code is seen.\tdocs/errors.md#what-a-code-tells',
      '§2.1\tdecided\tOther methods fail.\tdocs/decisions/0001-x.md',
      'AMB-1\treading\tIt is read so.',
    )
    const { problems, page } = checkSpec(folder)
    expect(problems).toEqual([])
    expect(page).toContain(
      '| ERR-10 | A code is seen. | host | [errors.md#what-a-code-tells](errors.md#what-a-code-tells) |',
    )
  })

  it.each([
    ['a page that is not there', 'ERR-10\thost\tA code is seen.\tdocs/codes.md', 'there is no docs/codes.md'],
    [
      'a heading that is not there',
      'ERR-10\thost\tA code is seen.\tdocs/errors.md#codes',
      'docs/errors.md has no heading #codes',
    ],
    ['no page', 'ERR-10\thost\tA code is seen.', 'a page is named for host and decided'],
    [
      'a page for the library',
      'ERR-10\tcore\tA code is seen.\tdocs/errors.md',
      'a page is named for host and decided',
    ],
    ['nobody', 'ERR-10\tsomebody\tA code is seen.', '"somebody" is nobody who can be bound'],
    ['no sentence', 'ERR-10\tcore', 'one sentence'],
    ['an id that is there already', 'SES-5\tcore\tA session ends.', 'the id is there already'],
  ])('fails with %s', async (_, line, problem) => {
    await state('SES-5\tcore\tA session ends.', line)
    expect(checkSpec(folder).problems[0]).toMatch(/^docs\/spec\/statements\.tsv:3 {2}/)
    expect(checkSpec(folder).problems[0]).toContain(problem)
  })
})

describe('the page', () => {
  it('is stale until it says what the tests say', async () => {
    const { page, stale } = checkSpec(folder)
    expect(stale).toMatch(/^docs\/spec\.md {2}.*run npm run spec/)
    await write({ 'docs/spec.md': page })
    expect(checkSpec(folder).stale).toBeUndefined()
    await write({ [TESTS]: "it('a session ends after an hour [SES-5]', () => {})" })
    expect(checkSpec(folder).stale).toBeDefined()
  })

  it('shows titles as text', async () => {
    await write({ [TESTS]: "it('a | b <c> [SES-5]', () => {})" })
    expect(checkSpec(folder).page).toContain('› a \\| b \\<c\\> |')
  })
})
