import { type Adapter, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'
import { BASE, ORIGIN } from '../kit/app.ts'
import { Browser, formsOf } from '../kit/browser.ts'
import { address, ask, linkTo, mailsTo, session, setting, useInbox } from '../kit/email.ts'

useInbox()

describe('walk 4: a link in a mail', () => {
  // proves GEN-4, EP-2, ACC-4, EV-3, EV-6, P-AL-4, P-CS-5, §3 POST /signin/<id> email
  // proves §3 GET /callback/<id> email, §7.2 createUser, §11.2 2, §11.2 3, §12.1, §12.1 b
  it('is sent, opened in the same browser, and signs in', async () => {
    const here = setting()
    const email = address()
    const response = await ask(here, `  ${email.toUpperCase()} `)
    expect(response.headers.get('location')).toBe(`${BASE}/verify-request?provider=email&type=email`)
    expect(await (await here.browser.get(`${BASE}/verify-request`)).text()).toContain('Check your e-mail')
    const link = new URL(await linkTo(email))
    expect([link.origin + link.pathname, [...link.searchParams.keys()]]).toEqual([
      `${BASE}/callback/email`,
      ['callbackUrl', 'token', 'email'],
    ])
    const opened = await here.browser.get(link.href)
    expect(opened.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(here.browser)).toMatchObject({ user: { email } })
    const user = await here.adapter.getUserByEmail?.(email)
    expect(user).toMatchObject({ email, emailVerified: expect.any(Date) })
    const account = { provider: 'email', type: 'email', providerAccountId: email }
    expect(here.told).toEqual([
      ['createUser', { user }],
      ['signIn', { user, account, profile: undefined, isNewUser: true }],
    ])
    expect(here.browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(['__Secure-latchkey.session-token'])
    expect(here.app.errors).toEqual([])
  })

  // proves EV-4, §7.2 getUserByEmail, §7.2 updateUser, §11.2 1
  it('knows the same person again, and that the address is theirs', async () => {
    const here = setting()
    const email = address()
    await here.adapter.createUser?.({ id: 'known', name: 'Ann', email, emailVerified: null })
    await ask(here, email)
    await here.browser.get(await linkTo(email))
    expect(await session(here.browser)).toMatchObject({ user: { name: 'Ann', email } })
    expect(await here.adapter.getUserByEmail?.(email)).toMatchObject({
      id: 'known',
      emailVerified: expect.any(Date),
    })
    expect(here.told.map(([name]) => name)).toEqual(['updateUser', 'signIn'])
  })

  // proves AUTHN-7, AUTHN-8, CB-15, ACC-4, §11.1 d, §12.1
  it('asks the signIn callback before the mail and after the click', async () => {
    const seen: unknown[] = []
    const here = setting({ callbacks: { signIn: (params) => Boolean(seen.push(params)) } })
    const email = address()
    await ask(here, email)
    await here.browser.get(await linkTo(email))
    const account = { provider: 'email', type: 'email', providerAccountId: email }
    expect(seen).toEqual([
      {
        user: { id: expect.any(String), email, emailVerified: null },
        account,
        email: { verificationRequest: true },
      },
      { user: expect.objectContaining({ email }), account, profile: undefined, credentials: undefined },
    ])
    expect(seen[1]).not.toHaveProperty('email')
  })

  // proves AUTHN-9, CB-17, ST-3, ST-5, §3 POST /signin/<id> email, §11.1
  it.each([
    ['false', () => false, `${BASE}/error?error=AccessDenied`],
    ['a path', () => '/waiting-list', `${ORIGIN}/waiting-list`],
  ])('sends nothing when the callback says %s', async (_, signIn, location) => {
    const here = setting({ callbacks: { signIn } })
    const email = address()
    expect((await ask(here, email)).headers.get('location')).toBe(location)
    expect(await mailsTo(email)).toEqual([])
    expect(here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('transaction'))).toEqual([])
  })

  // proves P-ML-2, P-CS-5
  it('elsewhere shows a button and uses nothing up; the button signs in there', async () => {
    const here = setting()
    const email = address()
    await ask(here, email)
    const link = await linkTo(email)
    const phone = new Browser(here.app)
    for (let visits = 0; visits < 3; visits++) {
      const page = await phone.get(link)
      expect(page.status).toBe(200)
      expect(await session(phone)).toBeNull()
    }
    const [form] = await formsOf(await phone.get(link), link)
    const response = await phone.post(form?.action ?? '', form?.fields)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await session(phone)).toMatchObject({ user: { email } })
    expect(await session(here.browser)).toBeNull()
  })

  // proves P-ML-2, P-CS-5, P-CS-6
  it.each([
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a picture', { 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ])('is not used up by %s in the same browser', async (_, headers) => {
    const here = setting()
    const email = address()
    await ask(here, email)
    const link = await linkTo(email)
    expect((await here.browser.get(link, headers as Record<string, string>)).status).toBe(200)
    await here.browser.send(link, { method: 'HEAD' })
    expect(await session(here.browser)).toBeNull()
    expect((await here.browser.get(link, { 'sec-fetch-dest': 'document' })).headers.get('location')).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves P-CS-1, P-CS-5
  it('is nothing that another site can press the button for', async () => {
    const here = setting()
    const email = address()
    await ask(here, email)
    const { searchParams } = new URL(await linkTo(email))
    const form = { email, token: searchParams.get('token') ?? '' }
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const response = await new Browser(here.app).post(`${BASE}/callback/email`, form, foreign)
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
  })

  it('may be asked for by server code', async () => {
    const here = setting()
    const email = address()
    const caller = { headers: new Headers({ host: 'app.test', origin: ORIGIN }) }
    const outcome = await createAuth(here.app.config).signIn(caller, {
      providerId: 'email',
      fields: { email, callbackUrl: '/x' },
    })
    expect(outcome.url).toBe(`${BASE}/verify-request?provider=email&type=email`)
    for (const { name, value } of outcome.cookies) here.browser.plant(ORIGIN, name, value)
    expect((await here.browser.get(await linkTo(email))).headers.get('location')).toBe(`${ORIGIN}/x`)
  })

  // proves SES-3, §11.3
  it('works with sessions in a cookie, too', async () => {
    const here = setting({ session: { strategy: 'jwt' } })
    const email = address()
    await ask(here, email)
    await here.browser.get(await linkTo(email))
    expect(await session(here.browser)).toMatchObject({ user: { email } })
  })

  // proves §2.4 12, §2.4 15, §7.3, §14 MissingAdapter, §14 MissingAdapterMethods
  it('needs a database that keeps links', async () => {
    const problem = async (adapter: Adapter | undefined): Promise<unknown> => {
      const { app } = setting({ adapter }, {}, memory())
      return createAuth(app.config)
        .session({ headers: new Headers({ host: 'app.test' }) })
        .catch((error: unknown) => error)
    }
    expect(await problem(undefined)).toMatchObject({ type: 'MissingAdapter' })
    const { useVerificationToken, ...without } = memory()
    expect(await problem(without)).toMatchObject({
      type: 'MissingAdapterMethods',
      message: expect.stringContaining('useVerificationToken'),
    })
  })
})
