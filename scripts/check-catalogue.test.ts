import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkCatalogue } from './check-catalogue.mjs'

const SOURCE = 'packages/latchkey/src/providers/acme.ts'
const BUILT = 'packages/latchkey/dist/providers/acme.js'
const SAMPLE = 'packages/latchkey/test/catalogue/samples/acme.ts'

const docstring = `/**
 * Acme. Environment: \`AUTH_ACME_ID\`, \`AUTH_ACME_SECRET\`.
 *
 * It knows no pictures.
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

/** A repository with one provider that has all that one needs. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-catalogue-'))
  await write({
    [SOURCE]: `${docstring}\nexport default function Acme() {}\n`,
    [BUILT]: `export default () => (${JSON.stringify(data)})`,
    [SAMPLE]:
      "export default { documentation: { checkedOn: '2026-01-31', url: 'https://acme.example/docs' } }",
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

async function problemsWith(files: Readonly<Record<string, string>>): Promise<string[]> {
  await write(files)
  return (await checkCatalogue(folder)).problems
}

describe('a provider', () => {
  it('that has everything is told on its page', async () => {
    const { problems, stale, pages } = await checkCatalogue(folder)
    expect({ problems, stale }).toEqual({ problems: [], stale: [] })
    expect(pages['acme.md']).toContain('It knows no pictures.')
    expect(pages['acme.md']).toContain('| Token | `https://acme.example/token` |')
    expect(pages['acme.md']).toContain('| Looked up | 2026-01-31, <https://acme.example/docs> |')
    expect(pages['README.md']).toContain('| [Acme](acme.md) | OAuth 2 | `latchkey/providers/acme` |')
  })

  it.each([
    ['no docstring', { [SOURCE]: 'export default function Acme() {}\n' }, 'no docstring'],
    [
      'no word of its environment',
      { [SOURCE]: `${docstring.replace('`AUTH_ACME_SECRET`', '')}\nexport default function Acme() {}\n` },
      'AUTH_ACME_SECRET',
    ],
    [
      'one link',
      { [SOURCE]: `${docstring.replace(/.*Documentation\n/, '')}\nexport default function Acme() {}\n` },
      'Documentation',
    ],
    [
      'more than data',
      { [SOURCE]: `${docstring}\nexport default function Acme() {}\n${'//\n'.repeat(100)}` },
      'lines',
    ],
  ])('with %s is told', async (_, files, word) => {
    expect(await problemsWith(files)).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^${SOURCE} {2}.*${word}`))]),
    )
  })

  it('without its sample is told, and a sample without its provider', async () => {
    await rm(join(folder, SAMPLE))
    const problems = await problemsWith({
      'packages/latchkey/test/catalogue/samples/gone.ts': 'export default {}',
    })
    expect(problems).toEqual([
      expect.stringContaining('has no sample'),
      expect.stringMatching(/samples\/gone\.ts {2}is the sample of no provider/),
    ])
  })

  it('whose facts could not be looked up is told in the list', async () => {
    await write({
      [SAMPLE]: "export default { documentation: { unavailable: 'Only customers see the documentation.' } }",
    })
    // Its first sample was loaded already, and modules are loaded once.
    const copy = `${folder}-copy`
    await cp(folder, copy, { recursive: true })
    const { pages } = await checkCatalogue(copy).finally(() => rm(copy, { recursive: true }))
    expect(pages['README.md']).toContain(
      'could not be looked up with their vendors; they are as the field uses them:\n[Acme](acme.md).',
    )
    expect(pages['acme.md']).toContain('**not checked**: Only customers see the documentation.')
  })
})

describe('a page', () => {
  it('that is not what the file says is told, and one about nobody', async () => {
    await write({ 'docs/providers/acme.md': '# Acme', 'docs/providers/gone.md': '# Gone' })
    expect((await checkCatalogue(folder)).stale).toEqual([
      expect.stringMatching(/acme\.md {2}is not what the provider's file says: run npm run catalogue/),
      expect.stringMatching(/gone\.md {2}is about no provider/),
    ])
  })
})
