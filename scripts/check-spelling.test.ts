import { beforeAll, describe, expect, it } from 'vitest'
import { checkWordList, loadSpelling } from './check-spelling.mjs'

let check: Awaited<ReturnType<typeof loadSpelling>>

beforeAll(async () => {
  check = await loadSpelling()
  // The first text loads the dictionaries, which takes seconds on a busy machine.
  await check('docs/page.md', 'A text.')
}, 60_000)

/** Returns each misspelling of a text with its line. */
async function find(text: string, file = 'docs/page.md'): Promise<string[]> {
  return (await check(file, text)).map(({ line, word }) => `${line}:${word}`)
}

describe('the spelling of a page', () => {
  it('accepts English words, and the names and terms of the list', async () => {
    expect(await find('# Sign in\n\nThe provider supports PKCE, and Vercel’s runtime too.\n')).toEqual([])
  })

  it('rejects a misspelt word with its line and suggestions', async () => {
    expect(await check('docs/page.md', 'The user\nrecieves an e-mail.\n')).toEqual([
      { file: 'docs/page.md', line: 2, word: 'recieves', suggestions: expect.arrayContaining(['receives']) },
    ])
  })

  it.each(['color', 'colors', 'behavior', 'canceled', 'center', 'favorite', 'catalog'])(
    'rejects the American spelling "%s"',
    async (word) => {
      expect(await find(`The ${word} is here.`)).toEqual([`1:${word}`])
    },
  )

  it.each(['colour', 'behaviour', 'cancelled', 'centre', 'favourite', 'catalogue', 'analyse'])(
    'accepts the British spelling "%s"',
    async (word) => {
      expect(await find(`The ${word} is here.`)).toEqual([])
    },
  )

  it.each([
    ['normalise', 'normalize'],
    ['Organisations', 'Organizations'],
    ['synchronising', 'synchronizing'],
    ['authorised', 'authorized'],
  ])('rejects "%s", which is written "%s"', async (word, suggestion) => {
    expect(await check('docs/page.md', word)).toEqual([
      { file: 'docs/page.md', line: 1, word, suggestions: [suggestion] },
    ])
  })

  it('accepts words that are written with -ise only', async () => {
    expect(await find('Advise, promised, otherwise, exercise, compromised, enterprise, raised.')).toEqual([])
  })

  it('ignores code, paths and addresses', async () => {
    expect(
      await find('`recieve`, [a](recieve.md), https://recieve.example\n\n```ts\nrecieve()\n```\n'),
    ).toEqual([])
  })
})

it('reads the comments and the texts of a source, and no names', async () => {
  const source = [
    '// The sesion.',
    'let sesion = 1',
    "throw new Error('The sesion expired.')",
    '/** The `sesion`. */',
  ]
  expect(await find(source.join('\n'), 'packages/latchkey/src/sample.ts')).toEqual(['1:sesion', '3:sesion'])
})

describe('the list of words', () => {
  it('is accepted when it is in order and each word is used', () => {
    expect(checkWordList(['authentik', 'PKCE', 'Vite'], 'Vite and pkce with Authentik.')).toEqual([])
  })

  it.each([
    ['a word that is used nowhere', ['PKCE', 'Vite'], 'Vite', ['"PKCE" is used nowhere. Remove it.']],
    [
      'a word out of order',
      ['Vite', 'PKCE'],
      'PKCE with Vite',
      ['"PKCE" is not in alphabetical order, or is listed twice. Move it.'],
    ],
    [
      'a word that is listed twice',
      ['PKCE', 'pkce'],
      'PKCE',
      ['"pkce" is not in alphabetical order, or is listed twice. Move it.'],
    ],
  ])('rejects %s', (_, words, prose, problems) => {
    expect(checkWordList(words, prose)).toEqual(problems)
  })
})
