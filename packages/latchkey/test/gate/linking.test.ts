import { createApp, createIdp, ORIGIN, oidcFor, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import type { AuthConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { STRATEGIES } from './site.ts'

afterEach(() => {
  vi.useRealTimers()
})

const ANN = { sub: 'ann', name: 'Ann', email: 'ann@example.com', email_verified: true }

/** Links an account at a second provider, some time after the sign-in. */
async function link(
  config: Partial<AuthConfig>,
  minutes: number,
): Promise<{ location: string; accounts: string[]; isSignedIn: boolean }> {
  const idp = createIdp()
  const adapter = memory()
  const providers = [oidcFor(idp), oidcFor(idp, { id: 'second' }), passwordProvider]
  const app = createApp({ adapter, providers, ...config })
  const browser = new Browser(app)
  await signInAt(idp, browser, { claims: ANN })
  vi.useFakeTimers({ now: Date.now() + minutes * 60_000, toFake: ['Date'] })
  const response = await signInAt(idp, browser, { provider: 'second', claims: { sub: 'thief' } })
  const user = await adapter.getUserByEmail(ANN.email)
  const accounts = await adapter.listAccounts(user?.id ?? '')
  return {
    location: response.headers.get('location') ?? '',
    accounts: accounts.map(({ provider }) => provider),
    isSignedIn: (await readSession(browser)) !== null,
  }
}

describe.each(STRATEGIES)('linking an account in a session, with the strategy %s', (strategy) => {
  const config: Partial<AuthConfig> = { account: { security: true }, session: { strategy } }

  it('needs a recent sign-in: a stolen session does not become another way to sign in', async () => {
    const { location, accounts, isSignedIn } = await link(config, 16)
    expect(location).toMatch(/\/auth\/verify\?for=session&within=900/)
    expect(accounts).toEqual(['idp'])
    expect(isSignedIn).toBe(true)
  })

  it('works after a recent sign-in', async () => {
    const { location, accounts } = await link(config, 14)
    expect(location).toBe(`${ORIGIN}/after`)
    expect(accounts).toEqual(['idp', 'second'])
  })
})

it('linking an account needs no recent sign-in without `account.security`', async () => {
  expect((await link({}, 16)).accounts).toEqual(['idp', 'second'])
})
