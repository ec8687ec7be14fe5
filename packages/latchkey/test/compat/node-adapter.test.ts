import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createAuth } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { afterAll, beforeAll, expect, it } from 'vitest'

// This adapter replaces the platform's `Response` with its own, which keeps the headers object that
// it is created with.

const auth = createAuth({
  secret: 'x'.repeat(32),
  trustHost: true,
  limits: false,
  // Renews the session at each read.
  session: { updateAge: 0 },
  providers: [Credentials({ authorize: () => ({ id: 'ann', name: 'Ann' }) })],
})
const server = createAdaptorServer({ fetch: auth.handle })
let origin: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

it('each response has its own headers object', async () => {
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  const signedIn = await fetch(`${origin}/auth/callback/credentials`, {
    method: 'POST',
    headers,
    redirect: 'manual',
  })
  const [cookie = ''] = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  const signedInResponse = await fetch(`${origin}/auth/session`, { headers: { cookie } })
  expect(await signedInResponse.json()).toMatchObject({ user: { name: 'Ann' } })
  expect(signedInResponse.headers.getSetCookie()).toHaveLength(1)
  const anonymousResponse = await fetch(`${origin}/auth/session`)
  expect({
    session: await anonymousResponse.json(),
    cookies: anonymousResponse.headers.getSetCookie(),
  }).toEqual({ session: null, cookies: [] })
  expect(anonymousResponse.headers.get('cache-control')).toBe('private, no-cache, no-store')
})
