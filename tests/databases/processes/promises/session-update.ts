import { expect } from 'vitest'
import { PROCESSES } from '../four-processes.ts'
import { newUser } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

const EVERYWHERE = PROCESSES.map(() => 'Ann')

export const SESSION_UPDATE: readonly SharedPromise[] = [
  {
    id: 'update',
    title: 'all processes see a session that one of them updated',
    async prove(site) {
      const visitor = await site.signedIn()
      for (const process of PROCESSES) {
        const name = `Ann ${process}`
        await visitor.call('update', { user: { name } }, process)
        expect(await visitor.names()).toEqual(PROCESSES.map(() => name))
      }
    },
  },
  {
    id: 'renewal',
    title: 'all processes accept a session that one of them renewed, again and again',
    async prove(site) {
      const visitor = await site.signedIn()
      for (const process of [...PROCESSES, ...PROCESSES]) {
        await visitor.get(site.variant('renewing').url('/session'), process)
        expect(await visitor.names()).toEqual(EVERYWHERE)
      }
    },
  },
  {
    id: 'renewal-parallel',
    title: 'requests that renew one session in all processes at once keep the user signed in',
    async prove(site) {
      const visitor = await site.signedIn()
      const copies = site.copies(visitor, 12)
      const renewed = copies.map(async (copy, index) => {
        const response = await copy.get(site.variant('renewing').url('/session'), index)
        return (await response.json())?.user.name
      })
      expect(await Promise.all(renewed)).toEqual(copies.map(() => 'Ann'))
      const names = await Promise.all(copies.map((copy) => copy.names()))
      expect(names).toEqual(copies.map(() => EVERYWHERE))
    },
  },
  {
    id: 'sign-in-across-processes',
    title: 'a sign-in that starts in one process ends in any other, with a session in all',
    async prove(site) {
      for (const start of PROCESSES) {
        const visitor = site.visitor()
        const callback = await visitor.start(newUser(), { process: start })
        await visitor.get(callback, start + 2)
        expect(await visitor.names()).toEqual(EVERYWHERE)
      }
    },
  },
  {
    id: 'csrf-token',
    title: 'all processes accept the CSRF token that one of them issued, and reject any other',
    async prove(site) {
      const visitor = site.visitor()
      const response = await visitor.get(site.url('/csrf'), 0)
      const { csrfToken } = (await response.json()) as { csrfToken: string }
      const findTarget = async (token: string, process: number): Promise<string> => {
        const fields = { csrfToken: token, callbackUrl: '/after' }
        const { headers } = await visitor.postAsOldBrowser(site.url('/signin/idp'), fields, process)
        const { origin, searchParams } = new URL(headers.get('location') ?? '')
        return searchParams.get('error') ?? origin
      }
      const targets = (token: string): Promise<string[]> =>
        Promise.all(PROCESSES.map((process) => findTarget(token, process)))
      expect(await targets(csrfToken)).toEqual(PROCESSES.map(() => site.provider.issuer))
      expect(await targets('0'.repeat(64))).toEqual(PROCESSES.map(() => 'MissingCSRF'))
    },
  },
]
