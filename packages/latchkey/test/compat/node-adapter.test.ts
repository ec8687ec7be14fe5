import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createAuth } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { afterAll, beforeAll, expect, it } from 'vitest'

// This adapter puts a `Response` of its own in the place of the platform's, which keeps the very headers that it is made with.

const auth = createAuth({
  secret: 'x'.repeat(32),
  trustHost: true,
  limits: false,
  // Every reading writes the session anew.
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

it('what is written into one response of an adapter stands in no other', async () => {
  const headers = { origin, 'sec-fetch-site': 'same-origin' }
  const signedIn = await fetch(`${origin}/auth/callback/credentials`, {
    method: 'POST',
    headers,
    redirect: 'manual',
  })
  const [cookie = ''] = signedIn.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  const hers = await fetch(`${origin}/auth/session`, { headers: { cookie } })
  expect(await hers.json()).toMatchObject({ user: { name: 'Ann' } })
  expect(hers.headers.getSetCookie()).toHaveLength(1)
  const strangers = await fetch(`${origin}/auth/session`)
  expect([await strangers.json(), strangers.headers.getSetCookie()]).toEqual([null, []])
  expect(strangers.headers.get('cache-control')).toBe('private, no-cache, no-store')
})
