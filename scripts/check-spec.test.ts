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
    [TESTS]: "// proves SES-5\nit('a session ends', () => {})",
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
  expect.stringMatching(
    /^SES-5 {2}no test cites it: A session ends\. Put the comment `\/\/ proves SES-5` above a test/,
  ),
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
    ['a table', "// proves SES-5\nit.each([1, 2])('ends after %s', () => {})"],
    ['a tagged table', "// proves SES-5\ntest.each`a`('ends', () => {})"],
    ['a table of `test.for`', "// proves SES-5\ntest.for([1])('ends after %s', () => {})"],
    ['a test with a condition', "// proves SES-5\nit.skipIf(isOld)('ends', () => {})"],
    ['several ids', "// proves SES-5, SES-5\nit('ends', () => {})"],
    ['several comments', "// proves SES-5\n// proves SES-5\nit('ends', () => {})"],
    ['a comment above other comments', "// proves SES-5\n// Why.\n/* How. */\nit('ends', () => {})"],
    ['a comment below other comments', "// Why.\n// proves SES-5\nit('ends', () => {})"],
    ['a template', `describe('x', () => {\n// proves SES-5\nit(\`ends after \${n}\`, () => {}) })`],
    ['a call over several lines', "// proves SES-5\nit(\n  'ends',\n  () => {},\n)"],
    ['a test in a loop', "for (const n of [1])\n  // proves SES-5\n  it('ends', () => {})"],
    [
      'a table of ids',
      "const cases = [{ id: 'SES-5' }]\n// proves each id\nit.each(cases)('ends', () => {})",
    ],
    [
      'a table of ids, as a template',
      `const table = [{ id: 'SES-5' }]\n// proves each id, SES-5\nit(\`ends \${id}\`, () => {})`,
    ],
    ['a group', "// proves SES-5\ndescribe('a session', () => { it('ends', () => {}) })"],
    [
      'a group in a group',
      "// proves SES-5\ndescribe('a session', () => { describe('x', () => { it('ends', () => {}) }) })",
    ],
  ])('may be cited by %s', async (_, text) => {
    expect(await check(text)).toEqual([])
  })

  it.each([
    ['a test that is skipped', "// proves SES-5\nit.skip('ends', () => {})"],
    ['a table that is skipped', "// proves SES-5\nit.skip.each([1])('ends', () => {})"],
    ['a test that is skipped by its options', "// proves SES-5\nit('ends', { skip: true }, () => {})"],
    ['a test that is to be written', "// proves SES-5\nit.todo('ends')"],
    [
      'a test in a group that is skipped',
      "describe.skip('x', () => {\n// proves SES-5\nit('ends', () => {}) })",
    ],
    [
      'a group of nothing but skipped tests',
      "// proves SES-5\ndescribe('x', () => { it.skip('ends', () => {}) })",
    ],
    [
      'text that is no comment',
      "it('ends', () => { expect('// proves SES-5').toBe(`\n// proves SES-5\n`) })",
    ],
    ['a comment with brackets', "// [SES-5]\nit('ends', () => {})"],
    ['a comment with other words', "// SES-5\nit('ends', () => {})"],
  ])('is not proven by %s', async (_, text) => {
    expect(await check(text)).toEqual(UNCITED)
  })

  it('may be cited by a comment where types are tested', async () => {
    const text = (comment: string) =>
      `it('has an end', () => {\n  ${comment}\n  expectTypeOf<1>().toEqualTypeOf<1>()\n})`
    await write({ [TESTS]: '' })
    const file = 'packages/latchkey/test/types/session.test-d.ts'
    expect(await check(text('// proves SES-5'), file)).toEqual([])
    expect(checkSpec(folder).page).toContain('test/types/session.test-d.ts › has an end')
    expect(await check("// proves SES-5\nit('has an end above', () => {})", file)).toEqual([])
    expect(checkSpec(folder).page).toContain('test/types/session.test-d.ts › has an end above')
    expect(await check(text('// SES-5'), file)).toEqual(UNCITED)
    expect(await check(text('// [SES-5]'), file)).toEqual(UNCITED)
  })

  it('is not proven by tests that come with a package', async () => {
    await write({ [TESTS]: '' })
    expect(
      await check("// proves SES-5\nit('ends', () => {})", 'packages/latchkey/node_modules/x/x.test.ts'),
    ).toEqual(UNCITED)
  })
})

const CITED = "// proves SES-5\nit('ends', () => {})\n"

describe('an id that no statement has fails', () => {
  it('with file, line and the one that was meant', async () => {
    expect(await check(`${CITED}// proves SES5\nit('ends', () => {})`)).toEqual([
      `${TESTS}:4  no statement has the id SES5; is it SES-5?`,
    ])
  })

  it('when it stands in a table, or nowhere', async () => {
    expect(
      await check(
        "const cases = [{ id: 'SES-5' }, { id: 'SES-6' }]\n// proves each id\nit.each(cases)('ends', () => {})",
      ),
    ).toEqual([`${TESTS}:3  no statement has the id SES-6; is it SES-5?`])
    expect(await check(`${CITED}// proves each id\nit.each([])('x', () => {})`)).toEqual([
      expect.stringContaining('no statement has the id each id'),
    ])
  })

  it('also when nothing is near, and in a test that is skipped', async () => {
    expect(await check(`${CITED}// proves quite another\nit.skip('x', () => {})`)).toEqual([
      `${TESTS}:4  no statement has the id quite another. They are in docs/spec/statements.tsv.`,
    ])
  })
})

describe('an id in the wrong place fails', () => {
  const placeholder = (name: string) => `\${${name}}`
  const inTitle = (id: string, comment: string = id) =>
    `${TESTS}:3  the title contains the id ${id}. Remove it, and put the comment \`// proves ${comment}\` above the test.`

  it.each([
    ['at the end of a title', "it('ends [SES-5]', () => {})", [inTitle('SES-5')]],
    ['in brackets with another', "it('ends [SES-5, §1]', () => {})", [inTitle('SES-5')]],
    ['in the midst of a title', "it('ends [SES-5] soon', () => {})", [inTitle('SES-5')]],
    ['without brackets', "it('SES-5: ends', () => {})", [inTitle('SES-5')]],
    ['in the title of a group', "describe('ends [SES-5]', () => {})", [inTitle('SES-5')]],
    ['in the title of a table', "it.each([1])('ends [SES-5]', () => {})", [inTitle('SES-5')]],
    ['of each row in the title', "it.each([])('ends [$id]', () => {})", [inTitle('$id', 'each id')]],
    [
      'of each row in a template',
      `it(\`ends [${placeholder('id')}]\`, () => {})`,
      [inTitle(placeholder('id'), 'each id')],
    ],
  ])('%s', async (_, text, problems) => {
    expect(await check(CITED + text)).toEqual(problems)
  })

  it('and counts for nothing in a title', async () => {
    expect(await check("it('ends [SES-5]', () => {})")).toEqual([
      expect.stringContaining('the title contains the id SES-5'),
      ...UNCITED,
    ])
  })

  it.each([
    ['above nothing', '// proves SES-5\n'],
    ['above another call', '// proves SES-5\nafterEach(() => {})'],
    ['above what holds the tests', "// proves SES-5\nfor (const n of [1]) {\n  it('ends', () => {})\n}"],
    ['at the end of a line', 'start() // proves SES-5'],
  ])('in a comment %s', async (_, text) => {
    expect(await check(CITED + text)).toEqual([
      `${TESTS}:3  no test follows the comment \`// proves SES-5\`. Move it directly above it(), test() or describe().`,
    ])
  })

  it('in a comment inside a test, where no types are tested', async () => {
    const problems = await check("it('ends', () => {\n  // proves SES-5\n  expect(1).toBe(1)\n})")
    expect(problems).toEqual([expect.stringContaining(`${TESTS}:2  no test follows`), ...UNCITED])
  })

  it.each(['counts as UTF-8', 'signs with [ES-256]', 'is of host [::1]', `holds [${placeholder('host')}]`])(
    'but a title may be "%s"',
    async (title) => {
      expect(await check(`${CITED}it('${title}', () => {})`)).toEqual([])
    },
  )
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
    await write({ [TESTS]: "// proves SES-5\nit('a session ends after an hour', () => {})" })
    expect(checkSpec(folder).stale).toBeDefined()
  })

  it('shows titles as text', async () => {
    await write({ [TESTS]: "// proves SES-5\nit('a | b <c>', () => {})" })
    expect(checkSpec(folder).page).toContain('› a \\| b \\<c\\> |')
  })
})
