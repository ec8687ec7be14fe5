import { BASE, createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { authenticate, register } from '@latchkey/test-support/kit/passkeys.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { Adapter, EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, it } from 'vitest'

/** An adapter that returns `undefined` for each record that does not exist, as some do. */
function withoutNull(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).map(([name, method]) => [
    name,
    async (...args: unknown[]) => (await method.apply(adapter, args)) ?? undefined,
  ])
  return Object.fromEntries(methods)
}

function setUp(strategy: 'jwt' | 'database') {
  const idp = createIdp()
  const links: string[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void links.push(url),
  }
  const app = createApp({
    adapter: withoutNull(memory()),
    session: { strategy },
    providers: [oidcFor(idp), oidcFor(idp, { id: 'second' }), WebAuthn({ registration: 'anyone' }), mail],
  })
  return { app, idp, links, browser: () => new Browser(app) }
}

describe.each(['jwt', 'database'] as const)(
  'an adapter that never returns null, with the strategy %s',
  (strategy) => {
    it('creates the user of a new account, links another one, and signs both in', async () => {
      const { idp, browser } = setUp(strategy)
      const first = browser()
      await signInAt(idp, first, { claims: { sub: 'ann', email: 'ann@example.com' } })
      await signInAt(idp, first, { provider: 'second', claims: { sub: 'other', email: 'other@example.com' } })
      const again = browser()
      await signInAt(idp, again, { provider: 'second', claims: { sub: 'other' } })
      expect([await readSession(first), await readSession(again)]).toMatchObject([
        { user: { email: 'ann@example.com' } },
        { user: { email: 'ann@example.com' } },
      ])
    })

    it('creates the user of an e-mail link, and accepts it once', async () => {
      const { links, browser } = setUp(strategy)
      const [first, second] = [browser(), browser()]
      await first.post(`${BASE}/signin/email`, { email: 'ann@example.com' })
      await first.get(links[0] ?? '')
      expect(await readSession(first)).toMatchObject({ user: { email: 'ann@example.com' } })
      await second.get(links[0] ?? '')
      expect(await readSession(second)).toBeNull()
    })

    it('registers a passkey, and signs in with it', async () => {
      const { browser } = setUp(strategy)
      const [first, second] = [browser(), browser()]
      const { passkey } = await register(first, 'ann@example.com')
      expect(await readSession(first)).toMatchObject({ user: { email: 'ann@example.com' } })
      await authenticate(second, passkey)
      expect(await readSession(second)).toMatchObject({ user: { email: 'ann@example.com' } })
    })

    it('finds no session of an unknown token', async () => {
      const { app } = setUp('database')
      const visitor = new Browser(app)
      visitor.plant(app.origin, '__Secure-latchkey.session-token', 'unknown')
      expect(await readSession(visitor)).toBeNull()
    })
  },
)
