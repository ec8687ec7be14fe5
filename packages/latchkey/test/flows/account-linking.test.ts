import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { slow } from '../kit/adapter.ts'
import { BASE, createApp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { ann, type Setting, session, setting, signedIn, signIn, userByAccount } from '../kit/database.ts'

describe('linking', () => {
  // proves P-AL-3, EV-5, §7.2 linkAccount, §11.2 7
  it('adds an account to who is signed in and began it', async () => {
    const here = setting()
    const browser = await signedIn(here)
    here.told.length = 0
    await signIn(here, browser, { ...ann, sub: 'other', email: 'other@example.com' }, 'second')
    const user = await userByAccount(here)
    expect(await userByAccount(here, 'second', 'other')).toEqual(user)
    expect(here.told.map(([name]) => name)).toEqual(['linkAccount', 'signIn'])
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  // proves P-AL-3, P-SE-3
  it('never from a sign-in that began before: the account is a stranger’s then', async () => {
    const here = setting()
    const browser = new Browser(here.app)
    const begin = await browser.post(`${BASE}/signin/second`)
    await signIn(here, browser)
    const bob = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
    await browser.get(here.idp.agree(begin.headers.get('location') ?? '', bob).href)
    expect((await userByAccount(here, 'second', 'bob'))?.id).not.toBe((await userByAccount(here))?.id)
    expect(await session(browser)).toMatchObject({ user: { name: 'Bob' } })
  })

  // proves P-AL-3
  it('never to who was signed in at the beginning, when somebody else is at the end', async () => {
    const here = setting()
    const browser = await signedIn(here)
    const begin = await browser.post(`${BASE}/signin/second`)
    await browser.post(`${BASE}/signout`)
    await signIn(here, browser, { sub: 'bob', name: 'Bob', email: 'bob@example.com' })
    const response = await browser.get(
      here.idp.agree(begin.headers.get('location') ?? '', { sub: 'new', email: 'new@example.com' }).href,
    )
    expect(response.status).toBe(302)
    const owner = await userByAccount(here, 'second', 'new')
    expect(owner).toMatchObject({ email: 'new@example.com' })
    expect([(await userByAccount(here))?.id, (await userByAccount(here, 'idp', 'bob'))?.id]).not.toContain(
      owner?.id,
    )
  })

  // proves P-AL-5, §14 OAuthAccountNotLinked
  it('of one account by two users at once gives it to one of them', async () => {
    const here = setting({}, slow(memory()))
    const people = [
      { sub: 'ann', name: 'Ann', email: 'ann@example.com' },
      { sub: 'bob', name: 'Bob', email: 'bob@example.com' },
    ]
    const browsers = await Promise.all(people.map((person) => signedIn(here, person)))
    const shared = { sub: 'shared', name: 'Shared', email: 'shared@example.com' }
    const answers = await Promise.all(browsers.map((browser) => signIn(here, browser, shared, 'second')))
    expect(answers.map((answer) => answer.headers.get('location')).sort()).toEqual([
      `${ORIGIN}/after`,
      `${BASE}/signin?error=OAuthAccountNotLinked`,
    ])
  })

  // proves P-AL-3, §11.2 6, §14 OAuthAccountNotLinked
  it('refuses an account of another user', async () => {
    const here = setting()
    await signedIn(here, { ...ann, sub: 'bob', name: 'Bob', email: 'bob@example.com' })
    const browser = await signedIn(here)
    const response = await signIn(here, browser, { ...ann, sub: 'bob' })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
  })

  // proves P-AL-2, §11.2 8, §14 OAuthAccountNotLinked
  it.each([
    ['not asked for', {}, true, new Date()],
    ['not verified by the provider', { allowDangerousEmailAccountLinking: true }, false, new Date()],
    [
      'no word about it from the provider',
      { allowDangerousEmailAccountLinking: true },
      undefined,
      new Date(),
    ],
    ['the word "true" instead of a yes', { allowDangerousEmailAccountLinking: true }, 'true', new Date()],
    ['not proved here', { allowDangerousEmailAccountLinking: true }, true, null],
  ])('by e-mail is refused: %s', async (_, options, email_verified, emailVerified) => {
    const here = await withNamesake(options, emailVerified)
    const browser = new Browser(here.app)
    const response = await signIn(here, browser, { ...ann, email_verified })
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
    expect(await session(browser)).toBeNull()
    expect(await userByAccount(here)).toBeNull()
  })

  // proves P-AL-2, §8.2 j, §11.2 8, §20 Q-9
  it('by e-mail works when it is asked for and proved on both sides', async () => {
    const here = await withNamesake({ allowDangerousEmailAccountLinking: true }, new Date())
    const browser = new Browser(here.app)
    await signIn(here, browser, { ...ann, email_verified: true })
    expect((await userByAccount(here))?.id).toBe('namesake')
    expect(here.told.map(([name]) => name)).toEqual(['linkAccount', 'signIn'])
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  })

  async function withNamesake(options: object, emailVerified: Date | null): Promise<Setting> {
    const adapter = memory()
    await adapter.createUser?.({ id: 'namesake', name: 'Ann', email: 'ann@example.com', emailVerified })
    const here = setting({}, adapter)
    return { ...here, app: createApp({ ...here.app.config, providers: [oidcFor(here.idp, options)] }) }
  }
})
