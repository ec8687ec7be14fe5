import { expect } from 'vitest'
import { codeAt } from '../../../../packages/latchkey/src/second-factor/totp.ts'
import { newUser, type ProviderUser, type Site, type Visitor } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

const AT_ONCE = 50

export const SECOND_FACTOR: readonly SharedPromise[] = [
  {
    id: 'totp-code-parallel',
    title: "an authenticator app's code that 50 sign-ins send at once in all processes completes one",
    async prove(standard) {
      const { site, user, secret } = await enroll(standard)
      const visitors = await waitingVisitors(site, user)
      // Setting it up has used the current code.
      const code = await codeAt(secret, Math.floor(Date.now() / 30_000) + 1)
      expect(await complete(visitors, code)).toEqual([user.email])
    },
  },
  {
    id: 'recovery-code-parallel',
    title: 'a recovery code that 50 sign-ins send at once in all processes completes one',
    async prove(standard) {
      const { site, user, recoveryCodes } = await enroll(standard)
      const visitors = await waitingVisitors(site, user)
      expect(await complete(visitors, recoveryCodes[0] ?? '')).toEqual([user.email])
    },
  },
]

interface EnrolledUser {
  readonly site: Site
  readonly user: ProviderUser
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

/** Signs in a user who sets up an authenticator app, in two processes. */
async function enroll(standard: Site): Promise<EnrolledUser> {
  const [site, user] = [standard.variant('verified'), newUser()]
  const visitor = await site.signedIn(user, 0)
  const { id, secret } = (await visitor.call('enroll', {}, 1)) as { id: string; secret: string }
  const code = await codeAt(secret, Math.floor(Date.now() / 30_000))
  const { recoveryCodes } = (await visitor.call('enroll', { id, code }, 2)) as Pick<
    EnrolledUser,
    'recoveryCodes'
  >
  return { site, user, secret, recoveryCodes }
}

/** Returns visitors whose sign-ins wait for the second factor. */
async function waitingVisitors(site: Site, user: ProviderUser): Promise<Visitor[]> {
  const visitors = Array.from({ length: AT_ONCE }, () => site.visitor())
  await Promise.all(visitors.map((visitor, index) => visitor.signIn(user, { process: index })))
  expect(await listSignedIn(visitors)).toEqual([])
  return visitors
}

/** Sends the same code for all of them. @returns the addresses of those who are signed in */
async function complete(visitors: readonly Visitor[], code: string): Promise<unknown[]> {
  await Promise.all(
    visitors.map((visitor, index) => visitor.post(visitor.site.url('/verify'), { code }, index)),
  )
  return listSignedIn(visitors)
}

async function listSignedIn(visitors: readonly Visitor[]): Promise<unknown[]> {
  const sessions = await Promise.all(visitors.map((visitor) => visitor.session()))
  return sessions.flatMap((session) => session?.user.email ?? [])
}
