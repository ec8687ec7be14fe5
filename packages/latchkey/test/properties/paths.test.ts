import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createAuth } from '../../src/entry/index.ts'
import { readRequest } from '../../src/request/read-request.ts'
import { joinedText, withOneChange } from './hostile.ts'
import { holdsFor } from './runs.ts'

const ACTIONS = ['session', 'csrf', 'providers', 'signin', 'callback', 'signout', 'verify-request', 'error']
const WITH_PROVIDER = ['signin', 'callback', 'signout']
const bases = fc.constantFrom('/auth', '/api/auth', '/a.b/c+d')
const auths = Object.fromEntries(
  ['/auth', '/api/auth', '/a.b/c+d'].map((basePath) => [
    basePath,
    createAuth({
      basePath,
      secret: 'x'.repeat(32),
      baseUrl: 'https://app.test',
      providers: [],
      logger: { error: () => {} },
    }),
  ]),
)

const segment = fc.constantFrom(
  ...ACTIONS,
  'github',
  'github',
  'undefined',
  'signinn',
  'SIGNIN',
  'auth',
  'api',
  '.',
  '..',
  '%2e%2e',
  '%73ignin',
  '',
)
const slashes = fc.constantFrom('/', '/', '/', '//', '///')
const grammatical = fc
  .tuple(
    slashes,
    fc.constantFrom(...ACTIONS),
    fc.option(fc.tuple(slashes, fc.constantFrom('github', 'undefined', 'a-B_9'))),
    fc.constantFrom('', '/', '//'),
  )
  .map(([first, action, provider, end]) => `${first}${action}${provider ? provider.join('') : ''}${end}`)
const tail = fc.oneof(
  grammatical,
  withOneChange(
    grammatical,
    joinedText(['/', '\\', '%2f', '%5c', '%00', ';', '?', '#', '.', '..', '@', '//', '/auth', ':'], 2),
  ),
  fc.array(fc.tuple(slashes, segment), { maxLength: 4 }).map((all) => all.flat().join('')),
)
const elsewhere = fc.oneof(
  bases,
  fc.constantFrom('', '/', '//auth', '/auuth', '/Auth', '/aXb/c+d', '/auth/auth'),
)
const targets = fc
  .tuple(bases, fc.option(elsewhere, { freq: 2 }), tail)
  .map(([basePath, other, rest]) => [basePath, other ?? basePath, rest] as const)

/**
 * A second implementation of the path grammar: base path, action, and a provider for the three
 * actions that have one. Empty segments are ignored.
 */
function expectedEndpoint(
  pathname: string,
  basePath: string,
): { action: string; providerId: string | undefined } | undefined {
  const rest = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : undefined
  const [, action = '', provider] = rest?.match(/^\/+([^/]+)(?:\/+([^/]+))?\/*$/) ?? []
  if (!ACTIONS.includes(action)) return undefined
  const id = provider === 'undefined' ? undefined : provider
  return id === undefined || WITH_PROVIDER.includes(action) ? { action, providerId: id } : undefined
}

// proves P-HT-2, §2.2
it('a path reaches an endpoint only if it follows the grammar, and otherwise returns 404', async () => {
  await holdsFor(
    fc.tuple(targets, fc.constantFrom('GET', 'POST', 'HEAD')),
    async ([[basePath, start, rest], method]) => {
      const url = `https://app.test${start}${rest}`
      if (!URL.canParse(url) || new URL(url).username !== '') return 'no URL'
      const { handle, config } = auths[basePath]!
      const request = new Request(url, {
        method,
        headers: { accept: 'text/html', 'sec-fetch-site': 'same-origin' },
      })
      const expected = expectedEndpoint(new URL(url).pathname, basePath)
      const { status } = await handle(request)
      const { action, providerId } = readRequest(config, request)
      if (expected === undefined) {
        // Every failed POST to the session endpoint returns 400, as existing clients expect.
        expect(status).toBe(action === 'session' && method === 'POST' ? 400 : 404)
        return 'no endpoint'
      }
      expect({ action, providerId }).toEqual(expected)
      expect(status).not.toBe(404)
      expect(status).toBeLessThan(500)
      return 'endpoint'
    },
    { outcomes: ['endpoint', 'no endpoint'] },
  )
})

// proves P-DS-2
it.each(['/', '/a', '%2f', '..', '/..', '//signin'])(
  'a path of 64 KB of %j returns 404 quickly',
  async (piece) => {
    const url = `https://app.test/auth/x${piece.repeat(65_536 / piece.length)}/x`
    expect((await auths['/auth']!.handle(new Request(url))).status).toBe(404)
  },
)
