import { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { openRaw, pathsWith, spellings } from '@latchkey/test-support/kit/spellings.ts'
import { encode } from 'latchkey/jwt'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

// The other variants of the page run in new applications: see tests/e2e/quickstart.

const SECRET = 'a secret that is long enough for every test here'
const COOKIE = 'latchkey.session-token'

/** The files of the page "Protect a page". */
let page: PageFiles
let server: Server
let origin: string
let cookie: string

beforeAll(async () => {
  vi.stubEnv('PORT', '0')
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_GITHUB_ID', 'app')
  vi.stubEnv('AUTH_GITHUB_SECRET', 'the secret of the application')
  page = await writePageFiles('guides/protect-a-page')
  const listen = vi.spyOn(Server.prototype, 'listen')
  await page.import('Your own server/server.ts')
  server = listen.mock.contexts[0] as Server
  if (!server.listening) await new Promise((listening) => server.once('listening', listening))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const token = { sub: 'ada', name: 'Ada', email: 'ada@example.com' }
  cookie = `${COOKIE}=${await encode({ token, secret: SECRET, salt: COOKIE })}`
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  vi.unstubAllEnvs()
  await page.remove()
})

const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(origin.replace('localhost', '127.0.0.1') + path, { method, headers, redirect: 'manual' })

describe('the files of "Protect a page" for Express', () => {
  // proves AUTHN-12
  it('redirect visitors to the sign-in page and back', async () => {
    const { status, headers } = await send('/orders?tab=1')
    const location = new URL(headers.get('location') ?? '', origin)
    expect({ status, path: location.pathname }).toEqual({ status: 302, path: '/auth/signin' })
    expect(new URL(location.searchParams.get('callbackUrl') ?? '', origin)).toMatchObject({
      pathname: '/orders',
      search: '?tab=1',
    })
  })

  // proves AUTHN-12
  it('respond to API requests of visitors with 401', async () => {
    const response = await send('/api/orders')
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 401,
      body: { error: 'Sign in first.' },
    })
  })

  it('show the page and the data to signed-in users, uncached', async () => {
    const orders = await send('/orders', { cookie })
    expect(await orders.text()).toBe('Orders of ada@example.com')
    expect(orders.headers.get('cache-control')).toBe('private, no-store')
    const api = await send('/api/orders', { cookie })
    expect(await api.json()).toEqual({ orders: ['tea'], email: 'ada@example.com' })
    expect(api.headers.get('cache-control')).toBe('private, no-store')
  })

  // proves AUTHN-14
  it('stay closed to signed-out visitors in any spelling', async () => {
    for (const path of ['/orders', '/api/orders']) {
      const responses = await openRaw(
        origin.replace('localhost', '127.0.0.1'),
        spellings(path, '/auth/signin'),
      )
      for (const content of ['Orders of', 'tea']) expect(pathsWith(content, responses)).toEqual([])
    }
  })

  it('reject forms from other sites and from visitors', async () => {
    const cancel = (headers: Record<string, string>) => send('/orders/cancel', headers, 'POST')
    const own = { 'sec-fetch-site': 'same-origin' }
    expect((await cancel({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await cancel({ cookie })).status).toBe(403)
    expect((await cancel(own)).headers.get('location')).toContain('/auth/signin')
    expect((await cancel({ cookie, ...own })).headers.get('location')).toBe('/orders?cancelled')
  })
})
