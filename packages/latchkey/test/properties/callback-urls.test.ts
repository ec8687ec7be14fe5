import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Context } from '../../src/contract/context.ts'
import { acceptCallbackUrl, safeUrlOrHome } from '../../src/security/callback-url.ts'
import { hostileText, hostileUrl, withOneChange } from './hostile.ts'
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

/** A path of an application in the normalized form of URLs. */
const appPath = paths.map(({ path, query, part }) => {
  const url = new URL(`https://app.test/${path.join('/').replace(/^\/+/, '')}`)
  url.search = new URLSearchParams(query).toString()
  url.hash = part
  return url.href.slice('https://app.test'.length)
})

function context(origin: string, redirect?: () => string): Context {
  // `acceptCallbackUrl` reads only these parts of a context.
  return { base: { origin, home: origin }, auth: { callbacks: { redirect } } } as unknown as Context
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters.
const DECEPTIVE = /[\u0000-\u0020\u007f\\]/

/** Asserts what every callback URL must be that the library returns. */
function expectSafe(target: string): URL {
  expect(target).toMatch(/^https?:\/\/[!-[\]-~]+$/)
  const url = new URL(target)
  expect({ username: url.username, password: url.password }).toEqual({ username: '', password: '' })
  expect(target === url.href || target === url.origin).toBe(true)
  expect(target.length).toBeLessThanOrEqual(2048)
  expect(new Headers({ location: target }).get('location')).toBe(target)
  return url
}

// proves P-RD-1, P-RD-4, §4.3
it('a callback URL is always on the origin of the application', async () => {
  const candidates = fc.oneof(
    hostileUrl,
    withOneChange(appPath),
    withOneChange(appPath, hostileUrl),
    fc.tuple(origins, appPath).map(([origin, path]) => origin + path),
    withOneChange(
      fc.tuple(origins, appPath).map(([origin, path]) => origin + path),
      hostileText,
    ),
  )
  await holdsFor(
    fc.tuple(origins, candidates),
    async ([origin, candidate]) => {
      const target = await acceptCallbackUrl(context(origin), candidate)
      expect(expectSafe(target).origin).toBe(origin)
      for (const page of [origin, `${origin}/a/b`, 'https://evil.test'])
        expect(new URL(target, page).origin).toBe(origin)
      if (target === origin) return 'rejected'
      // A browser that receives the accepted text unchanged, and any other parser, read the same
      // URL.
      expect(candidate).not.toMatch(DECEPTIVE)
      expect(new URL(candidate, `${origin}/`).href).toBe(target)
      return 'accepted'
    },
    { outcomes: ['accepted', 'rejected'] },
  )
})

// proves P-RD-1
it('a callback URL on the origin of the application is kept unchanged', async () => {
  await holdsFor(fc.tuple(origins, appPath, fc.boolean()), async ([origin, path, isWhole]) => {
    expect(await acceptCallbackUrl(context(origin), isWhole ? origin + path : path)).toBe(
      path.startsWith('//') && !isWhole ? origin : origin + path,
    )
    return 'kept'
  })
})

// proves P-RD-4
it('a callback URL that is not a string is replaced by the home page', async () => {
  await holdsFor(
    fc.anything().filter((value) => typeof value !== 'string'),
    async (candidate) => {
      expect(await acceptCallbackUrl(context('https://app.test'), candidate)).toBe('https://app.test')
      return 'rejected'
    },
  )
})

// proves P-RD-2
it('the redirect callback can return any origin, but only http(s) URLs safe in a header', async () => {
  const results = fc.oneof(
    hostileUrl,
    withOneChange(fc.webUrl({ withQueryParameters: true, withFragments: true })),
    fc.anything(),
  )
  await holdsFor(
    fc.tuple(origins, results),
    async ([origin, result]) => {
      const target = await acceptCallbackUrl(
        context(origin, () => result as string),
        '/requested',
      )
      expectSafe(target)
      expect(safeUrlOrHome(result, context(origin).base)).toBe(target)
      if (target !== origin) expect(result).not.toMatch(DECEPTIVE)
      return new URL(target).origin === origin ? 'same origin' : 'other origin'
    },
    { outcomes: ['same origin', 'other origin'] },
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
])('a very long callback URL is replaced by the home page (%#)', async (candidate) => {
  expect(await acceptCallbackUrl(context('https://app.test'), candidate)).toBe('https://app.test')
})
