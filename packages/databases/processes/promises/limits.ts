import { expect } from 'vitest'
import { PROCESSES } from '../four-processes.ts'
import type { SharedPromise } from '../promises.ts'
import { newUser, type Site } from '../site.ts'

const TOO_MANY = 429

export const LIMITS: readonly SharedPromise[] = [
  {
    id: 'limit-credentials',
    title:
      '40 wrong passwords for one account are 10 attempts, and the right one is refused in all processes',
    async prove(site) {
      const { email } = await userOf(site)
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, index) => tryPassword(site, email, 'wrong', index)),
      )
      expect(statuses.filter((status) => status !== TOO_MANY)).toHaveLength(10)
      const right = PROCESSES.map((process) => tryPassword(site, email, 'right', process))
      expect(await Promise.all(right)).toEqual(PROCESSES.map(() => TOO_MANY))
    },
  },
  {
    id: 'limit-credentials-success',
    title: 'a successful sign-in in one process takes back the failed attempts in all processes',
    async prove(site) {
      const { email } = await userOf(site)
      for (const round of [0, 1]) {
        const wrong = Array.from({ length: 9 }, (_, index) => tryPassword(site, email, 'wrong', index))
        expect(await Promise.all(wrong)).not.toContain(TOO_MANY)
        expect(await tryPassword(site, email, 'right', round)).not.toBe(TOO_MANY)
      }
    },
  },
  {
    id: 'limit-client',
    title: '48 wrong passwords of one client, for different accounts, are 30 attempts',
    async prove(site) {
      const { address } = site.visitor()
      const statuses = await Promise.all(
        Array.from({ length: 48 }, (_, index) =>
          tryPassword(site, newUser().email, 'wrong', index, { 'x-client': address }),
        ),
      )
      expect(statuses.filter((status) => status !== TOO_MANY)).toHaveLength(30)
    },
  },
  {
    id: 'limit-email',
    title: '20 requests for an e-mail link send 5 e-mails',
    async prove(site) {
      const { email } = newUser()
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          site.visitor().post(site.url('/signin/email'), { email }, index),
        ),
      )
      expect(await site.mailsTo(email, 5)).toHaveLength(5)
    },
  },
  {
    id: 'limit-codes',
    title: '8 wrong codes in all processes are 5 attempts, after which all of them refuse the right one',
    async prove(site) {
      const { email } = newUser()
      await site.visitor().post(site.url('/signin/code'), { email }, 0)
      const [link = ''] = await site.linksTo(email)
      const right = new URL(link).searchParams.get('token') ?? ''
      const enter = async (token: string, process: number): Promise<unknown> => {
        const visitor = site.visitor()
        await visitor.post(site.url('/callback/code'), { email, token }, process)
        return visitor.session(process)
      }
      const wrong = Array.from({ length: 8 }, (_, index) => enter(String(10_000 + index), index))
      expect(new Set(await Promise.all(wrong))).toEqual(new Set([null]))
      const late = PROCESSES.map((process) => enter(right, process))
      expect(await Promise.all(late)).toEqual(PROCESSES.map(() => null))
    },
  },
]

/** Creates a user, who has a password. */
async function userOf(site: Site): Promise<{ email: string }> {
  const user = newUser()
  await site.signedIn(user)
  return user
}

async function tryPassword(
  site: Site,
  email: string,
  password: string,
  process: number,
  headers?: Record<string, string>,
): Promise<number> {
  const url = site.url('/callback/credentials')
  return (await site.visitor().post(url, { email, password }, process, headers)).status
}
