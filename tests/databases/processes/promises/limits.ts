import { expect } from 'vitest'
import { PROCESSES } from '../four-processes.ts'
import { newUser, type Site } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

export const LIMITS: readonly SharedPromise[] = [
  {
    id: 'limit-credentials',
    title:
      '40 wrong passwords for one account are 10 attempts, and the right one is refused in all processes',
    async prove(site) {
      const { email } = await createUser(site)
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, (_, index) => tryPassword(site, email, 'wrong', index)),
      )
      expect(countValues(outcomes)).toEqual({ wrong: 10, 'too many': 30 })
      const right = PROCESSES.map((process) => tryPassword(site, email, 'right', process))
      expect(await Promise.all(right)).toEqual(PROCESSES.map(() => 'too many'))
    },
  },
  {
    id: 'limit-credentials-success',
    title: 'a successful sign-in in one process takes back the failed attempts in all processes',
    async prove(site) {
      const { email } = await createUser(site)
      for (const round of [0, 1]) {
        const wrong = Array.from({ length: 9 }, (_, index) => tryPassword(site, email, 'wrong', index))
        expect(countValues(await Promise.all(wrong))).toEqual({ wrong: 9 })
        expect(await tryPassword(site, email, 'right', round)).toBe('signed in')
      }
    },
  },
  {
    id: 'limit-client',
    title: '48 wrong passwords of one client, for different accounts, are 30 attempts',
    async prove(site) {
      const { address } = site.visitor()
      const outcomes = await Promise.all(
        Array.from({ length: 48 }, (_, index) =>
          tryPassword(site, newUser().email, 'wrong', index, { 'x-client': address }),
        ),
      )
      expect(countValues(outcomes)).toEqual({ wrong: 30, 'too many': 18 })
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
async function createUser(site: Site): Promise<{ email: string }> {
  const user = newUser()
  await site.signedIn(user)
  return user
}

/** Tries a password. @returns `signed in`, `wrong`, `too many`, or another failure */
async function tryPassword(
  site: Site,
  email: string,
  password: string,
  process: number,
  headers?: Record<string, string>,
): Promise<string> {
  const url = site.url('/callback/credentials')
  const { status, headers: sent } = await site.visitor().post(url, { email, password }, process, headers)
  if (status === 429) return 'too many'
  const error = new URL(sent.get('location') ?? '').searchParams.get('error')
  return { '': 'signed in', CredentialsSignin: 'wrong' }[error ?? ''] ?? `${status} ${error}`
}

/** Counts how often each value occurs. */
function countValues(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
