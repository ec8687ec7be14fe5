import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { hashPassword, verifyPassword } from 'latchkey/password'
import Credentials from 'latchkey/providers/credentials'
import { ANN, PASSWORD } from '../subjects/fixtures.ts'
import { latchkeyWithCookies } from '../subjects/latchkey.ts'

// A `node:http` server whose users sign in with a password that is hashed with scrypt. Sends its URL and
// a session cookie to the parent process, and the highest resident memory after each message.

const passwordHash = await hashPassword(PASSWORD)
const hashed = Credentials({
  id: 'hashed',
  credentials: { email: {}, password: {} },
  authorize: async ({ email, password }) =>
    (await verifyPassword(password, passwordHash))
      ? { ...ANN, id: String(email), email: String(email) }
      : null,
})
const { auth, cookie } = await latchkeyWithCookies({ limits: {} }, ANN, [hashed])
const server = createAdaptorServer({ fetch: auth.handle })
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cookie })
})
process.on('message', () => process.send?.(process.resourceUsage().maxRSS / 1000))
process.on('disconnect', () => process.exit())
