import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { missingFacts } from './catalogue-facts.mjs'
import { checkCatalogue } from './check-catalogue.mjs'

const SOURCE = 'packages/latchkey/src/providers/acme.ts'
const BUILT = 'packages/latchkey/dist/providers/acme.js'
const SAMPLE = 'packages/latchkey/test/catalogue/samples/acme.ts'

const docstring = `/**
 * Returns the Acme.com provider. Acme was formerly called Zenith.
 *
 * Set \`AUTH_ACME_ID\` and \`AUTH_ACME_SECRET\`.
 *
 * Create the application:
 * 1. Open the console.
 *
 * Acme does not return a picture.
 *
 * @see https://acme.example/apps Register an application
 * @see https://acme.example/docs Documentation
 */`
const data = {
  id: 'acme',
  name: 'Acme',
  type: 'oauth',
  token: 'https://acme.example/token',
  style: { brandColor: '#123456' },
}

let folder: string

/** Creates a repository with one complete provider. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-catalogue-'))
  await write({
    [SOURCE]: `${docstring}\nexport default function Acme() {}\n`,
    [BUILT]: `export default () => (${JSON.stringify(data)})`,
    [SAMPLE]:
      "export default { documentation: { checkedOn: '2026-01-31', url: 'https://acme.example/docs' }, " +
      "afterSignIn: { refreshTokens: 'always', sources: [] } }",
  })
  const { pages } = await checkCatalogue(folder)
  await write(
    Object.fromEntries(Object.entries(pages).map(([name, text]) => [`docs/providers/${name}`, text])),
  )
})

afterEach(() => rm(folder, { recursive: true }))

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** Checks a copy of the repository: the first modules of the folder are in the module cache. */
async function checkCopy(): ReturnType<typeof checkCatalogue> {
  const copy = `${folder}-copy`
  await cp(folder, copy, { recursive: true })
  return checkCatalogue(copy).finally(() => rm(copy, { recursive: true }))
}

async function problemsWith(files: Readonly<Record<string, string>>): Promise<string[]> {
  await write(files)
  return (await checkCatalogue(folder)).problems
}

describe('a provider', () => {
  it('is complete and has a page', async () => {
    const { problems, stale, pages } = await checkCatalogue(folder)
    expect({ problems, stale }).toEqual({ problems: [], stale: [] })
    expect(pages['acme.md']).toContain(
      'Adds sign-in with Acme over OAuth 2.0. Acme was formerly called Zenith.',
    )
    expect(pages['acme.md']).toContain('[Register an application](https://acme.example/apps):')
    expect(pages['acme.md']).toContain('Set `AUTH_ACME_ID` and `AUTH_ACME_SECRET`.')
    expect(pages['acme.md']).toContain('## Notes\n\nAcme does not return a picture.\n')
    expect(pages['acme.md']).toContain('| Token endpoint | `https://acme.example/token` |')
    expect(pages['acme.md']).toContain('| Last checked | 2026-01-31, <https://acme.example/docs> |')
    expect(pages['README.md']).toContain(
      '| [Acme](acme.md) | OAuth 2.0 | yes | ? | ? | `latchkey/providers/acme` |',
    )
  })

  it('may have a docstring of any length', async () => {
    const long = docstring.replace(' * @see', `${' * A line of a note.\n'.repeat(100)} *\n$&`)
    expect(await problemsWith({ [SOURCE]: `${long}\nexport default function Acme() {}\n` })).toEqual([])
  })

  it.each([
    ['no docstring', { [SOURCE]: 'export default function Acme() {}\n' }, 'no docstring'],
    [
      'another first sentence',
      { [SOURCE]: `${docstring.replace('Returns', 'Makes')}\nexport default function Acme() {}\n` },
      'does not start with "Returns',
    ],
    [
      'a docstring of one paragraph',
      { [SOURCE]: '/**\n * Returns the Acme provider.\n */\nexport default function Acme() {}\n' },
      'without a second paragraph',
    ],
    [
      'a missing environment variable',
      { [SOURCE]: `${docstring.replace('`AUTH_ACME_SECRET`', '')}\nexport default function Acme() {}\n` },
      'AUTH_ACME_SECRET',
    ],
    [
      'no steps that create the application',
      {
        [SOURCE]: `${docstring.replace('Create the', 'Add an')}\nexport default function Acme() {}\n`,
      },
      'Create the application',
    ],
    [
      'one link only',
      { [SOURCE]: `${docstring.replace(/.*Documentation\n/, '')}\nexport default function Acme() {}\n` },
      'Documentation',
    ],
    [
      'too many lines',
      { [SOURCE]: `${docstring}\nexport default function Acme() {}\n${'//\n'.repeat(100)}` },
      'lines',
    ],
  ])('is reported with %s', async (_, files, word) => {
    expect(await problemsWith(files)).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^${SOURCE} {2}.*${word}`))]),
    )
  })

  it('is reported without its sample, and so is a sample without its provider', async () => {
    await rm(join(folder, SAMPLE))
    const problems = await problemsWith({
      'packages/latchkey/test/catalogue/samples/gone.ts': 'export default {}',
    })
    expect(problems).toEqual([
      expect.stringContaining('has no sample'),
      expect.stringMatching(/samples\/gone\.ts {2}belongs to no provider/),
    ])
  })

  // proves TOK-16
  it.each([
    ['does not state what follows the sign-in', '', {}],
    [
      'says that refresh tokens are issued: always',
      "refreshTokens: 'always', sources: []",
      { refresh: false },
    ],
    ['says that refresh tokens are issued: never', "refreshTokens: 'never', sources: []", {}],
  ])('is reported if its sample %s', async (problem, afterSignIn, changes) => {
    const sample =
      "export default { documentation: { checkedOn: '2026-01-31', url: 'https://acme.example/docs' }, " +
      `afterSignIn: ${afterSignIn ? `{ ${afterSignIn} }` : undefined} }`
    await write({
      [SAMPLE]: sample,
      [BUILT]: `export default () => (${JSON.stringify({ ...data, ...changes })})`,
    })
    const { problems } = await checkCopy()
    expect(problems).toEqual([expect.stringContaining(problem)])
  })

  it('is listed as unchecked if its documentation was not available', async () => {
    await write({
      [SAMPLE]: "export default { documentation: { unavailable: 'Only a copy: https://example.com/copy' } }",
    })
    const { pages } = await checkCopy()
    expect(pages['README.md']).toContain('They follow common usage:\n[Acme](acme.md).')
    expect(pages['acme.md']).toContain(
      '| Last checked | **Not checked.** Only a copy: <https://example.com/copy> |',
    )
  })
})

it.each([
  [
    'OAuth 2.0',
    { type: 'oauth', authorization: { params: { scope: 'read' } } },
    ['Scopes:', 'E-mail address:'],
  ],
  ['OpenID Connect', { type: 'oidc' }, []],
  ['e-mail', { type: 'email' }, ['Sender:']],
])('the docstring of a provider for %s must have the facts that no standard gives', (_, provider, facts) => {
  const empty = { module: 'acme', docstring: '', steps: '', scopes: '', email: '', sender: '' }
  const entry = { ...empty, data: provider, sample: { user: { email: 'ann@example.com' } } }
  const create = `Create the ${provider.type === 'email' ? 'API key' : 'application'}:`
  expect(missingFacts(entry as never)).toEqual([create, ...facts])
})

describe('a page', () => {
  it('is reported if it is stale or belongs to no provider', async () => {
    await write({ 'docs/providers/acme.md': '# Acme', 'docs/providers/gone.md': '# Gone' })
    expect((await checkCatalogue(folder)).stale).toEqual([
      expect.stringMatching(/acme\.md {2}differs from the provider's file: run npm run update -- catalogue/),
      expect.stringMatching(/gone\.md {2}belongs to no provider/),
    ])
  })
})
