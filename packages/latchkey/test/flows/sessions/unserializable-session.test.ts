import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, it } from 'vitest'

/** Signs in and reads the session. @returns the messages of the errors in the log */
async function errorsWith(config: Partial<AuthConfig>, user: object = {}): Promise<string[]> {
  const stored = await config.adapter?.createUser?.({
    id: 'x',
    email: 'ann@example.com',
    emailVerified: null,
  })
  const provider = Credentials({ credentials: {}, authorize: () => ({ id: stored?.id ?? 'ann', ...user }) })
  const app = createApp({ providers: [provider], ...config })
  const browser = new Browser(app)
  await browser.post(`${BASE}/callback/credentials`, { x: 'y' })
  const isSignedIn = browser.cookies(ORIGIN).some(({ name }) => name.includes('session-token'))
  if (isSignedIn) await browser.get(`${BASE}/session`)
  return listMessages(app)
}

function listMessages({ log }: App): string[] {
  return log.filter(({ level }) => level === 'error').map(({ entry }) => String(entry))
}

const circular: Record<string, unknown> = { name: 'circle' }
circular.itself = circular

describe('a value that JSON cannot hold', () => {
  it.each<[string, Partial<AuthConfig>, object, string]>([
    [
      'a bigint that `session` adds',
      { callbacks: { session: ({ session }) => ({ ...session, user: { ...session.user, balance: 7n } }) } },
      {},
      'SessionError: The session that the `session` callback returned cannot be sent as JSON: its field ' +
        '`user.balance` is a bigint. Convert it: `String(value)`.',
    ],
    [
      'a bigint that `jwt` adds',
      { callbacks: { jwt: ({ token }) => ({ ...token, account: { balance: 7n } }) } },
      {},
      'SessionError: The token that the `jwt` callback returned cannot be sent as JSON: its field ' +
        '`account.balance` is a bigint. Convert it: `String(value)`.',
    ],
    [
      'a bigint in the user of `authorize`',
      {},
      { image: 7n },
      "SessionError: The user's token cannot be sent as JSON: its field `picture` is a bigint. " +
        'Convert it: `String(value)`.',
    ],
    [
      'a session that contains itself',
      { callbacks: { session: ({ session }) => ({ ...session, list: [1, circular] }) } },
      {},
      'SessionError: The session that the `session` callback returned cannot be sent as JSON: its field ' +
        '`list.1.itself` contains itself. Return only the fields that you need.',
    ],
    [
      'a session of a database that contains itself, beside a bigint',
      {
        adapter: memory(),
        session: { strategy: 'database' },
        callbacks: { session: ({ session }) => ({ ...session, balance: 7n, circular }) },
      },
      {},
      'SessionError: The session that the `session` callback returned cannot be sent as JSON: its field ' +
        '`circular.itself` contains itself. Return only the fields that you need.',
    ],
  ])('is named with its callback and field: %s', async (_, config, user, message) => {
    expect(await errorsWith(config, user)).toEqual([message])
  })

  it('is named when an earlier token could be written', async () => {
    const state = { breaks: false }
    const jwt: NonNullable<AuthConfig['callbacks']>['jwt'] = ({ token }) =>
      state.breaks ? { ...token, balance: 7n } : token
    const provider = Credentials({ credentials: {}, authorize: () => ({ id: 'ann' }) })
    const app = createApp({ providers: [provider], callbacks: { jwt } })
    const browser = new Browser(app)
    await browser.post(`${BASE}/callback/credentials`, { x: 'y' })
    state.breaks = true
    expect((await browser.get(`${BASE}/session`)).status).toBe(500)
    expect(listMessages(app)).toEqual([expect.stringContaining('its field `balance` is a bigint')])
    state.breaks = false
    expect(await (await browser.get(`${BASE}/session`)).json()).not.toBeNull()
  })

  it('leaves a session without such a value as it is', async () => {
    expect(await errorsWith({})).toEqual([])
  })
})
