import { BASE, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  asUser,
  createProcess,
  createShared,
  read,
  STORAGES,
  type Storage,
  signIn,
  type TestSite,
} from './site.ts'

const STORED = [
  ['jwt', { strategy: 'jwt', hasDatabase: true }],
  ...Object.entries(STORAGES).filter(([, { hasDatabase }]) => hasDatabase),
] as [string, Storage][]

afterEach(() => {
  vi.useRealTimers()
})

describe.each(STORED)('a change of how a user signs in, with %s', (_, storage) => {
  /** Returns a browser, and how its user links an account. */
  async function signedIn(): Promise<{ site: TestSite; browser: Browser; link: () => Promise<Response> }> {
    const idp = createIdp()
    const shared = await createShared(storage)
    const site = createProcess(storage, shared, {
      session: { strategy: storage.strategy, recheck: 0 },
      providers: [...createProcess(storage, shared).providers, oidcFor(idp)],
    })
    const browser = await signIn(site)
    return {
      site,
      browser,
      async link() {
        const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
        const callback = idp.agree(started.headers.get('location') ?? '', { sub: 'ann', name: 'Ann' })
        return browser.get(callback.href)
      },
    }
  }

  it("ends the user's other sessions when an account is linked", async () => {
    const { site, browser, link } = await signedIn()
    const [other, bob] = [await signIn(site), await signIn(site, 'bob')]
    await link()
    const names = await Promise.all([browser, other, bob].map(async (each) => (await read(each)).name))
    expect(names).toEqual(['ann', undefined, 'bob'])
    expect(site.events).toContainEqual(
      expect.objectContaining({ type: 'sessionsRevoked', userId: 'ann', exceptCurrent: true }),
    )
  })

  it("ends the user's other sessions when an account is unlinked", async () => {
    const { site, browser, link } = await signedIn()
    await link()
    const other = await signIn(site)
    const options = { allowLast: true }
    expect(await asUser(site, browser, ({ accounts }) => accounts.unlink('idp', 'ann', options))).toBe(true)
    expect([(await read(browser)).name, (await read(other)).name]).toEqual(['ann', undefined])
  })

  it('needs a recent sign-in', async () => {
    const { site, browser, link } = await signedIn()
    await link()
    vi.useFakeTimers({ now: Date.now() + 16 * 60_000, toFake: ['Date'] })
    const options = { allowLast: true }
    await expect(
      asUser(site, browser, ({ accounts }) => accounts.unlink('idp', 'ann', options)),
    ).rejects.toMatchObject({ type: 'StepUpRequired' })
    const { accounts } = await asUser(site, browser, async (user) => user)
    expect(await accounts.list()).toHaveLength(1)
  })
})
