import { createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { messagesToOtherTabs, openPage, openSignedInPage } from '@latchkey/test-support/kit/page.ts'
import { signedIn } from '@latchkey/test-support/kit/session.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('getSession', () => {
  // proves §17.2, §3 GET /session
  it('returns the session with one GET request', async () => {
    const { client, requests } = await openSignedInPage()
    expect(await client.getSession()).toEqual({
      user: { name: 'Ann', email: 'ann@example.com' },
      expires: expect.any(String),
    })
    expect(requests).toEqual(['GET /auth/session'])
  })

  // proves §17.2
  it('sends the content type by which servers recognize the client', async () => {
    const page = openPage(createApp())
    expect(await page.client.getSession()).toBeNull()
    expect(page.last.headers.get('content-type')).toBe('application/json')
  })

  // proves §17.2
  it.each([
    [
      'an error status',
      () => Response.json({ message: 'no' }, { status: 500 }),
      '/auth/session returned 500.',
    ],
    ['an HTML page', () => new Response('<html>'), '/auth/session returned 200 without JSON.'],
    ['a network error', () => Promise.reject(new TypeError('fetch failed')), 'fetch failed'],
  ])('returns null and reports why when the response is %s', async (_, respond, message) => {
    const page = await openSignedInPage()
    page.respond = respond
    expect(await page.client.getSession()).toBeNull()
    expect(page.errors).toEqual([expect.objectContaining({ message })])
  })

  // proves §17.2, WEB-1
  it('stops waiting for a server after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const page = openPage(createApp())
    page.respond = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const session = page.client.getSession()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(page.errors).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    expect(await session).toBeNull()
    expect(page.errors).toEqual([
      expect.objectContaining({
        name: 'TimeoutError',
        message: '/auth/session did not respond within 30 seconds.',
      }),
    ])
  })

  // proves §17.2, §17.3
  it('notifies other tabs unless `broadcast` is false', async () => {
    const { client } = await openSignedInPage()
    expect(await messagesToOtherTabs(() => client.getSession())).toEqual([
      { event: 'session', data: { trigger: 'getSession', digest: expect.any(Number) } },
    ])
    expect(await messagesToOtherTabs(() => client.getSession({ broadcast: false }))).toEqual([])
  })

  // proves §17.1, §17.2
  it('sends the given cookies to an absolute URL and notifies no tab when it runs on a server', async () => {
    const app = createApp()
    const browser = await signedIn(app)
    const page = openPage(app, { baseUrl: ORIGIN })
    vi.unstubAllGlobals()
    const cookie = browser.cookiesFor(ORIGIN)
    const messages = await messagesToOtherTabs(async () => {
      expect(await page.client.getSession({ headers: { cookie } })).toMatchObject({ user: { name: 'Ann' } })
    })
    expect(messages).toEqual([])
    expect(page.client.url('session')).toBe(`${ORIGIN}/auth/session`)
  })

  // proves §17.2
  it('does not store the session of another user, read with its cookies', async () => {
    const app = createApp()
    const page = openPage(app)
    const stop = page.client.session.subscribe(() => undefined)
    await vi.waitFor(() => expect(page.client.session.get().status).toBe('unauthenticated'))
    const cookie = (await signedIn(app)).cookiesFor(ORIGIN)
    expect(await page.client.getSession({ headers: { cookie } })).toMatchObject({ user: { name: 'Ann' } })
    expect(page.client.session.get().data).toBeNull()
    stop()
  })
})

describe('getProviders', () => {
  // proves §17.2, §3 GET /providers
  it('returns the providers that the server lists', async () => {
    expect(await openPage(createApp()).client.getProviders()).toEqual({
      credentials: {
        id: 'credentials',
        name: 'Credentials',
        type: 'credentials',
        signinUrl: `${ORIGIN}/auth/signin/credentials`,
        callbackUrl: `${ORIGIN}/auth/callback/credentials`,
      },
    })
  })

  // proves §17.2
  it('returns null when the server fails', async () => {
    const page = openPage(createApp())
    page.respond = () => Response.json({}, { status: 503 })
    expect(await page.client.getProviders()).toBeNull()
  })
})

describe('configure', () => {
  // proves §17.3
  it('changes the base path of later requests', async () => {
    const app = createApp({ basePath: '/api/auth' })
    const page = openPage(app)
    page.client.configure({ basePath: '/api/auth' })
    expect(await page.client.getSession()).toBeNull()
    expect(page.errors).toEqual([])
    expect(page.requests).toEqual(['GET /api/auth/session'])
  })
})
