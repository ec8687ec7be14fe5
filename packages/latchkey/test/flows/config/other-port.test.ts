import { passwordProvider, SECRET } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { createAuth } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

const OTHER = { host: 'localhost:3001' }
const API = { host: 'localhost:3000', origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' }

/** Opens the sign-in page, or sends its form twice. Returns the warnings. */
async function warningsAfter(
  url: string | undefined,
  headers: Record<string, string>,
  path = 'signin',
): Promise<unknown[][]> {
  vi.stubEnv('AUTH_URL', url)
  const warn = vi.fn()
  const logger = { warn, error: () => {}, debug: () => {} }
  const auth = createAuth({ secret: SECRET, providers: [passwordProvider], logger })
  const isForm = path.startsWith('callback')
  for (let count = 0; count < 2; count++) {
    await auth.handle(
      new Request(`http://${headers.host}/auth/${path}`, {
        headers,
        ...(isForm && {
          method: 'POST',
          body: new URLSearchParams({ email: 'ann@x.test', password: 'right' }),
        }),
      }),
    )
  }
  return warn.mock.calls
}

describe('a warning of another port', () => {
  it('is logged once when the development server has chosen a port other than that of AUTH_URL', async () => {
    expect(await warningsAfter('http://localhost:3000', OTHER)).toEqual([
      [
        'other-port',
        'The application is open at http://localhost:3001, but `AUTH_URL` has http://localhost:3000, ' +
          'where the sign-in continues. Set `AUTH_URL=http://localhost:3001`, followed by ' +
          "the endpoints' path if it has one now.",
      ],
    ])
  })

  it('is logged for a form without the sign-in page', async () => {
    const form = { ...OTHER, origin: 'http://localhost:3001', 'sec-fetch-site': 'same-origin' }
    expect(await warningsAfter('http://localhost:3000', form, 'callback/credentials')).toMatchObject([
      ['other-port', {}],
    ])
  })

  it('names the address of the page if a development server replaces the Host header', async () => {
    for (const url of ['http://localhost:3000', undefined]) {
      const advice = expect.stringContaining('Set `AUTH_URL=http://localhost:5173`')
      expect({ url, warnings: await warningsAfter(url, API) }).toEqual({
        url,
        warnings: [['other-port', advice]],
      })
    }
  })

  it.each([
    ['AUTH_URL has the port of the page', 'http://localhost:3001', OTHER],
    [
      'AUTH_URL has the address of the page, and a development server replaces the Host header',
      'http://localhost:5173',
      API,
    ],
    ['a public address is configured, as behind a tunnel', 'https://app.test', OTHER],
    ['the request came from the network', 'http://localhost:3000', { host: '192.168.1.5:3000' }],
    [
      'another application links to the sign-in page',
      'http://localhost:3000',
      { host: 'localhost:3000', referer: 'http://localhost:4000/', 'sec-fetch-site': 'same-site' },
    ],
  ])('is not logged if %s', async (_, url, headers) => {
    expect(await warningsAfter(url, headers as Record<string, string>)).toEqual([])
  })

  it('is not logged in production', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const calls = await warningsAfter('http://localhost:3000', OTHER)
    expect(calls.map(([code]) => code)).not.toContain('other-port')
  })
})
