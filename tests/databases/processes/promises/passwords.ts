import { expect } from 'vitest'
import { newUser, type Site } from '../site.ts'
import type { SharedPromise } from './shared-promise.ts'

const AT_ONCE = 20

export const PASSWORDS: readonly SharedPromise[] = [
  {
    id: 'password-reset-parallel',
    title: 'a link for a new password that is used 20 times at once sets one password, and ends all sessions',
    async prove(standard) {
      const [site, user] = [standard.variant('verified'), newUser()]
      const earlier = await site.signedIn(user, 0)
      const link = await requestLink(site, user.email)
      const passwords = Array.from({ length: AT_ONCE }, (_, index) => `one of twenty passwords: ${index}`)
      const responses = await Promise.all(
        passwords.map((password, index) =>
          site
            .visitor()
            .post(site.url('/reset'), { ...Object.fromEntries(link.searchParams), password }, index),
        ),
      )
      const targets = responses.map(({ headers }) => headers.get('location'))
      const changed = `${site.url('/signin')}?passwordReset=1`
      expect(targets.filter((target) => target === changed)).toHaveLength(1)
      expect(await earlier.seen()).toEqual([null, null, null, null])
      const winner = passwords[targets.indexOf(changed)]
      const visitor = site.visitor()
      await visitor.post(site.url('/callback/password'), { email: user.email, password: winner ?? '' }, 1)
      expect((await visitor.session(2))?.user.email).toBe(user.email)
    },
  },
]

async function requestLink(site: Site, email: string): Promise<URL> {
  await site.visitor().post(site.url('/reset'), { email }, 1)
  const [link = ''] = await site.linksTo(email)
  return new URL(link)
}
