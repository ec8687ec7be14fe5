import { BASE, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { describe, expect, it } from 'vitest'
import { asUser, copyAt, createProcess, createShared, read, STORAGES, type Storage, signIn } from './site.ts'

const STORED = [
  ['jwt', { strategy: 'jwt', hasDatabase: true }],
  ...Object.entries(STORAGES).filter(([, { hasDatabase }]) => hasDatabase),
] as [string, Storage][]

describe.each(STORED)('a session in which an account is linked, with %s', (_, storage) => {
  it('stays one entry of the list, with its name, under a new token', async () => {
    const idp = createIdp()
    const shared = await createShared(storage)
    const site = createProcess(storage, shared, {
      session: { strategy: storage.strategy, recheck: 0 },
      providers: [...createProcess(storage, shared).providers, oidcFor(idp)],
    })
    const browser = await signIn(site)
    const [before] = await asUser(site, browser, async ({ sessions }) => {
      await sessions.rename((await sessions.list())[0]?.id ?? '', 'Laptop')
      return sessions.list()
    })
    const old = copyAt(site, browser)
    const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
    const callback = idp.agree(started.headers.get('location') ?? '', { sub: 'ann at idp', name: 'Ann' })
    await browser.get(callback.href)
    const sessions = await asUser(site, browser, (user) => user.sessions.list())
    expect(sessions).toMatchObject([
      { isCurrent: true, name: 'Laptop', createdAt: before?.createdAt, methods: ['pwd'] },
    ])
    expect([(await read(browser)).name, (await read(old)).name]).toEqual(['ann', undefined])
    expect(site.events.map(({ type }) => type)).toContain('accountLinked')
    expect(site.events.filter(({ type }) => type === 'sessionStarted')).toHaveLength(1)
  })
})
