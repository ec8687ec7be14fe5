import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser, findForms } from '@latchkey/test-support/kit/browser.ts'
import {
  linkTo,
  mailsTo,
  newAddress,
  requestLink,
  setUp,
  useInbox,
} from '@latchkey/test-support/kit/email.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type Adapter, createAuth } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { AuthError } from 'latchkey/errors'
import { describe, expect, it } from 'vitest'

useInbox()

describe('an e-mail link', () => {
  // proves GEN-4, EP-2, ACC-4, EV-3, EV-6, P-AL-4, P-CS-5, §3 POST /signin/<id> email
  // proves §3 GET /callback/<id> email, §7.2 createUser, §11.2 2, §11.2 3, §12.1, §12.1 b
  it('signs in a new user in the browser that requested it', async () => {
    const setup = setUp()
    const email = newAddress()
    const response = await requestLink(setup, `  ${email.toUpperCase()} `)
    expect(response.headers.get('location')).toBe(`${BASE}/verify-request?provider=email&type=email`)
    expect(await (await setup.browser.get(`${BASE}/verify-request`)).text()).toContain('Check your e-mail')
    const link = new URL(await linkTo(email))
    expect({ url: link.origin + link.pathname, parameters: [...link.searchParams.keys()] }).toEqual({
      url: `${BASE}/callback/email`,
      parameters: ['callbackUrl', 'token', 'email'],
    })
    const opened = await setup.browser.get(link.href)
    expect(opened.headers.get('location')).toBe(`${ORIGIN}/after`)
    expect(await readSession(setup.browser)).toMatchObject({ user: { email } })
    const user = await setup.adapter.getUserByEmail?.(email)
    expect(user).toMatchObject({ email, emailVerified: expect.any(Date) })
    const account = { provider: 'email', type: 'email', providerAccountId: email, userId: user?.id }
    expect(setup.events).toEqual([
      { name: 'createUser', message: { user } },
      { name: 'signIn', message: { user, account, profile: undefined, isNewUser: true } },
    ])
    expect(setup.browser.cookies(ORIGIN).map(({ name }) => name)).toEqual(['__Secure-latchkey.session-token'])
    expect(setup.app.errors).toEqual([])
  })

  // proves EV-4, §7.2 getUserByEmail, §7.2 updateUser, §11.2 1
  it('signs in an existing user and marks the e-mail address as verified', async () => {
    const setup = setUp()
    const email = newAddress()
    await setup.adapter.createUser?.({ id: 'existing', name: 'Ann', email, emailVerified: null })
    await requestLink(setup, email)
    await setup.browser.get(await linkTo(email))
    expect(await readSession(setup.browser)).toMatchObject({ user: { name: 'Ann', email } })
    expect(await setup.adapter.getUserByEmail?.(email)).toMatchObject({
      id: 'existing',
      emailVerified: expect.any(Date),
    })
    expect(setup.events.map(({ name }) => name)).toEqual(['updateUser', 'signIn'])
  })

  // proves DB-16
  it.each(['new', 'known'])('looks up a %s user once when it is opened', async (who) => {
    const lookups: unknown[] = []
    const adapter = watched(memory(), (method, args) => method === 'getUserByEmail' && lookups.push(args))
    const setup = setUp({}, {}, adapter)
    const email = newAddress()
    if (who === 'known')
      await adapter.createUser?.({ id: 'existing', name: 'Ann', email, emailVerified: null })
    await requestLink(setup, email)
    lookups.length = 0
    await setup.browser.get(await linkTo(email))
    expect(lookups).toEqual([[email]])
    const session = await readSession(setup.browser)
    expect(session).toMatchObject({ user: who === 'known' ? { name: 'Ann', email } : { email } })
  })

  // proves AUTHN-7, AUTHN-8, CB-15, ACC-4, §11.1 d, §12.1
  it('calls the signIn callback before the mail is sent and when the link is opened', async () => {
    const seen: unknown[] = []
    const setup = setUp({ callbacks: { signIn: (params) => Boolean(seen.push(params)) } })
    const email = newAddress()
    await requestLink(setup, email)
    await setup.browser.get(await linkTo(email))
    const userId = expect.any(String)
    const account = { provider: 'email', type: 'email', providerAccountId: email, userId }
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
    { result: 'false', signIn: () => false, location: `${BASE}/error?error=AccessDenied` },
    { result: 'a path', signIn: () => '/waiting-list', location: `${ORIGIN}/waiting-list` },
  ])('is not sent when the signIn callback returns $result', async ({ signIn, location }) => {
    const setup = setUp({ callbacks: { signIn } })
    const email = newAddress()
    expect((await requestLink(setup, email)).headers.get('location')).toBe(location)
    expect(await mailsTo(email)).toEqual([])
    expect(setup.browser.cookies(ORIGIN).filter(({ name }) => name.includes('transaction'))).toEqual([])
  })

  // proves DROP-19
  it('is not sent when the signIn callback throws an error of the application', async () => {
    class TooManyAddresses extends AuthError {}
    const thrown = new TooManyAddresses('Ten addresses today.')
    const errors: Error[] = []
    const setup = setUp({
      callbacks: {
        signIn() {
          throw thrown
        },
      },
      logger: { error: (error) => void errors.push(error) },
    })
    const email = newAddress()
    const response = await requestLink(setup, email)
    expect(response.headers.get('location')).toBe(`${BASE}/error?error=AccessDenied`)
    expect(errors).toMatchObject([{ type: 'AccessDenied', cause: { err: { message: thrown.message } } }])
    expect(await mailsTo(email)).toEqual([])
  })

  // proves P-ML-2, P-CS-5
  it('shows a button in another browser, and signs in there when the button is pressed', async () => {
    const setup = setUp()
    const email = newAddress()
    await requestLink(setup, email)
    const link = await linkTo(email)
    const phone = new Browser(setup.app)
    for (let count = 0; count < 3; count++) {
      const page = await phone.get(link)
      expect(page.status).toBe(200)
      expect(await readSession(phone)).toBeNull()
    }
    const [form] = await findForms(await phone.get(link), link)
    const response = await phone.post(form?.action ?? '', form?.fields)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/`)
    expect(await readSession(phone)).toMatchObject({ user: { email } })
    expect(await readSession(setup.browser)).toBeNull()
  })

  // proves AUD-F20
  it.each([
    ['the button', {}],
    ['a form with a target of its own', { callbackUrl: '/oauth/consent?client=evil' }],
  ])('does not redirect to the target of another browser through %s', async (_, extra) => {
    const redirect = ({ url }: { url: string }): string =>
      `${ORIGIN}/redirected?to=${encodeURIComponent(url)}`
    for (const [callbacks, home] of [
      [{}, `${ORIGIN}/`],
      [{ redirect }, redirect({ url: ORIGIN })],
    ] as const) {
      const setup = setUp({ callbacks })
      const email = newAddress()
      await requestLink(setup, email, '/oauth/consent?client=evil')
      const link = await linkTo(email)
      expect(new URL(link).searchParams.get('callbackUrl')).toContain('evil')
      const owner = new Browser(setup.app)
      // Where the owner wanted to go in this browser is not where the link leads.
      await owner.get(`${BASE}/signin?callbackUrl=/elsewhere`)
      const page = await owner.get(link)
      expect(await page.clone().text()).not.toContain('evil')
      const [form] = await findForms(page, link)
      const response = await owner.post(form?.action ?? '', { ...form?.fields, ...extra })
      expect(response.headers.get('location')).toBe(home)
      expect(await readSession(owner)).toMatchObject({ user: { email } })
    }
  })

  // proves AUD-F20
  it('redirects to its target from the button in the browser that requested it', async () => {
    const setup = setUp()
    const email = newAddress()
    await requestLink(setup, email)
    const link = await linkTo(email)
    const [form] = await findForms(await setup.browser.get(link, { 'sec-fetch-dest': 'iframe' }), link)
    const response = await setup.browser.post(form?.action ?? '', form?.fields)
    expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
  })

  // proves P-ML-2, P-CS-5, P-CS-6
  it.each([
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['an image', { 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-dest': 'iframe' }],
  ])('is not used up by %s in the same browser', async (_, headers) => {
    const setup = setUp()
    const email = newAddress()
    await requestLink(setup, email)
    const link = await linkTo(email)
    expect((await setup.browser.get(link, headers as Record<string, string>)).status).toBe(200)
    await setup.browser.send(link, { method: 'HEAD' })
    expect(await readSession(setup.browser)).toBeNull()
    expect((await setup.browser.get(link, { 'sec-fetch-dest': 'document' })).headers.get('location')).toBe(
      `${ORIGIN}/after`,
    )
  })

  // proves P-CS-1, P-CS-5
  it('is rejected when another site submits its form', async () => {
    const setup = setUp()
    const email = newAddress()
    await requestLink(setup, email)
    const { searchParams } = new URL(await linkTo(email))
    const form = { email, token: searchParams.get('token') ?? '' }
    const crossSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const response = await new Browser(setup.app).post(`${BASE}/callback/email`, form, crossSite)
    expect(response.headers.get('location')).toBe(`${BASE}/signin?error=MissingCSRF`)
  })

  it('can be requested from server code', async () => {
    const setup = setUp()
    const email = newAddress()
    const caller = { headers: new Headers({ host: 'app.test', origin: ORIGIN }) }
    const outcome = await createAuth(setup.app.config).signIn(caller, {
      providerId: 'email',
      fields: { email, callbackUrl: '/x' },
    })
    expect(outcome.url).toBe(`${BASE}/verify-request?provider=email&type=email`)
    for (const { name, value } of outcome.cookies) setup.browser.plant(ORIGIN, name, value)
    expect((await setup.browser.get(await linkTo(email))).headers.get('location')).toBe(`${ORIGIN}/x`)
  })

  // proves SES-3, §11.3
  it('signs in with cookie sessions', async () => {
    const setup = setUp({ session: { strategy: 'jwt' } })
    const email = newAddress()
    await requestLink(setup, email)
    await setup.browser.get(await linkTo(email))
    expect(await readSession(setup.browser)).toMatchObject({ user: { email } })
  })

  // proves §2.4 12, §2.4 15, §7.3, §14 MissingAdapter, §14 MissingAdapterMethods
  it('requires an adapter with the methods for verification tokens', async () => {
    const problem = async (adapter: Adapter | undefined): Promise<unknown> => {
      const { app } = setUp({ adapter }, {}, memory())
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
