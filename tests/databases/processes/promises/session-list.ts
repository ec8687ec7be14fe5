import { expect, vi } from 'vitest'
import { PROCESSES } from '../four-processes.ts'
import { newUser, type Site, type Visitor } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

const NOWHERE = PROCESSES.map(() => null)
const EVERYWHERE = PROCESSES.map(() => 'Ann')

export const SESSION_LIST: readonly SharedPromise[] = [
  {
    id: 'session-list',
    title: 'sessions that start at the same time in all processes are all in the list',
    async prove(plain) {
      const { devices } = await signInDevices(plain, 8)
      const lists = await Promise.all(PROCESSES.map((process) => listSessions(devices[0], process)))
      expect(lists.map((sessions) => sessions.length)).toEqual(PROCESSES.map(() => devices.length))
    },
  },
  {
    id: 'session-list-end',
    title: 'a session that its user ends in the list ends in all processes, with every copy of its cookie',
    async prove(plain) {
      const { devices } = await signInDevices(plain, 2)
      const [laptop, phone] = devices as [Visitor, Visitor]
      const stolen = phone.copy()
      // Each process has checked it.
      expect(await stolen.names()).toEqual(EVERYWHERE)
      const other = (await listSessions(laptop, 0)).find(({ isCurrent }) => !isCurrent)
      expect(await laptop.call('end', { id: other?.id }, 1)).toBe(true)
      const expectEnded = async (): Promise<void> => expect(await stolen.names()).toEqual(NOWHERE)
      // With this strategy, a process relies on its last check for a second.
      if (plain.application === 'hybrid') await vi.waitFor(expectEnded, { timeout: 10_000 })
      await expectEnded()
      expect(await phone.names()).toEqual(NOWHERE)
      expect(await laptop.names()).toEqual(EVERYWHERE)
      expect(await listSessions(laptop, 2)).toHaveLength(1)
    },
  },
]

/** Signs a user in on several devices at the same time. */
async function signInDevices(plain: Site, count: number): Promise<{ devices: Visitor[] }> {
  const site = plain.variant('listed')
  const user = newUser()
  // Creates the user.
  const first = await site.signedIn(user)
  const others = Array.from({ length: count - 1 }, (_, index) => site.signedIn(user, index))
  return { devices: [first, ...(await Promise.all(others))] }
}

async function listSessions(
  visitor: Visitor | undefined,
  process: number,
): Promise<{ readonly id: string; readonly isCurrent: boolean }[]> {
  return (await visitor?.copy().call('sessions', {}, process)) as { id: string; isCurrent: boolean }[]
}
