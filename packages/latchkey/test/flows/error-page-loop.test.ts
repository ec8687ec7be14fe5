import { afterEach, describe, expect, it, vi } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the page for errors', () => {
  // proves §14 ErrorPageLoop, §2.4
  it.each([
    ['opened for a session by the page for errors', '/oops', 'signin?callbackUrl=%2Foops'],
    [
      'opened by it with its whole address',
      '/oops',
      `signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/oops?error=Configuration`)}`,
    ],
    ['sent to one of our own doors', '/auth/signin', 'signin'],
    ['sent to our own page for errors', '/auth/signout', 'error?error=Configuration'],
  ])('ErrorPageLoop: a page that is %s shows our own page instead', async (_, page, path) => {
    const app = createApp({ secret: '', pages: { error: page } })
    vi.stubEnv('NODE_ENV', 'production')
    const response = await new Browser(app).get(`${BASE}/${path}`)
    expect([response.status, response.headers.get('location'), app.errors]).toEqual([
      500,
      null,
      ['MissingSecret', 'ErrorPageLoop'],
    ])
    expect(await response.text()).toContain('Something went wrong')
  })

  // proves §2.4, CFG-26
  it('no loop: a broken configuration is shown on the page of the application', async () => {
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

  it.each([
    ['signIn', 'signin', 200],
    ['signOut', 'signout/', 200],
    ['error', 'error', 200],
    ['verifyRequest', 'verify-request', 200],
  ])('a page that names our own door for %s is ours, and no circle', async (name, action, status) => {
    const app = createApp({ pages: { [name]: `/auth/${action}` } })
    const response = await new Browser(app).get(`${BASE}/${action}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
  })
})
