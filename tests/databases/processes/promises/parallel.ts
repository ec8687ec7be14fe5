import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { expect } from 'vitest'
import { PROCESSES } from '../four-processes.ts'
import { newUser, type ProviderUser, type Site, type Visitor } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

export const PARALLEL: readonly SharedPromise[] = [
  {
    id: 'first-sign-in',
    title: '20 first sign-ins of one account at once are one user, who is signed in 20 times',
    async prove(site) {
      const visitors = await signInAtOnce(site, newUser(), 20)
      expect(new Set(await findUsers(visitors))).toEqual(new Set([expect.any(String)]))
    },
  },
  {
    id: 'double-click',
    title: 'a user whose browser sends the response of the provider twice at once is signed in',
    async prove(site) {
      const visitor = site.visitor()
      const callback = await visitor.start(newUser())
      const responses = await Promise.all([visitor.get(callback, 0), visitor.get(callback, 1)])
      const locations = responses.map((response) => response.headers.get('location'))
      expect(locations).toEqual([`${site.origin}/after`, `${site.origin}/after`])
      expect(await visitor.names()).toEqual(PROCESSES.map(() => 'Ann'))
    },
  },
  {
    id: 'first-sign-in-by-two-methods',
    title: 'a first sign-in by e-mail link and one by provider at once are one user',
    async prove(site) {
      const user = newUser()
      const opener = site.visitor()
      await opener.post(site.url('/signin/email'), { email: user.email }, 0)
      const [link = ''] = await site.linksTo(user.email)
      const visitors = Array.from({ length: 4 }, () => site.visitor())
      const callbacks = await Promise.all(visitors.map((visitor) => visitor.start(user)))
      await Promise.all([
        opener.get(link, 0),
        ...visitors.map((visitor, index) => visitor.get(callbacks[index] ?? '', index + 1)),
      ])
      const users = await findUsers([opener, ...visitors])
      expect(users.filter((id) => id !== undefined).length).toBeGreaterThan(0)
      expect(new Set(users.filter((id) => id !== undefined)).size).toBe(1)
    },
  },
  {
    id: 'first-passkey',
    title: 'first registrations of passkeys for one address at once are one user',
    async prove(site) {
      const { email } = newUser()
      const visitors = PROCESSES.map(() => site.visitor())
      await Promise.all(visitors.map((visitor, index) => registerPasskey(visitor, email, index)))
      const users = (await findUsers(visitors)).filter((id) => id !== undefined)
      expect(new Set(users).size).toBe(1)
    },
  },
  {
    id: 'linking',
    title: 'a user who links an account in all processes at once stays one user, with the account',
    async prove(site) {
      const owner = await site.signedIn()
      const userId = (await owner.session())?.user.id
      const second = newUser()
      const copies = site.copies(owner, 4)
      const callbacks = await Promise.all(
        copies.map((copy, process) => copy.start(second, { provider: 'second', process })),
      )
      await Promise.all(copies.map((copy, index) => copy.get(callbacks[index] ?? '', index + 1)))
      const [later] = await signInAtOnce(site, second, 1, 'second')
      expect((await later?.session())?.user.id).toBe(userId)
    },
  },
  {
    id: 'linking-by-two-users',
    title: 'an account that two users link at once belongs to one of them, in all processes',
    async prove(site) {
      const owners = await Promise.all([site.signedIn(), site.signedIn()])
      const ids = await findUsers(owners)
      const second = newUser()
      const callbacks = await Promise.all(
        owners.map((owner, process) => owner.start(second, { provider: 'second', process })),
      )
      const responses = await Promise.all(
        owners.map((owner, index) => owner.get(callbacks[index] ?? '', index + 2)),
      )
      const errors = responses.map((response) =>
        new URL(response.headers.get('location') ?? '').searchParams.get('error'),
      )
      expect(errors.toSorted()).toEqual(['OAuthAccountNotLinked', null])
      const later = await signInAtOnce(site, second, 4, 'second')
      expect(new Set(await findUsers(later))).toEqual(new Set([ids[errors.indexOf(null)]]))
    },
  },
]

/** Signs a user in from several browsers, whose callbacks arrive in all processes at once. */
async function signInAtOnce(
  site: Site,
  user: ProviderUser,
  count: number,
  provider?: string,
): Promise<Visitor[]> {
  const visitors = Array.from({ length: count }, () => site.visitor())
  const callbacks = await Promise.all(visitors.map((visitor) => visitor.start(user, { provider })))
  await Promise.all(visitors.map((visitor, index) => visitor.get(callbacks[index] ?? '', index)))
  return visitors
}

/** Returns the ids of the users, `undefined` for a visitor without a session. */
async function findUsers(visitors: readonly Visitor[]): Promise<(string | undefined)[]> {
  const sessions = await Promise.all(visitors.map((visitor) => visitor.session()))
  return sessions.map((session) => session?.user.id)
}

async function registerPasskey(visitor: Visitor, email: string, process: number): Promise<void> {
  const { site } = visitor
  const query = new URLSearchParams({ action: 'register', email })
  const response = await visitor.get(site.url(`/webauthn-options/webauthn?${query}`), process)
  const { options } = (await response.json()) as { options: object }
  const credential = await (await createPasskey(site.origin)).create(options)
  const fields = { action: 'register', data: JSON.stringify(credential), callbackUrl: '/after' }
  await visitor.post(site.url('/callback/webauthn'), fields, process + 1)
}
