import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { memoryStore } from 'latchkey'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  asUser,
  copyAt,
  createProcess,
  createShared,
  read,
  type Shared,
  STORAGES,
  signIn,
  type TestSite,
} from './site.ts'

const SECOND = 1000
const HYBRIDS = Object.entries(STORAGES).filter(([, { strategy }]) => strategy === 'hybrid')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function later(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * SECOND)
}

describe.each(HYBRIDS)('%s', (_, storage) => {
  let shared: Shared
  let one: TestSite
  let other: TestSite

  beforeEach(async () => {
    shared = await createShared(storage)
    one = createProcess(storage, shared)
    other = createProcess(storage, shared)
  })

  it('reads a session inside `recheck` without a query or a store call', async () => {
    const browser = await signIn(one)
    await read(browser)
    shared.calls.length = 0
    later(9)
    expect(await read(browser)).toEqual({ status: 200, name: 'ann' })
    expect(shared.calls).toEqual([])
    later(2)
    await read(browser)
    expect(shared.calls.length).toBeGreaterThan(0)
  })

  it('changes nothing for a session that was ended elsewhere, also where cookies cannot be set', async () => {
    const [thief, owner] = [await signIn(one), await signIn(one)]
    const sessions = await asUser(other, owner, (user) => user.sessions.list())
    const [own, stolen] = [true, false].map((isOwn) => sessions.find(({ isCurrent }) => isCurrent === isOwn))
    await read(thief)
    await asUser(other, owner, (user) => user.sessions.revoke(stolen?.id ?? ''))
    const headers = new Headers({ cookie: thief.cookiesFor(ORIGIN) })
    const user = await one.auth.currentUser({ headers, url: new URL(ORIGIN) })
    expect(user?.id).toBe('ann')
    await expect(user?.sessions.revoke(own?.id ?? '')).rejects.toMatchObject({ type: 'StepUpRequired' })
    expect((await read(owner)).name).toBe('ann')
  })

  it('asks again after `recheck` seconds of the configuration', async () => {
    const site = createProcess(storage, shared, { session: { strategy: 'hybrid', recheck: 60 } })
    const browser = await signIn(site)
    await read(browser)
    shared.calls.length = 0
    later(59)
    await read(browser)
    expect(shared.calls).toEqual([])
  })

  it('works in the same way without `account.security`', async () => {
    const plain = { account: {} }
    const [first, second] = [createProcess(storage, shared, plain), createProcess(storage, shared, plain)]
    const browser = await signIn(first)
    const copy = copyAt(second, browser)
    expect(await read(copy)).toEqual({ status: 200, name: 'ann' })
    await browser.post(`${BASE}/signout`)
    later(11)
    expect(await read(copy)).toEqual({ status: 200, name: undefined })
  })

  it('sees a sign-out in the same process immediately', async () => {
    const browser = await signIn(one)
    const copy = copyAt(one, browser)
    await read(copy)
    await browser.post(`${BASE}/signout`)
    expect(await read(copy)).toEqual({ status: 200, name: undefined })
  })

  it('sees a sign-out in another process after `recheck`', async () => {
    const browser = await signIn(one)
    const copy = copyAt(other, browser)
    await read(copy)
    await browser.post(`${BASE}/signout`)
    later(9)
    expect(await read(copyAt(other, copy))).toEqual({ status: 200, name: 'ann' })
    later(2)
    expect(await read(copy)).toEqual({ status: 200, name: undefined })
  })

  it('sees it immediately where a recent sign-in is asked for', async () => {
    const browser = await signIn(one)
    const copy = copyAt(other, browser)
    await read(copy)
    await browser.post(`${BASE}/signout`)
    const headers = new Headers({ cookie: copy.cookiesFor('https://app.test') })
    const { session } = await other.auth.protect(
      { headers, url: new URL('https://app.test/') },
      { within: 600 },
    )
    expect(session).toBeNull()
  })

  it('lets a session that ended elsewhere change nothing inside `recheck`', async () => {
    const laptop = await signIn(one)
    const phone = await signIn(one)
    const stolen = copyAt(other, phone)
    const copy = copyAt(other, phone)
    await read(stolen)
    await phone.post(`${BASE}/signout`)
    expect((await read(stolen)).name).toBe('ann')
    const headers = new Headers({ cookie: stolen.cookiesFor('https://app.test') })
    const caller = { headers, url: new URL('https://app.test/') }
    const { cookies } = await other.auth.revokeSessions('ann', { except: 'current', caller })
    expect(cookies.filter(({ name, value }) => name.includes('session-token') && value !== '')).toEqual([])
    await expect(asUser(other, copy, (user) => user.sessions.revokeOthers())).rejects.toThrow('Nobody')
    later(11)
    expect([(await read(stolen)).name, (await read(laptop)).name]).toEqual([undefined, undefined])
  })

  it('keeps the user signed in while the database or the store fails', async () => {
    const browser = await signIn(one)
    await read(browser)
    shared.isDown = true
    later(9)
    expect(await read(browser)).toEqual({ status: 200, name: 'ann' })
    later(2)
    expect((await read(browser)).status).toBe(503)
    await expect(one.auth.users.signOut('ann')).rejects.toMatchObject({ isTemporary: true })
    shared.isDown = false
    expect(await read(browser)).toEqual({ status: 200, name: 'ann' })
  })

  it('signs out in this browser while the database or the store fails, and says so', async () => {
    const browser = await signIn(one)
    shared.isDown = true
    const response = await browser.post(`${BASE}/signout`)
    expect(response.status).toBe(503)
    expect(browser.cookies('https://app.test').some(({ name }) => name.includes('session-token'))).toBe(false)
  })

  it('continues a session when it is renewed, and when an update changes it', async () => {
    const site = createProcess(storage, shared, {
      callbacks: { jwt: ({ token, session }) => (session?.name ? { ...token, name: session.name } : token) },
    })
    const browser = await signIn(site)
    later(25 * 60 * 60)
    await read(browser)
    later(25 * 24 * 60 * 60)
    expect(await read(browser)).toEqual({ status: 200, name: 'ann' })
    await browser.post(`${BASE}/session`, { data: JSON.stringify({ name: 'Anna' }) })
    later(11)
    expect((await read(browser)).status).toBe(200)
  })

  it('ends a session that another sign-in in the browser replaces', async () => {
    const browser = await signIn(one)
    const copy = copyAt(one, browser)
    await browser.post(`${BASE}/callback/credentials`, { name: 'bob', password: 'right' })
    later(11)
    expect([await read(copy), await read(browser)]).toEqual([
      { status: 200, name: undefined },
      { status: 200, name: 'bob' },
    ])
  })

  it('keeps the current session when all others end', async () => {
    const laptop = await signIn(one)
    const phone = await signIn(one)
    await asUser(one, laptop, (user) => user.sessions.revokeOthers())
    later(11)
    expect([(await read(laptop)).name, (await read(phone)).name]).toEqual(['ann', undefined])
    expect(await read(copyAt(other, laptop))).toEqual({ status: 200, name: 'ann' })
  })
})

describe('hybrid over the database', () => {
  const storage = { strategy: 'hybrid', hasDatabase: true } as const

  it('stores no token', async () => {
    const shared = await createShared(storage)
    const browser = await signIn(createProcess(storage, shared))
    const [cookie] = browser.cookies('https://app.test').filter(({ name }) => name.includes('session-token'))
    const [details] = (await shared.adapter?.listSessionDetails?.('ann')) ?? []
    expect(details?.sessionToken).toMatch(/^[\da-f]{64}$/)
    expect(cookie?.value).not.toContain(details?.sessionToken)
  })

  it('ends sessions in processes that do not share a store', async () => {
    const shared = await createShared(storage)
    const one = createProcess(storage, shared)
    const other = createProcess(storage, { ...shared, store: memoryStore() })
    const laptop = await signIn(one)
    const stolen = copyAt(other, laptop)
    await read(stolen)
    await laptop.post(`${BASE}/signout`)
    const headers = new Headers({ cookie: stolen.cookiesFor('https://app.test') })
    const caller = { headers, url: new URL('https://app.test/') }
    const { cookies } = await other.auth.revokeSessions('ann', { except: 'current', caller })
    expect(cookies.filter(({ name, value }) => name.includes('session-token') && value !== '')).toEqual([])
    expect((await read(stolen)).name).toBeUndefined()
  })

  it('reads no session that ends while it is extended', async () => {
    const shared = await createShared(storage)
    const adapter = {
      ...shared.adapter,
      updateSession: async ({ sessionToken }: { sessionToken: string }) => {
        await shared.adapter?.deleteSession?.(sessionToken)
        return null
      },
    }
    const site = createProcess(storage, { ...shared, adapter: adapter as never })
    const browser = await signIn(site)
    later(25 * 60 * 60)
    expect(await read(browser)).toEqual({ status: 200, name: undefined })
  })

  it('ends the sessions of a user who was deleted', async () => {
    const shared = await createShared(storage)
    const browser = await signIn(createProcess(storage, shared))
    await shared.adapter?.deleteUser?.('ann')
    later(11)
    expect(await read(browser)).toEqual({ status: 200, name: undefined })
  })

  it('needs methods for sessions', async () => {
    const { createSession: _, ...adapter } = (await createShared(storage)).adapter ?? {}
    const site = createProcess(storage, { ...(await createShared(storage)), adapter: adapter as never })
    await signIn(site)
    expect(site.logged).toContain('MissingAdapterMethods')
  })
})
