import { BASE } from '@latchkey/test-support/kit/app.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  asUser,
  CHROME,
  copyAt,
  createProcess,
  createShared,
  read,
  type Shared,
  STORAGES,
  signIn,
  type TestSite,
} from './site.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function later(minutes: number): void {
  vi.setSystemTime(Date.now() + minutes * MINUTE)
}

describe.each(Object.entries(STORAGES))('the list of sessions, with %s', (_, storage) => {
  let shared: Shared
  let one: TestSite
  let other: TestSite

  beforeEach(async () => {
    shared = await createShared(storage)
    one = createProcess(storage, shared)
    other = createProcess(storage, shared)
  })

  it('describes each session', async () => {
    const laptop = await signIn(one, 'ann', { 'x-client': '192.0.2.1' })
    later(1)
    await signIn(other, 'ann', { 'user-agent': '' })
    const [phone, own] = await asUser(one, laptop, (user) => user.sessions.list())
    expect(own).toMatchObject({
      isCurrent: true,
      name: null,
      device: { browser: 'Chrome', os: 'Linux', type: 'desktop' },
      methods: ['pwd'],
      ip: '192.0.2.1',
      createdAt: new Date(Date.now() - MINUTE),
    })
    expect(own?.expires.getTime()).toBeGreaterThan(Date.now())
    expect(phone).toMatchObject({
      isCurrent: false,
      device: { browser: undefined, os: undefined, type: undefined },
      ip: null,
    })
  })

  it('contains only the own sessions', async () => {
    const ann = await signIn(one, 'ann')
    await signIn(one, 'bob')
    expect(await asUser(one, ann, (user) => user.sessions.list())).toHaveLength(1)
  })

  it('contains no token', async () => {
    const browser = await signIn(one)
    const sessions = await asUser(one, browser, (user) => user.sessions.list())
    for (const { value } of browser.cookies('https://app.test'))
      expect(JSON.stringify(sessions)).not.toContain(value.slice(0, 20))
  })

  it('has the name that the user gave a session', async () => {
    const browser = await signIn(one)
    const name = await asUser(one, browser, async ({ sessions }) => {
      const [session] = await sessions.list()
      expect(await sessions.rename(session?.id ?? '', ' Laptop ')).toBe(true)
      expect(await sessions.rename('another', 'Phone')).toBe(false)
      await expect(sessions.rename(session?.id ?? '', ' ')).rejects.toThrow(TypeError)
      return (await sessions.list())[0]?.name
    })
    expect(name).toBe('Laptop')
  })

  it('says when a session was last used', async () => {
    const browser = await signIn(one)
    later(6)
    await read(browser)
    const [session] = await asUser(one, browser, (user) => user.sessions.list())
    expect(session?.lastSeenAt).toEqual(new Date(Date.now()))
    later(4)
    await read(browser)
    const [same] = await asUser(one, browser, (user) => user.sessions.list())
    expect(same?.lastSeenAt).toEqual(new Date(Date.now() - 4 * MINUTE))
  })

  it('follows a renewal', async () => {
    const browser = await signIn(one)
    later(25 * 60)
    await read(browser)
    const [session] = await asUser(one, browser, (user) => user.sessions.list())
    expect(Math.round((session?.expires.getTime() ?? 0) / MINUTE)).toBe(
      Math.round((Date.now() + 30 * 24 * 60 * MINUTE) / MINUTE),
    )
  })

  it('forgets a session that ended by a sign-out', async () => {
    const laptop = await signIn(one)
    const phone = await signIn(other)
    await phone.post(`${BASE}/signout`)
    expect(await asUser(one, laptop, (user) => user.sessions.list())).toMatchObject([{ isCurrent: true }])
  })

  it('forgets a session that expired', async () => {
    await signIn(one)
    later(31 * 24 * 60)
    const fresh = await signIn(one)
    expect(await asUser(one, fresh, (user) => user.sessions.list())).toMatchObject([{ isCurrent: true }])
  })

  it('has all sessions that start at the same time', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 12 }, (_unused, index) => signIn(index % 2 ? one : other)),
    )
    const sessions = await asUser(one, browsers[0] ?? (await signIn(one)), (user) => user.sessions.list())
    expect(sessions).toHaveLength(12)
  })

  it('ends one session, at another process and for copies of its cookie', async () => {
    const laptop = await signIn(one)
    later(1)
    const phone = await signIn(other, 'ann', { 'user-agent': CHROME })
    const thief = copyAt(one, phone)
    const [id = ''] = (await asUser(one, laptop, (user) => user.sessions.list()))
      .filter(({ isCurrent }) => !isCurrent)
      .map((session) => session.id)
    expect(await asUser(one, laptop, (user) => user.sessions.revoke(id))).toBe(true)
    expect(await asUser(one, laptop, (user) => user.sessions.revoke(id))).toBe(false)
    later(11 / 60)
    expect({
      phone: await read(phone),
      thief: await read(thief),
      thiefElsewhere: await read(copyAt(other, thief)),
      laptop: await read(laptop),
    }).toEqual({
      phone: { status: 200, name: undefined },
      thief: { status: 200, name: undefined },
      thiefElsewhere: { status: 200, name: undefined },
      laptop: { status: 200, name: 'ann' },
    })
  })

  it('ends no session of another user', async () => {
    const ann = await signIn(one)
    const bob = await signIn(one, 'bob')
    const [session] = await asUser(one, bob, (user) => user.sessions.list())
    expect(await asUser(one, ann, (user) => user.sessions.revoke(session?.id ?? ''))).toBe(false)
    expect((await read(bob)).name).toBe('bob')
  })

  it('ends the other sessions, and keeps this one in the list', async () => {
    const laptop = await signIn(one)
    await asUser(one, laptop, async ({ sessions }) =>
      sessions.rename((await sessions.list())[0]?.id ?? '', 'Laptop'),
    )
    const stolen = copyAt(other, laptop)
    const phone = await signIn(other)
    await asUser(one, laptop, (user) => user.sessions.revokeOthers())
    later(11 / 60)
    expect({ phone: await read(phone), stolen: await read(stolen), laptop: await read(laptop) }).toEqual({
      phone: { status: 200, name: undefined },
      stolen: { status: 200, name: undefined },
      laptop: { status: 200, name: 'ann' },
    })
    expect(await asUser(one, laptop, (user) => user.sessions.list())).toMatchObject([
      { isCurrent: true, name: 'Laptop' },
    ])
  })

  it('asks for a recent sign-in before it ends a session', async () => {
    const browser = await signIn(one)
    later(16)
    await expect(asUser(one, browser, (user) => user.sessions.revokeOthers())).rejects.toMatchObject({
      type: 'StepUpRequired',
    })
    expect(await asUser(one, browser, (user) => user.sessions.list())).toHaveLength(1)
  })

  it('does not revive a session that ends during its renewal', async () => {
    let release = (): void => {}
    const waiting = new Promise<void>((resolve) => (release = resolve))
    let isSlow = false
    const slow = createProcess(storage, shared, {
      callbacks: {
        session: async ({ session }) => {
          if (isSlow) await waiting
          return session
        },
      },
    })
    const browser = await signIn(slow)
    const phone = await signIn(other)
    later(25 * 60)
    isSlow = true
    const renewal = read(copyAt(slow, browser))
    await new Promise((resolve) => setTimeout(resolve, 20))
    await copyAt(other, browser).post(`${BASE}/signout`)
    release()
    expect(await renewal).toEqual({ status: 200, name: undefined })
    isSlow = false
    expect(await read(copyAt(slow, browser))).toEqual({ status: 200, name: undefined })
    expect(await asUser(other, phone, (user) => user.sessions.list())).toHaveLength(1)
  })

  it('signs nobody out while the database and the store fail, and ends nothing', async () => {
    const laptop = await signIn(one)
    later(1)
    shared.isDown = true
    expect((await read(laptop)).status).toBe(503)
    await expect(asUser(one, laptop, (user) => user.sessions.revokeOthers())).rejects.toMatchObject({
      isTemporary: true,
    })
    shared.isDown = false
    expect(await read(laptop)).toEqual({ status: 200, name: 'ann' })
  })
})
