import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AuthConfig, createAuth } from '../../src/entry/index.ts'
import { compareOrigin } from '../../src/http/fetch-metadata.ts'
import { publicBase } from '../../src/http/public-base.ts'
import { malformedHeader } from '../../src/request/refused-request.ts'
import { asHeader, hostileUrl, joinedText, withOneChange } from './hostile.ts'
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
  'my_app:3000',
  'sub.app.test',
  'app.test.',
  'xn--exmple-cua.test',
]
const host = fc
  .oneof(
    fc.constantFrom(...HOSTS),
    withOneChange(
      fc.constantFrom(...HOSTS),
      joinedText(
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
    joinedText([
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

function toHeaders(record: Record<string, string | undefined>): Headers {
  return new Headers(
    Object.entries(record).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

// proves P-HO-1
it('the public origin is http or https on exactly the host of the headers, or rejected', async () => {
  await holdsFor(
    requests,
    async (record) => {
      const headers = toHeaders(record)
      const named = record['x-forwarded-host'] ?? record.host ?? 'inside.test'
      const base = publicBase(trusting, headers, new URL('https://inside.test/auth/session'))
      if (base === undefined) {
        expect(malformedHeader(trusting, headers)).toBeDefined()
        return 'rejected'
      }
      const url = new URL(base.origin)
      expect({
        origin: url.origin,
        username: url.username,
        password: url.password,
        pathname: url.pathname,
      }).toEqual({ origin: base.origin, username: '', password: '', pathname: '/' })
      expect(['https:', 'http:']).toContain(url.protocol)
      // One host, which a proxy, a cache and a browser all read in the same way.
      expect(named).toMatch(/^[a-z0-9_.:[\]-]+$/i)
      expect(new URL(`${url.protocol}//${named}`).origin).toBe(base.origin)
      return 'trusted'
    },
    { outcomes: ['trusted', 'rejected'] },
  )
})

// proves P-HO-1
it('only hosts in `trustedHosts` are trusted, and with `baseUrl` no header is', async () => {
  await holdsFor(
    requests,
    async (record) => {
      const headers = toHeaders(record)
      expect(publicBase(pinned, headers, new URL('https://inside.test/auth'))?.origin).toBe(
        'https://app.test',
      )
      const base = publicBase(listing, headers, undefined)
      if (base === undefined) return 'rejected'
      expect(['app.test', 'app.test:8443']).toContain(new URL(base.origin).host)
      return 'trusted'
    },
    { outcomes: ['trusted', 'rejected'] },
  )
})

// proves P-HT-4, P-HO-1
it('a form is same-origin only if a header says so, and unknown only if there is no header', async () => {
  const appOrigin = 'https://app.test'
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
    fc.constantFrom(undefined, appOrigin, 'null', '', `${appOrigin}/`, `${appOrigin}, ${appOrigin}`),
    withOneChange(fc.constant(appOrigin)),
    hostileUrl,
  )
  const referer = fc.oneof(
    fc.constantFrom(undefined, `${appOrigin}/auth/signin`),
    withOneChange(fc.constant(`${appOrigin}/auth/signin`)),
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
      const result = compareOrigin(toHeaders(record), appOrigin)
      const { 'sec-fetch-site': fetchSite, origin: sender, referer: page } = record
      expect(result === 'unknown').toBe(fetchSite === undefined && sender === undefined && page === undefined)
      if (result === 'same-origin')
        expect(
          fetchSite === 'same-origin' ||
            fetchSite === 'none' ||
            (fetchSite === undefined &&
              (sender === appOrigin || (sender === undefined && new URL(page ?? '').origin === appOrigin))),
        ).toBe(true)
      return result
    },
    { outcomes: ['same-origin', 'cross-origin'] },
  )
})

// proves P-HO-1, P-DS-2
it.each(['a', 'a.', '-', 'a-', '1.', ':', '[', '@'])('a host of 64 KB of %j is rejected quickly', (piece) => {
  const name = piece.repeat(65_536 / piece.length)
  for (const host of [name, `[${name}]`, `${name}:443`, `a${name}@`])
    expect(publicBase(trusting, new Headers({ host }), undefined)).toBeUndefined()
})
