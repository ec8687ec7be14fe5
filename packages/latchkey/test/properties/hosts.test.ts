import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareOrigin } from '../../src/http/fetch-metadata.ts'
import { isHostMalformed, publicBase } from '../../src/http/public-base.ts'
import { type AuthConfig, createAuth } from '../../src/index.ts'
import { almost, asHeader, hostileUrl, textOf } from './hostile.ts'
import { holdsFor } from './runs.ts'

const config = (more: Partial<AuthConfig>): AuthConfig => ({ secret: 'x'.repeat(32), providers: [], ...more })
const trusting = createAuth(config({ trustHost: true })).config
const listing = createAuth(config({ trustHost: true, trustedHosts: ['app.test', 'app.test:8443'] })).config
const pinned = createAuth(config({ baseUrl: 'https://app.test' })).config

const HOSTS = [
  'app.test',
  'app.test:8443',
  'APP.test',
  'localhost:3000',
  '[::1]',
  '[::1]:3000',
  '127.0.0.1',
  'sub.app.test',
  'app.test.',
  'xn--exmple-cua.test',
]
const host = fc
  .oneof(
    fc.constantFrom(...HOSTS),
    almost(
      fc.constantFrom(...HOSTS),
      textOf(
        [
          ':',
          '@',
          '/',
          '\\',
          '?',
          '#',
          ',',
          ' ',
          '.',
          '..',
          'evil.test',
          ':99999',
          ':443',
          '[',
          ']',
          '%',
          '0x7f',
          '-',
          '_',
          ';',
        ],
        2,
      ),
    ),
    textOf([
      'app',
      'evil',
      '.test',
      '.',
      ':',
      '80',
      '@',
      '/',
      '[',
      '::1',
      ']',
      ',',
      ' ',
      '1',
      '256',
      '-',
      'xn--a',
    ]),
    hostileUrl,
  )
  .map((text) => asHeader(text).trim())
const protocol = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(undefined, 'https', 'http') },
  {
    weight: 1,
    arbitrary: fc
      .oneof(
        fc.constantFrom('HTTPS', 'https,http', 'javascript', 'ftp', 'https:', '', 'https://evil.test/'),
        hostileUrl,
      )
      .map((text) => asHeader(text).trim()),
  },
)
const requests = fc.record({
  host: fc.option(host, { nil: undefined }),
  'x-forwarded-host': fc.option(host, { nil: undefined }),
  'x-forwarded-proto': protocol,
})

function headersOf(record: Record<string, string | undefined>): Headers {
  return new Headers(
    Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

// proves P-HO-1
it('a base is an origin of the web, of the host that was named and no other', async () => {
  await holdsFor(
    requests,
    async (record) => {
      const headers = headersOf(record)
      const named = record['x-forwarded-host'] ?? record.host ?? 'inside.test'
      const base = publicBase(trusting, headers, new URL('https://inside.test/auth/session'))
      if (base === undefined) {
        expect(isHostMalformed(trusting, headers)).toBe(true)
        return 'refused'
      }
      const url = new URL(base.origin)
      expect([url.origin, url.username, url.password, url.pathname]).toEqual([base.origin, '', '', '/'])
      expect(['https:', 'http:']).toContain(url.protocol)
      // One host, and nothing that a proxy, a cache or a browser would read in another way.
      expect(named).toMatch(/^[a-z0-9.:[\]-]+$/i)
      expect(new URL(`${url.protocol}//${named}`).origin).toBe(base.origin)
      return 'believed'
    },
    { sees: ['believed', 'refused'] },
  )
})

// proves P-HO-1
it('with a list only its hosts are believed, with an address nothing is', async () => {
  await holdsFor(
    requests,
    async (record) => {
      const headers = headersOf(record)
      expect(publicBase(pinned, headers, new URL('https://inside.test/auth'))?.origin).toBe(
        'https://app.test',
      )
      const base = publicBase(listing, headers, undefined)
      if (base === undefined) return 'refused'
      expect(['app.test', 'app.test:8443']).toContain(new URL(base.origin).host)
      return 'believed'
    },
    { sees: ['believed', 'refused'] },
  )
})

// proves P-HT-4, P-HO-1
it('a form is our own only when the browser says so, or nothing at all is said', async () => {
  const own = 'https://app.test'
  const site = fc.constantFrom(
    undefined,
    undefined,
    'same-origin',
    'none',
    'same-site',
    'cross-site',
    'SAME-ORIGIN',
    '',
    'same-origin, none',
  )
  const origin = fc.oneof(
    fc.constantFrom(undefined, own, 'null', '', `${own}/`, `${own}, ${own}`),
    almost(fc.constant(own)),
    hostileUrl,
  )
  const referer = fc.oneof(
    fc.constantFrom(undefined, `${own}/auth/signin`),
    almost(fc.constant(`${own}/auth/signin`)),
    hostileUrl,
  )
  await holdsFor(
    fc
      .record({ 'sec-fetch-site': site, origin, referer })
      .map((record) =>
        Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            name,
            value === undefined ? value : asHeader(value).trim(),
          ]),
        ),
      ),
    async (record) => {
      const verdict = compareOrigin(headersOf(record), own)
      const { 'sec-fetch-site': said, origin: from, referer: page } = record
      expect(verdict === 'unknown').toBe(said === undefined && from === undefined && page === undefined)
      if (verdict === 'same-origin')
        expect(
          said === 'same-origin' ||
            said === 'none' ||
            (said === undefined &&
              (from === own || (from === undefined && new URL(page ?? '').origin === own))),
        ).toBe(true)
      return verdict
    },
    { sees: ['same-origin', 'cross-origin'] },
  )
})

// proves P-HO-1, P-DS-2
it.each(['a', 'a.', '-', 'a-', '1.', ':', '[', '@'])(
  'a host of 64 KB of %j is refused in a moment',
  (piece) => {
    const name = piece.repeat(65_536 / piece.length)
    for (const host of [name, `[${name}]`, `${name}:443`, `a${name}@`])
      expect(publicBase(trusting, new Headers({ host }), undefined)).toBeUndefined()
  },
)
