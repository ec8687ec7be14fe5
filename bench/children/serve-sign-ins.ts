import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { hashPassword, verifyPassword } from 'latchkey/password'
import Credentials from 'latchkey/providers/credentials'
import Password from 'latchkey/providers/password'
import { ANN, cookieHeader, ORIGIN, PASSWORD, SECRET } from '../subjects/fixtures.ts'

// A `node:http` server whose users sign in with hashed passwords: with `Password`, which uses Argon2id, or
// with `verifyPassword`, which uses scrypt. Argument: the provider's id. Sends its URL and a session cookie
// to the parent process, and the highest resident memory after each message.

const adapter = memory()
const hash = await hashPassword(PASSWORD)

/** Stores a user, whose password the first sign-in hashes again. */
async function addUser(email: string): Promise<void> {
  const { id } = await adapter.createUser({ id: email, email, emailVerified: new Date() })
  await adapter.setPassword({ userId: id, hash, changedAt: new Date(), mustChange: false })
}

const PROVIDERS = {
  password: Password({ breached: false }),
  credentials: Credentials({
    credentials: { email: {}, password: {} },
    authorize: async ({ email, password }) =>
      (await verifyPassword(password, hash)) ? { id: String(email), email: String(email) } : null,
  }),
}
const [, , id = ''] = process.argv
const provider = PROVIDERS[id as keyof typeof PROVIDERS]
const auth = createAuth({
  secret: SECRET,
  trustHost: true,
  adapter,
  session: { strategy: 'jwt' },
  mail: { name: 'none', from: 'app@app.test', send() {} },
  providers: [provider],
  logger: { error: () => {}, warn: () => {} },
})

/** Signs in, after which the user's hash is today's. */
async function signIn(email: string): Promise<string> {
  const response = await auth.handle(
    new Request(`${ORIGIN}/auth/callback/${id}`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ email, password: PASSWORD }),
    }),
  )
  return cookieHeader(response.headers)
}

await addUser(ANN.email)
const cookie = await signIn(ANN.email)
const current = (await adapter.getPassword(ANN.email))?.hash ?? hash
for (let index = 0; index < 200; index++) {
  const email = `user${index}@example.com`
  await addUser(email)
  await adapter.setPassword({ userId: email, hash: current, changedAt: new Date(), mustChange: false })
}
const server = createAdaptorServer({ fetch: auth.handle })
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cookie })
})
process.on('message', () => process.send?.(process.resourceUsage().maxRSS / 1000))
process.on('disconnect', () => process.exit())
