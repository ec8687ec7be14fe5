import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Context } from '../../src/contract/context.ts'
import { acceptCallbackUrl, ownTarget } from '../../src/security/callback-url.ts'
import { almost, hostileText, hostileUrl } from './hostile.ts'
import { holdsFor } from './runs.ts'

const origins = fc.constantFrom(
  'https://app.test',
  'https://app.test:8443',
  'http://localhost:3000',
  'http://[::1]:3000',
)
const word = fc.stringMatching(/^[a-z0-9._~!$&'()*+,;=:@-]{0,8}$/)
const paths = fc.record({
  path: fc.array(word, { maxLength: 4 }),
  query: fc.array(fc.tuple(word, word), { maxLength: 3 }),
  part: word,
})

/** A path as an application has it, in the form in which URLs are written. */
const ownPath = paths.map(({ path, query, part }) => {
  const url = new URL(`https://app.test/${path.join('/').replace(/^\/+/, '')}`)
  url.search = new URLSearchParams(query).toString()
  url.hash = part
  return url.href.slice('https://app.test'.length)
})

function context(origin: string, redirect?: () => string): Context {
  // Only these parts of a context decide about a target.
  return { base: { origin, home: origin }, auth: { callbacks: { redirect } } } as unknown as Context
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const DECEPTIVE = /[\u0000-\u0020\u007f\\]/

/** What any target must be that leaves the library. */
function expectSound(target: string): URL {
  expect(target).toMatch(/^https?:\/\/[!-[\]-~]+$/)
  const url = new URL(target)
  expect([url.username, url.password]).toEqual(['', ''])
  expect(target === url.href || target === url.origin).toBe(true)
  expect(target.length).toBeLessThanOrEqual(2048)
  expect(new Headers({ location: target }).get('location')).toBe(target)
  return url
}

// proves P-RD-1, P-RD-4, §4.3
it('a target stays at home, whatever was asked for', async () => {
  const candidates = fc.oneof(
    hostileUrl,
    almost(ownPath),
    almost(ownPath, hostileUrl),
    fc.tuple(origins, ownPath).map(([origin, path]) => origin + path),
    almost(
      fc.tuple(origins, ownPath).map(([origin, path]) => origin + path),
      hostileText,
    ),
  )
  await holdsFor(
    fc.tuple(origins, candidates),
    async ([origin, candidate]) => {
      const target = await acceptCallbackUrl(context(origin), candidate)
      expect(expectSound(target).origin).toBe(origin)
      for (const page of [origin, `${origin}/a/b`, 'https://evil.test'])
        expect(new URL(target, page).origin).toBe(origin)
      if (target === origin) return 'refused'
      // What was accepted means the same to a browser that is given it as it came, and to any other reader.
      expect(candidate).not.toMatch(DECEPTIVE)
      expect(new URL(candidate, `${origin}/`).href).toBe(target)
      return 'accepted'
    },
    { sees: ['accepted', 'refused'] },
  )
})

// proves P-RD-1
it('a target of our own is kept as it is', async () => {
  await holdsFor(fc.tuple(origins, ownPath, fc.boolean()), async ([origin, path, isWhole]) => {
    expect(await acceptCallbackUrl(context(origin), isWhole ? origin + path : path)).toBe(
      path.startsWith('//') && !isWhole ? origin : origin + path,
    )
    return 'kept'
  })
})

// proves P-RD-4
it('what is no text leads to the start page', async () => {
  await holdsFor(
    fc.anything().filter((value) => typeof value !== 'string'),
    async (candidate) => {
      expect(await acceptCallbackUrl(context('https://app.test'), candidate)).toBe('https://app.test')
      return 'refused'
    },
  )
})

// proves P-RD-2
it('a callback can lead elsewhere, but only on the web, and never out of a header', async () => {
  const answers = fc.oneof(
    hostileUrl,
    almost(fc.webUrl({ withQueryParameters: true, withFragments: true })),
    fc.anything(),
  )
  await holdsFor(
    fc.tuple(origins, answers),
    async ([origin, answer]) => {
      const target = await acceptCallbackUrl(
        context(origin, () => answer as string),
        '/asked',
      )
      expectSound(target)
      expect(ownTarget(answer, context(origin).base)).toBe(target)
      if (target !== origin) expect(answer).not.toMatch(DECEPTIVE)
      return new URL(target).origin === origin ? 'own' : 'foreign'
    },
    { sees: ['own', 'foreign'] },
  )
})

// proves P-RD-1, P-DS-2
it.each([
  '/'.repeat(65_536),
  'a'.repeat(65_536),
  '\\'.repeat(65_536),
  `/${'%'.repeat(65_536)}`,
  `https://${'@'.repeat(65_536)}`,
  `/${'é'.repeat(2000)}`,
])('a target of enormous length is none (%#)', async (candidate) => {
  expect(await acceptCallbackUrl(context('https://app.test'), candidate)).toBe('https://app.test')
})
