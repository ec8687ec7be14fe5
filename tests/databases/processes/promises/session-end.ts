import { expect } from 'vitest'
import { PROCESSES } from '../four-processes.ts'
import { newUser, type Site, type Visitor } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

const NOWHERE = PROCESSES.map(() => null)
const EVERYWHERE = PROCESSES.map(() => 'Ann')

export const SESSION_END: readonly SharedPromise[] = [
  {
    id: 'sign-out',
    title: 'a sign-out in one process ends the session and every copy of its cookie in all processes',
    async prove(site) {
      const visitor = await site.signedIn()
      const copy = visitor.copy()
      expect(await copy.names()).toEqual(EVERYWHERE)
      await visitor.post(site.url('/signout'), {}, 1)
      expect(await copy.names()).toEqual(NOWHERE)
      expect(await visitor.names()).toEqual(NOWHERE)
    },
  },
  {
    id: 'sign-out-while-renewed',
    title: 'a sign-out ends a session that other processes renew at the same time',
    async prove(site) {
      const visitor = await site.signedIn()
      const copies = await renewing(site, visitor, () => visitor.post(site.url('/signout'), {}, 0))
      await expectEnded(visitor, ...copies)
    },
  },
  {
    id: 'sign-in-again',
    title: 'a new sign-in in the same browser ends the old session in all processes',
    async prove(site) {
      const user = newUser()
      const visitor = await site.signedIn(user, 0)
      const copy = visitor.copy()
      await visitor.signIn(user, { process: 2 })
      expect(await copy.names()).toEqual(NOWHERE)
      expect(await visitor.names()).toEqual(EVERYWHERE)
    },
  },
  {
    id: 'revoke-all',
    title: '`revokeSessions` in one process ends all sessions of the user in all processes, and no others',
    async prove(site) {
      const { devices, userId } = await signInDevices(site, 4)
      const other = await site.signedIn()
      await site.visitor().call('revoke', { userId }, 3)
      await expectEnded(...devices)
      expect(await other.names()).toEqual(EVERYWHERE)
    },
  },
  {
    id: 'revoke-all-while-renewed',
    title: '`revokeSessions` ends sessions that other processes renew at the same time',
    async prove(site) {
      const { devices, userId } = await signInDevices(site, 1)
      const [device] = devices as [Visitor]
      const copies = await renewing(site, device, () => site.visitor().call('revoke', { userId }, 0))
      await expectEnded(device, ...copies)
    },
  },
  {
    id: 'revoke-then-sign-in',
    title: 'a sign-in in any process after `revokeSessions` is valid in all processes',
    async prove(site) {
      const user = newUser()
      const before = await site.signedIn(user)
      const userId = (await before.session())?.user.id
      await site.visitor().call('revoke', { userId }, 1)
      for (const process of PROCESSES)
        expect(await (await site.signedIn(user, process)).names()).toEqual(EVERYWHERE)
      await expectEnded(before)
    },
  },
  {
    id: 'revoke-except-current',
    title: "`except: 'current'` keeps the caller's session in all processes, and ends all others and copies",
    async prove(site) {
      const { devices, userId } = await signInDevices(site, 3)
      const [laptop, ...others] = devices as [Visitor, ...Visitor[]]
      const copy = laptop.copy()
      await laptop.call('revoke', { userId, except: 'current' }, 2)
      expect(await laptop.names()).toEqual(EVERYWHERE)
      await expectEnded(copy, ...others)
    },
  },
  {
    id: 'revoke-except-other-user',
    title: "`except: 'current'` of another user ends all sessions of the user, and keeps the caller's",
    async prove(site) {
      const { devices, userId } = await signInDevices(site, 2)
      const admin = await site.signedIn()
      await admin.call('revoke', { userId, except: 'current' }, 1)
      await expectEnded(...devices)
      expect(await admin.names()).toEqual(EVERYWHERE)
    },
  },
  {
    id: 'revoke-except-parallel',
    title: "`except: 'current'` in two processes at once keeps at most one session",
    async prove(site) {
      const { devices, userId } = await signInDevices(site, 2)
      await Promise.all(
        devices.map((device, index) => device.call('revoke', { userId, except: 'current' }, index)),
      )
      const names = await Promise.all(devices.map((device) => device.names()))
      for (const seen of names) expect([NOWHERE, EVERYWHERE]).toContainEqual(seen)
      expect(names.filter(([first]) => first !== null).length).toBeLessThan(2)
    },
  },
  {
    id: 'jwt-callback',
    title: 'a session that the `jwt` callback ends in one process is ended in all processes',
    strategies: ['jwt', 'hybrid'],
    async prove(site) {
      const visitor = await site.signedIn()
      const copy = visitor.copy()
      await visitor.call('update', { end: true }, 2)
      await expectEnded(visitor, copy)
    },
  },
  {
    id: 'unverified-access',
    title: 'an e-mail link that verifies the address ends earlier access to the user in all processes',
    async prove(site) {
      const user = newUser({ email_verified: false })
      const attacker = await site.signedIn(user, 0)
      expect(await attacker.names()).toEqual(EVERYWHERE)
      const owner = site.visitor()
      await owner.post(site.url('/signin/email'), { email: user.email }, 1)
      const [link = ''] = await site.linksTo(user.email)
      await owner.get(link, 2)
      expect((await owner.session(3))?.user.email).toBe(user.email)
      await expectEnded(attacker)
    },
  },
]

/** Signs a user in on several devices, each in another process. */
async function signInDevices(site: Site, count: number): Promise<{ devices: Visitor[]; userId: string }> {
  const user = newUser()
  const devices: Visitor[] = []
  for (let index = 0; index < count; index++) devices.push(await site.signedIn(user, index))
  const userId = (await devices[0]?.session())?.user.id ?? ''
  return { devices, userId }
}

/** Ends a session while copies of it are renewed in every process. @returns the copies */
async function renewing(site: Site, visitor: Visitor, end: () => Promise<unknown>): Promise<Visitor[]> {
  const copies = site.copies(visitor, 8)
  const renew = (copy: Visitor, index: number): Promise<unknown> =>
    copy.get(site.variant('renewing').url('/session'), index)
  await Promise.all([...copies.slice(0, 4).map(renew), end(), ...copies.slice(4).map(renew)])
  return copies
}

async function expectEnded(...visitors: readonly Visitor[]): Promise<void> {
  const names = await Promise.all(visitors.map((visitor) => visitor.names()))
  expect(names).toEqual(visitors.map(() => NOWHERE))
}
