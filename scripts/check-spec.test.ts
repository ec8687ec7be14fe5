import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkSpec } from './check-spec.mjs'

const TESTS = 'packages/latchkey/test/session.test.ts'

let folder: string

/** Creates a repository in which every statement is proven. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-spec-'))
  await write({
    'docs/errors.md': '# Errors\n\n## Error `code`\n',
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

/** Returns the problems with one test file. */
async function check(text: string, file: string = TESTS): Promise<string[]> {
  await write({ [file]: text })
  return checkSpec(folder).problems
}

const UNCITED = [
  expect.stringMatching(
    /^SES-5 {2}no test cites it: A session ends\. Put the comment `\/\/ proves SES-5` above a test/,
  ),
]

describe('a statement that applies to the library', () => {
  it('is proven by a test that cites it', () => {
    const { problems, page } = checkSpec(folder)
    expect(problems).toEqual([])
    expect(page).toContain('| SES-5 | A session ends. | core | test/session.test.ts › a session ends |')
    expect(page).toContain('| [SES Sessions](#ses-sessions) | 1 |  |  |  |  |')
  })

  it('is a problem when no test cites it', async () => {
    expect(await check("it('a session ends', () => {})")).toEqual(UNCITED)
    expect(checkSpec(folder).page).toContain('| SES-5 | A session ends. | core | open |')
  })

  it.each([
    ['a table', "// proves SES-5\nit.each([1, 2])('ends after %s', () => {})"],
    ['a tagged table', "// proves SES-5\ntest.each`a`('ends', () => {})"],
    ['a table of `test.for`', "// proves SES-5\ntest.for([1])('ends after %s', () => {})"],
    ['a conditional test', "// proves SES-5\nit.skipIf(isOld)('ends', () => {})"],
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
  ])('is proven by %s', async (_, text) => {
    expect(await check(text)).toEqual([])
  })

  it.each([
    ['a skipped test', "// proves SES-5\nit.skip('ends', () => {})"],
    ['a skipped table', "// proves SES-5\nit.skip.each([1])('ends', () => {})"],
    ['a test that its options skip', "// proves SES-5\nit('ends', { skip: true }, () => {})"],
    ['a test that is not written yet', "// proves SES-5\nit.todo('ends')"],
    ['a test in a skipped group', "describe.skip('x', () => {\n// proves SES-5\nit('ends', () => {}) })"],
    [
      'a group in which all tests are skipped',
      "// proves SES-5\ndescribe('x', () => { it.skip('ends', () => {}) })",
    ],
    [
      'a text that looks like a comment',
      "it('ends', () => { expect('// proves SES-5').toBe(`\n// proves SES-5\n`) })",
    ],
    ['a comment with brackets', "// [SES-5]\nit('ends', () => {})"],
    ['a comment with other words', "// SES-5\nit('ends', () => {})"],
  ])('is not proven by %s', async (_, text) => {
    expect(await check(text)).toEqual(UNCITED)
  })

  it('is proven by a comment inside a type test', async () => {
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

  it('is not proven by the tests of an installed package', async () => {
    await write({ [TESTS]: '' })
    expect(
      await check("// proves SES-5\nit('ends', () => {})", 'packages/latchkey/node_modules/x/x.test.ts'),
    ).toEqual(UNCITED)
  })
})

const CITED = "// proves SES-5\nit('ends', () => {})\n"

describe('an id that no statement has', () => {
  it('is reported with its file, its line and the most similar id', async () => {
    expect(await check(`${CITED}// proves SES5\nit('ends', () => {})`)).toEqual([
      `${TESTS}:4  no statement has the id SES5. Did you mean SES-5?`,
    ])
  })

  it('is reported when a table contains it, or when a table contains no id', async () => {
    expect(
      await check(
        "const cases = [{ id: 'SES-5' }, { id: 'SES-6' }]\n" +
          "// proves each id\nit.each(cases)('ends', () => {})",
      ),
    ).toEqual([`${TESTS}:3  no statement has the id SES-6. Did you mean SES-5?`])
    expect(await check(`${CITED}// proves each id\nit.each([])('x', () => {})`)).toEqual([
      expect.stringContaining('no statement has the id each id'),
    ])
  })

  it('is reported when no id is similar, and in a skipped test', async () => {
    expect(await check(`${CITED}// proves quite another\nit.skip('x', () => {})`)).toEqual([
      `${TESTS}:4  no statement has the id quite another. Use an id that docs/spec/statements.tsv contains.`,
    ])
  })
})

describe('an id in the wrong place', () => {
  const placeholder = (name: string) => `\${${name}}`
  const inTitle = (id: string, comment: string = id) =>
    `${TESTS}:3  the title contains the id ${id}. Remove it, ` +
    `and put the comment \`// proves ${comment}\` above the test.`

  it.each([
    ['at the end of a title', "it('ends [SES-5]', () => {})", [inTitle('SES-5')]],
    ['in brackets with another id', "it('ends [SES-5, §1]', () => {})", [inTitle('SES-5')]],
    ['in the middle of a title', "it('ends [SES-5] soon', () => {})", [inTitle('SES-5')]],
    ['without brackets', "it('SES-5: ends', () => {})", [inTitle('SES-5')]],
    ['in the title of a group', "describe('ends [SES-5]', () => {})", [inTitle('SES-5')]],
    ['in the title of a table', "it.each([1])('ends [SES-5]', () => {})", [inTitle('SES-5')]],
    ['as a placeholder in a title', "it.each([])('ends [$id]', () => {})", [inTitle('$id', 'each id')]],
    [
      'as a placeholder in a template',
      `it(\`ends [${placeholder('id')}]\`, () => {})`,
      [inTitle(placeholder('id'), 'each id')],
    ],
  ])('is reported %s', async (_, text, problems) => {
    expect(await check(CITED + text)).toEqual(problems)
  })

  it('does not count as a citation in a title', async () => {
    expect(await check("it('ends [SES-5]', () => {})")).toEqual([
      expect.stringContaining('the title contains the id SES-5'),
      ...UNCITED,
    ])
  })

  it.each([
    ['above no code', '// proves SES-5\n'],
    ['above another call', '// proves SES-5\nafterEach(() => {})'],
    ['above the loop around the tests', "// proves SES-5\nfor (const n of [1]) {\n  it('ends', () => {})\n}"],
    ['at the end of a line', 'start() // proves SES-5'],
  ])('is reported in a comment %s', async (_, text) => {
    expect(await check(CITED + text)).toEqual([
      `${TESTS}:3  no test follows the comment \`// proves SES-5\`. ` +
        'Move it directly above it(), test() or describe().',
    ])
  })

  it('is reported in a comment inside a test that does not test types', async () => {
    const problems = await check("it('ends', () => {\n  // proves SES-5\n  expect(1).toBe(1)\n})")
    expect(problems).toEqual([expect.stringContaining(`${TESTS}:2  no test follows`), ...UNCITED])
  })

  it.each([
    'counts as UTF-8',
    'signs with [ES-256]',
    'accepts the host [::1]',
    `contains [${placeholder('host')}]`,
  ])('is not reported for the title "%s"', async (title) => {
    expect(await check(`${CITED}it('${title}', () => {})`)).toEqual([])
  })
})

describe('a statement with another scope', () => {
  it('is not a problem while its integration does not exist', async () => {
    await state('SES-5\tcore\tA session ends.', 'C-1\tsveltekit\tIt has an initializer.')
    const { problems, page } = checkSpec(folder)
    expect(problems).toEqual([])
    expect(page).toContain('| C-1 | It has an initializer. | sveltekit | not built |')
  })

  it('is a problem once its integration exists', async () => {
    await state('SES-5\tcore\tA session ends.', 'C-1\tsveltekit\tIt has an initializer.')
    await write({ 'packages/latchkey/src/sveltekit/index.ts': '' })
    expect(checkSpec(folder).problems).toEqual([expect.stringMatching(/^C-1 {2}no test cites it/)])
  })

  it('links to the page that it names', async () => {
    await state(
      'SES-5\tcore\tA session ends.',
      'ERR-10\thost\tA code is seen.\tdocs/errors.md#error-code',
      '§2.1\tdecided\tOther methods fail.\tdocs/decisions/0001-x.md',
      'AMB-1\treading\tIt is read so.',
    )
    const { problems, page } = checkSpec(folder)
    expect(problems).toEqual([])
    expect(page).toContain(
      '| ERR-10 | A code is seen. | host | [errors.md#error-code](errors.md#error-code) |',
    )
  })

  it.each([
    ['a missing page', 'ERR-10\thost\tA code is seen.\tdocs/codes.md', 'docs/codes.md does not exist'],
    [
      'a missing heading',
      'ERR-10\thost\tA code is seen.\tdocs/errors.md#codes',
      'docs/errors.md has no heading #codes',
    ],
    ['no page', 'ERR-10\thost\tA code is seen.', 'name a page if the scope is host or decided'],
    [
      'a page for the library',
      'ERR-10\tcore\tA code is seen.\tdocs/errors.md',
      'name a page if the scope is host or decided',
    ],
    ['an unknown scope', 'ERR-10\tbrowser\tA code is seen.', '"browser" is not a scope'],
    ['no sentence', 'ERR-10\tcore', 'one sentence'],
    ['a duplicate id', 'SES-5\tcore\tA session ends.', 'another statement has the same id'],
  ])('is reported with %s', async (_, line, problem) => {
    await state('SES-5\tcore\tA session ends.', line)
    expect(checkSpec(folder).problems[0]).toMatch(/^docs\/spec\/statements\.tsv:3 {2}/)
    expect(checkSpec(folder).problems[0]).toContain(problem)
  })
})

describe('the generated page', () => {
  it('is stale until it is generated from the current tests', async () => {
    const { page, stale } = checkSpec(folder)
    expect(stale).toMatch(/^docs\/spec\.md {2}.*run npm run spec/)
    await write({ 'docs/spec.md': page })
    expect(checkSpec(folder).stale).toBeUndefined()
    await write({ [TESTS]: "// proves SES-5\nit('a session ends after an hour', () => {})" })
    expect(checkSpec(folder).stale).toBeDefined()
  })

  it('escapes titles', async () => {
    await write({ [TESTS]: "// proves SES-5\nit('a | b <c>', () => {})" })
    expect(checkSpec(folder).page).toContain('› a \\| b \\<c\\> |')
  })
})
