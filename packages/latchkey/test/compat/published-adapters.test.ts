import { BASE, createApp, createIdp, ORIGIN, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { PUBLISHED_ADAPTERS } from '@latchkey/test-support/kit/published-adapters.ts'
import type { AuthConfig, EmailConfig } from 'latchkey'
import { describe, expect, it } from 'vitest'

describe.each(PUBLISHED_ADAPTERS)('the published %s', (_, create) => {
  async function setting(config: Partial<AuthConfig> = {}) {
    const idp = createIdp()
    const sent: string[] = []
    const mail: EmailConfig = {
      id: 'email',
      name: 'e-mail',
      type: 'email',
      sendVerificationRequest: ({ url }) => {
        sent.push(url)
      },
    }
    const app = createApp({
      adapter: (await create()).adapter,
      providers: [oidcFor(idp), oidcFor(idp, { id: 'second' }), mail],
      ...config,
    })
    return { app, idp, sent }
  }

  type Setting = Awaited<ReturnType<typeof setting>>

  async function signIn(
    { idp }: Setting,
    browser: Browser,
    provider = 'idp',
    claims?: Record<string, unknown>,
  ): Promise<Response> {
    const started = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl: '/after' })
    return browser.get(idp.agree(started.headers.get('location') ?? '', claims).href)
  }

  async function session(browser: Browser): Promise<unknown> {
    return (await browser.get(`${BASE}/session`)).json()
  }

  // proves CFG-4, SES-2, SES-3, §1 b, §7.5, §7.5 a, §7.5 b
  it.each(['database', 'jwt'] as const)('stores users, accounts and %s sessions', async (strategy) => {
    const here = await setting({ session: { strategy, updateAge: 0 } })
    const browser = new Browser(here.app)
    expect((await signIn(here, browser)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann', email: 'ann@example.com' } })
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
    await browser.post(`${BASE}/signout`)
    expect(await session(browser)).toBeNull()
    await signIn(here, browser)
    expect(await session(browser)).toMatchObject({ user: { name: 'Ann' } })
    expect(here.app.errors).toEqual([])
  })

  // proves §1 b, §7.5, §11.2 7, §11.2 8
  it('links an account to the signed-in user, but not by e-mail address alone', async () => {
    const here = await setting()
    const browser = new Browser(here.app)
    await signIn(here, browser)
    await signIn(here, browser, 'second', { sub: 'other', email: 'other@example.com', name: 'Other' })
    expect(await session(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
    const anonymous = new Browser(here.app)
    await signIn(here, anonymous, 'second', { sub: 'other', email: 'other@example.com', name: 'Other' })
    expect(await session(anonymous)).toMatchObject({ user: { email: 'ann@example.com' } })
    const sameEmail = await signIn(here, new Browser(here.app), 'second', {
      sub: 'third',
      email: 'ann@example.com',
      name: 'Ann',
    })
    expect(sameEmail.headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
  })

  // proves §1 b, §7.5, §12.1 c
  it('stores a sign-in link that works once', async () => {
    const here = await setting()
    const browser = new Browser(here.app)
    await browser.post(`${BASE}/signin/email`, { email: 'bob@example.com', callbackUrl: '/after' })
    const [link = ''] = here.sent
    expect((await browser.get(link)).headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(browser)).toMatchObject({ user: { email: 'bob@example.com' } })
    const again = await browser.post(`${BASE}/callback/email`, Object.fromEntries(new URL(link).searchParams))
    expect(again.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
  })
})
