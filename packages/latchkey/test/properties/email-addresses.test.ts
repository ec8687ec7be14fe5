import fc from 'fast-check'
import memory from 'latchkey/adapters/memory'
import { expect, it } from 'vitest'
import { createAuth } from '../../src/index.ts'
import { normalizeEmail } from '../../src/security/email-address.ts'
import { almost, hostileText, textOf } from './hostile.ts'
import { holdsFor } from './runs.ts'

const PIECES = [
  'a',
  'B',
  '.',
  '-',
  '_',
  '+',
  '@',
  '@',
  '@example.com',
  'example.com',
  'mail.',
  ',',
  ';',
  ':',
  '"',
  '<',
  '>',
  '(',
  ')',
  '[',
  ']',
  '\\',
  ' ',
  '=?',
  'İ',
  'J\u030c',
  '\ud800',
  '\uff20',
  'ｅ',
  '.com,evil.test',
]
const local = fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/^_{|}~-]{1,64}$/)
const label = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,10}[a-zA-Z0-9])?$/)
const valid = fc
  .tuple(local, fc.array(label, { minLength: 1, maxLength: 4 }))
  .map(([name, labels]) => `${name}@${labels.join('.')}`)
/** About as long as an address may be. */
const long = fc
  .tuple(fc.integer({ min: 60, max: 66 }), fc.integer({ min: 180, max: 260 }))
  .map(([name, domain]) => `${'a'.repeat(name)}@${'b'.repeat(domain)}`)
const candidates = fc.oneof(
  textOf(PIECES),
  almost(valid),
  almost(valid, textOf(PIECES, 2)),
  almost(fc.emailAddress()),
  long,
  hostileText,
)

// proves P-ML-4
it('an address is none, or one and unmistakable', async () => {
  await holdsFor(
    candidates,
    async (input) => {
      const address = normalizeEmail(input)
      if (address === undefined) return 'refused'
      const [name = '', domain = '', ...others] = address.split('@')
      expect(others).toEqual([])
      expect(input.normalize('NFKC').split('@')).toHaveLength(2)
      expect([name.length > 0, name.length <= 64, domain.length > 0, address.length <= 254]).toEqual([
        true,
        true,
        true,
        true,
      ])
      expect(address).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}"`,;<>()[\]:\\]|=\?/u)
      expect(domain).toMatch(/^[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u)
      expect(domain).not.toContain('..')
      return 'accepted'
    },
    { sees: ['accepted', 'refused'] },
  )
})

// proves P-ML-4
it('an address has one form: its own, however often it is normalised, and in whatever way it travels', async () => {
  await holdsFor(
    candidates,
    async (input) => {
      const address = normalizeEmail(input)
      if (address === undefined) return 'refused'
      expect(normalizeEmail(address)).toBe(address)
      expect(address).toBe(address.normalize('NFKC').toLowerCase())
      expect(new URLSearchParams(new URLSearchParams({ address }).toString()).get('address')).toBe(address)
      expect(new TextDecoder().decode(new TextEncoder().encode(address))).toBe(address)
      expect(normalizeEmail(`  ${input.toUpperCase().toLowerCase()}\n`)).toBe(
        normalizeEmail(input.toUpperCase().toLowerCase()),
      )
      return 'accepted'
    },
    { sees: ['accepted', 'refused'] },
  )
})

// proves P-ML-4
it('a usual address is taken as it is, in lower case', async () => {
  await holdsFor(valid, async (address) => {
    expect(normalizeEmail(address)).toBe(address.includes('=?') ? undefined : address.toLowerCase())
    return 'accepted'
  })
})

// proves P-ML-4
it('what is no text is no address', async () => {
  await holdsFor(
    fc.anything().filter((value) => typeof value !== 'string'),
    async (input) => {
      expect(normalizeEmail(input)).toBeUndefined()
      return 'refused'
    },
  )
})

// proves P-ML-4
it('a mail goes to the address that was stored, and to no other', async () => {
  const stored: string[] = []
  const mailed: string[] = []
  const database = memory()
  const { handle } = createAuth({
    secret: 'a secret that is long enough for every test here',
    baseUrl: 'https://app.test',
    adapter: { ...database, createVerificationToken: (row) => void stored.push(row.identifier) as never },
    logger: { error: () => {} },
    limits: false,
    providers: [
      {
        id: 'email',
        name: 'E-mail',
        type: 'email',
        sendVerificationRequest: ({ identifier, url }) =>
          void mailed.push(identifier, new URL(url).searchParams.get('email') ?? ''),
      },
    ],
  })
  await holdsFor(
    candidates,
    async (email) => {
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
      const response = await handle(
        new Request('https://app.test/auth/signin/email', {
          method: 'POST',
          headers,
          body: JSON.stringify({ email }),
        }),
      )
      const [[address, ...others], written] = [stored.splice(0), mailed.splice(0)]
      expect(others).toEqual([])
      expect(written).toEqual(address === undefined ? [] : [address, address])
      expect(address).toBe(normalizeEmail(email))
      expect(response.headers.get('location')).toContain(
        address === undefined ? '/auth/signin?error=EmailSignInError' : '/auth/verify-request',
      )
      return address === undefined ? 'refused' : 'mailed'
    },
    { sees: ['refused', 'mailed'] },
  )
})

// proves P-DS-2
it.each(['a', '@', '.', 'a.', 'a-', '-', '"', ' ', '\u0301', 'ﷺ'])(
  'an address of 64 KB of %j is none, and that is seen in a moment',
  (piece) => {
    for (const length of [255, 320, 65_536]) {
      const text = piece.repeat(length).slice(0, length)
      for (const input of [text, `${text}@example.com`, `a@${text}`, `a@${text}.`])
        expect(normalizeEmail(input)).toBeUndefined()
    }
  },
)
