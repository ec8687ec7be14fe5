import { BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a custom error page', () => {
  // proves §14 ErrorPageLoop, §2.4
  it.each([
    {
      when: 'it redirects to sign-in with its own path as callback URL',
      page: '/oops',
      path: 'signin?callbackUrl=%2Foops',
    },
    {
      when: 'it redirects to sign-in with its full URL as callback URL',
      page: '/oops',
      path: `signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/oops?error=Configuration`)}`,
    },
    { when: 'it is an endpoint of Latchkey', page: '/auth/signin', path: 'signin' },
    {
      when: 'the built-in error page would redirect to an endpoint of Latchkey',
      page: '/auth/signout',
      path: 'error?error=Configuration',
    },
  ])('is replaced by the built-in page when $when', async ({ page, path }) => {
    const app = createApp({ secret: '', pages: { error: page } })
    vi.stubEnv('NODE_ENV', 'production')
    const response = await new Browser(app).get(`${BASE}/${path}`)
    expect({
      status: response.status,
      location: response.headers.get('location'),
      errors: app.errors,
    }).toEqual({ status: 500, location: null, errors: ['MissingSecret', 'ErrorPageLoop'] })
    expect(await response.text()).toContain('Something went wrong')
  })

  // proves §2.4, CFG-26
  it('shows an invalid configuration, with the reference of the log entry', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const app = createApp({ secret: '', pages: { error: '/oops?a=b' } })
    const response = await new Browser(app).get(`${BASE}/signin?callbackUrl=/account`)
    const [details] = app.log.filter(({ level }) => level === 'error').map((entry) => entry.details[0])
    const { reference } = details as { reference: string }
    expect(response.headers.get('location')).toBe(
      `${ORIGIN}/oops?a=b&error=Configuration&reference=${reference}`,
    )
    expect(app.errors).toEqual(['MissingSecret'])
  })
})

describe('a custom page with the path of its own endpoint', () => {
  it.each([
    ['signIn', 'signin'],
    ['signOut', 'signout/'],
    ['error', 'error'],
    ['verifyRequest', 'verify-request'],
  ])('shows the built-in page instead of a redirect loop: %s', async (name, action) => {
    const app = createApp({ pages: { [name]: `/auth/${action}` } })
    const response = await new Browser(app).get(`${BASE}/${action}`)
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    })
  })
})
