import fc from 'fast-check'
import memory from 'latchkey/adapters/memory'
import { expect, it } from 'vitest'
import { createAuth } from '../../src/entry/index.ts'
import { normalizeEmail } from '../../src/security/email-address.ts'
import { hostileText, joinedText, withOneChange } from './hostile.ts'
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
  '@exämple.com',
  '@straße.de',
  'xn--',
  '。',
  '\u3164',
  '١',
  'א',
  '.com,evil.test',
]
const local = fc.stringMatching(/^[a-zA-Z0-9.!#$%&'*+/^_{|}~-]{1,64}$/)
const label = fc.stringMatching(/^[a-zA-Z0-9]([a-zA-Z0-9-]{0,10}[a-zA-Z0-9])?$/)
const valid = fc
  .tuple(local, fc.array(label, { minLength: 1, maxLength: 4 }))
  .map(([name, labels]) => `${name}@${labels.join('.')}`)
/** Addresses around the maximum length. */
const long = fc
  .tuple(fc.integer({ min: 60, max: 66 }), fc.integer({ min: 180, max: 260 }))
  .map(([name, domain]) => `${'a'.repeat(name)}@${'b'.repeat(domain)}`)
const candidates = fc.oneof(
  joinedText(PIECES),
  withOneChange(valid),
  withOneChange(valid, joinedText(PIECES, 2)),
  withOneChange(fc.emailAddress()),
  long,
  hostileText,
)

// proves P-ML-4
it('an e-mail address is rejected or unambiguous', async () => {
  await holdsFor(
    candidates,
    async (input) => {
      const address = normalizeEmail(input)
      if (address === undefined) return 'rejected'
      const [name = '', domain = '', ...others] = address.split('@')
      expect(others).toEqual([])
      expect(input.normalize('NFKC').split('@')).toHaveLength(2)
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(64)
      expect(domain.length).toBeGreaterThan(0)
      expect(address.length).toBeLessThanOrEqual(254)
      expect(address).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}"`,;<>()[\]:\\]|=\?/u)
      expect(domain).toMatch(/^[a-z\d]([a-z\d.-]*[a-z\d])?$/)
      expect(domain).not.toContain('..')
      return 'accepted'
    },
    { outcomes: ['accepted', 'rejected'] },
  )
})

// proves P-ML-4
it('a normalized e-mail address does not change when it is normalized or encoded again', async () => {
  await holdsFor(
    candidates,
    async (input) => {
      const address = normalizeEmail(input)
      if (address === undefined) return 'rejected'
      expect(normalizeEmail(address)).toBe(address)
      expect(address).toBe(address.normalize('NFKC').toLowerCase())
      expect(new URLSearchParams(new URLSearchParams({ address }).toString()).get('address')).toBe(address)
      expect(new TextDecoder().decode(new TextEncoder().encode(address))).toBe(address)
      expect(normalizeEmail(`  ${input.toUpperCase().toLowerCase()}\n`)).toBe(
        normalizeEmail(input.toUpperCase().toLowerCase()),
      )
      return 'accepted'
    },
    { outcomes: ['accepted', 'rejected'] },
  )
})

// proves P-ML-4
it('a valid e-mail address is accepted and only converted to lower case', async () => {
  await holdsFor(valid, async (address) => {
    expect(normalizeEmail(address)).toBe(address.includes('=?') ? undefined : address.toLowerCase())
    return 'accepted'
  })
})

// proves P-ML-4
it('an e-mail address that is not a string is rejected', async () => {
  await holdsFor(
    fc.anything().filter((value) => typeof value !== 'string'),
    async (input) => {
      expect(normalizeEmail(input)).toBeUndefined()
      return 'rejected'
    },
  )
})

// proves P-ML-4
it('an e-mail is sent only to the address that was stored', async () => {
  const stored: string[] = []
  const sent: string[] = []
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
          void sent.push(identifier, new URL(url).searchParams.get('email') ?? ''),
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
      const [[address, ...others], recipients] = [stored.splice(0), sent.splice(0)]
      expect(others).toEqual([])
      expect(recipients).toEqual(address === undefined ? [] : [address, address])
      expect(address).toBe(normalizeEmail(email))
      expect(response.headers.get('location')).toContain(
        address === undefined ? '/auth/signin?error=EmailSignInError' : '/auth/verify-request',
      )
      return address === undefined ? 'rejected' : 'sent'
    },
    { outcomes: ['rejected', 'sent'] },
  )
})

// proves P-DS-2
it.each(['a', '@', '.', 'a.', 'a-', '-', '"', ' ', '\u0301', 'ﷺ'])(
  'an e-mail address of up to 64 KB of %j is rejected quickly',
  (piece) => {
    for (const length of [255, 320, 65_536]) {
      const text = piece.repeat(length).slice(0, length)
      for (const input of [text, `${text}@example.com`, `a@${text}`, `a@${text}.`])
        expect(normalizeEmail(input)).toBeUndefined()
    }
  },
)
