import { type Adapter, type AdapterUser, type AuthConfig, createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startInbox } from '../../../../playground/inbox.ts'
import { watched } from '../kit/adapter.ts'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor } from '../kit/app.ts'
import { Browser, formsOf } from '../kit/browser.ts'

let inbox: Awaited<ReturnType<typeof startInbox>>
beforeAll(async () => {
  inbox = await startInbox()
})
afterAll(() => inbox.close())
afterEach(() => {
  vi.useRealTimers()
})

interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly to: unknown
}

interface Setting {
  readonly app: App
  readonly adapter: Adapter
  readonly told: [string, unknown][]
  readonly browser: Browser
}

/** An application that sends its links through a real mail server. */
function setting(
  config: Partial<AuthConfig> = {},
  options: Partial<EmailConfig> = {},
  adapter: Adapter = memory(),
): Setting {
  const told: Setting['told'] = []
  const listen =
    (name: string) =>
    (message: unknown): unknown =>
      told.push([name, message])
  const events = {
    createUser: listen('createUser'),
    updateUser: listen('updateUser'),
    linkAccount: listen('linkAccount'),
    signIn: listen('signIn'),
  }
  const provider = Nodemailer({
    id: 'email',
    server: inbox.smtpUrl,
    from: 'Example <no-reply@app.test>',
    ...options,
  })
  const app = createApp({ adapter, providers: [provider], events, ...config })
  return { app, adapter, told, browser: new Browser(app) }
}

async function ask({ browser }: Setting, email: string, callbackUrl = '/after'): Promise<Response> {
  return browser.post(`${BASE}/signin/email`, { email, callbackUrl })
}

async function mailTo(address: string): Promise<Mail> {
  const list = (await (
    await fetch(`${inbox.url}/messages?to=${encodeURIComponent(address)}&wait=5000`)
  ).json()) as { id: string }[]
  const [newest] = list
  return (await (await fetch(`${inbox.url}/messages/${newest?.id}`)).json()) as Mail
}

async function linkTo(address: string): Promise<string> {
  const { text } = await mailTo(address)
  return text.match(/https:\/\/\S+/)?.[0] ?? ''
}

async function session(browser: Browser): Promise<unknown> {
  return (await browser.get(`${BASE}/session`)).json()
}

/** Addresses that no other test writes to. */
let count = 0
function address(): string {
  count += 1
  return `ann${count}@example.com`
}

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
    expect(await (await fetch(`${inbox.url}/messages?to=${email}`)).json()).toEqual([])
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

  // proves P-CC-1, P-ML-1, §7.2 useVerificationToken, §12.1 c, §14 Verification
  it('works once, also for twenty clicks at once', async () => {
    const here = setting()
    const email = address()
    await ask(here, email)
    const link = new URL(await linkTo(email))
    const form = { email, token: link.searchParams.get('token') ?? '' }
    const phones = Array.from({ length: 20 }, () => new Browser(here.app))
    await Promise.all(phones.map((phone) => phone.post(`${BASE}/callback/email`, form)))
    const sessions = await Promise.all(phones.map(session))
    expect(sessions.filter((found) => found !== null)).toHaveLength(1)
    const again = await here.browser.get(link.href)
    expect(again.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
    expect((await here.browser.get(`${BASE}/error?error=Verification`)).status).toBe(403)
  })

  // proves P-CC-3, P-AL-5
  it('makes one user of two links that are opened at once', async () => {
    const sent: string[] = []
    const late = watched(memory(), () => new Promise((resolve) => setTimeout(resolve, 5)))
    const send: EmailConfig['sendVerificationRequest'] = ({ url }) => {
      sent.push(url)
    }
    const here = setting({}, { sendVerificationRequest: send }, late)
    const email = address()
    for (let links = 0; links < 2; links++) await ask(here, email)
    const phones = sent.map(() => new Browser(here.app))
    await Promise.all(
      phones.map((phone, index) =>
        phone.post(`${BASE}/callback/email`, Object.fromEntries(new URL(sent[index] ?? '').searchParams)),
      ),
    )
    for (const phone of phones) expect(await session(phone)).toMatchObject({ user: { email } })
    expect(here.told.filter(([name]) => name === 'createUser')).toHaveLength(1)
  })

  // proves P-ML-3, §12.1 c, §14 Verification
  it.each([
    ['another address', (link: URL) => link.searchParams.set('email', 'mallory@example.com')],
    ['no address', (link: URL) => link.searchParams.delete('email')],
    ['another token', (link: URL) => link.searchParams.set('token', '0'.repeat(64))],
    ['two tokens', (link: URL) => link.searchParams.append('token', 'x')],
    ['no token', (link: URL) => link.searchParams.delete('token')],
  ])('with %s lets nobody in', async (_, change) => {
    const here = setting()
    const email = address()
    await ask(here, email)
    const link = new URL(await linkTo(email))
    change(link)
    const fields = Object.fromEntries(link.searchParams)
    const posted = await here.browser.post(`${BASE}/callback/email`, fields)
    expect(posted.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
    const opened = await here.browser.get(link.href)
    expect([null, `${BASE}/error?error=Verification`]).toContain(opened.headers.get('location'))
    expect(await session(here.browser)).toBeNull()
  })

  // proves P-CS-5
  it('for another address than the one that was asked for is not opened by itself, not even here', async () => {
    const here = setting()
    const email = address()
    await ask(here, email)
    const link = new URL(await linkTo(email))
    link.searchParams.set('email', 'mallory@example.com')
    expect((await here.browser.get(link.href)).status).toBe(200)
  })

  // proves P-ML-1, §5.6 a, §8.4, §12.1 c, §14 Verification
  it('is over after maxAge', async () => {
    const here = setting({}, { maxAge: 600 })
    const email = address()
    await ask(here, email)
    const link = await linkTo(email)
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] })
    const { searchParams } = new URL(link)
    const response = await here.browser.post(`${BASE}/callback/email`, {
      email,
      token: searchParams.get('token') ?? '',
    })
    expect(response.headers.get('location')).toBe(`${BASE}/error?error=Verification`)
  })

  // proves P-ML-1, §5.6, §7.2 createVerificationToken
  it('is stored as a hash only', async () => {
    const stored: { token: string; identifier: string }[] = []
    const adapter = watched(
      memory(),
      (method, [row]) => method === 'createVerificationToken' && stored.push(row as (typeof stored)[0]),
    )
    const here = setting({}, {}, adapter)
    const email = address()
    await ask(here, email)
    const token = new URL(await linkTo(email)).searchParams.get('token') ?? ''
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    expect(stored).toEqual([
      { identifier: email, token: expect.stringMatching(/^[0-9a-f]{64}$/), expires: expect.any(Date) },
    ])
    expect(stored[0]?.token).not.toBe(token)
  })

  // proves P-JW-5, CFG-35
  it('that was sent before a rotation of the secret works after it', async () => {
    const adapter = memory()
    const [old, newest] = [
      'an older secret that is long enough for it',
      'a newer secret that is long enough for it',
    ]
    const before = setting({ secret: old }, {}, adapter)
    const email = address()
    await ask(before, email)
    const { searchParams } = new URL(await linkTo(email))
    const after = setting({ secret: [newest, old] }, {}, adapter)
    await after.browser.post(`${BASE}/callback/email`, Object.fromEntries(searchParams))
    expect(await session(after.browser)).toMatchObject({ user: { email } })
  })

  // proves P-LG-3, §14 EmailSignInError
  it('leaves no row and no crash when the mail cannot be sent', async () => {
    const rows = new Set<string>()
    const adapter = watched(memory(), (method, [row]) => {
      const { token } = row as { token: string }
      if (method === 'createVerificationToken') rows.add(token)
      if (method === 'useVerificationToken') rows.delete(token)
    })
    const here = setting({}, { server: 'smtp://127.0.0.1:1' }, adapter)
    const { response, url } = await here.browser.follow(await ask(here, address()))
    expect(url).toBe(`${BASE}/signin?error=EmailSignInError`)
    expect(await response.text()).toContain('The e-mail could not be sent')
    const script = await here.browser.post(
      `${BASE}/signin/email`,
      { email: address() },
      { 'x-auth-return-redirect': '1' },
    )
    expect(await script.text()).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/)
    expect(rows.size).toBe(0)
    expect(here.app.errors).toEqual(['EmailSignInError', 'EmailSignInError'])
    expect(here.browser.cookies(ORIGIN).filter(({ name }) => name.includes('transaction'))).toEqual([])
  })

  // proves P-ML-4, §12.1 a
  it.each(['', 'foo', '"a@evil.com"@example.com', 'a@b@c', 'ann@example.com\r\nBcc: x@evil.test'])(
    'is not sent to %j',
    async (email) => {
      const here = setting()
      expect((await ask(here, email)).headers.get('location')).toBe(`${BASE}/signin?error=EmailSignInError`)
      expect(here.app.errors).toEqual(['EmailSignInError'])
    },
  )

  // proves §5.6, §8.4
  it('may be sent by the application itself, to addresses by its own rule', async () => {
    const sent: Parameters<NonNullable<EmailConfig['sendVerificationRequest']>>[0][] = []
    const options: Partial<EmailConfig> = {
      sendVerificationRequest: (request) => {
        sent.push(request)
      },
      normalizeIdentifier: (identifier) => {
        if (!identifier.endsWith('@corp.test')) throw new Error('not one of ours')
        return identifier.toLowerCase()
      },
      generateVerificationToken: () => 'abc123',
    }
    const here = setting({ theme: { brandColor: '#123456' } }, options)
    expect((await ask(here, 'ann@example.com')).headers.get('location')).toBe(
      `${BASE}/signin?error=EmailSignInError`,
    )
    await ask(here, 'Ann@corp.test')
    expect(sent).toEqual([
      expect.objectContaining({
        identifier: 'ann@corp.test',
        token: 'abc123',
        theme: { brandColor: '#123456', buttonText: '#fff' },
        texts: expect.objectContaining({ lang: 'en' }),
        expires: expect.any(Date),
      }),
    ])
    expect((await here.browser.get(sent[0]?.url ?? '')).headers.get('location')).toBe(`${ORIGIN}/after`)
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

describe('the mail', () => {
  // proves P-ML-7, §12.1 d
  it('has a link in text and in HTML, and no more than is needed', async () => {
    const here = setting({ theme: { brandColor: '#aa3300' } })
    const email = address()
    await ask(here, email, '/a?b="c"&d=<e>')
    const { subject, text, html } = await mailTo(email)
    const [url = ''] = text.match(/https:\/\/\S+/) ?? []
    expect(subject).toBe('Sign in to app.test')
    expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
    expect(html).toContain('background:#aa3300')
    expect(html).not.toMatch(/<script|<img|<e>/)
    expect(html).not.toMatch(/>[^<]*app\.test/)
  })
})

// proves P-ML-3
it('of several links to one address one can be used, and the others are over then', async () => {
  const links: string[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void links.push(url),
  }
  const app = createApp({ adapter: memory(), providers: [mail] })
  const browser = new Browser(app)
  for (let count = 0; count < 3; count++)
    await browser.post(`${BASE}/signin/email`, { email: 'ann@example.com', callbackUrl: '/after' })
  const locations: (string | null)[] = []
  for (const link of links) locations.push((await browser.get(link)).headers.get('location'))
  expect(locations).toEqual([`${ORIGIN}/after`, ...Array(2).fill(`${BASE}/error?error=Verification`)])
})

describe.each(['jwt', 'database'] as const)(
  'the first proof of an address, with the strategy %s',
  (strategy) => {
    const idp = createIdp()

    /** Somebody signs in at a provider with an address that is not theirs; then its owner opens a link. */
    async function hijack(unverifiedAccounts?: 'keep' | 'remove', adapter: Adapter = memory()) {
      const link: string[] = []
      const mail: EmailConfig = {
        id: 'email',
        name: 'e-mail',
        type: 'email',
        sendVerificationRequest: ({ url }) => void link.push(url),
      }
      const app = createApp({
        adapter,
        session: { strategy },
        providers: [oidcFor(idp), mail],
        unverifiedAccounts,
      })
      const mallory = new Browser(app)
      const arrive = async (): Promise<Response> => {
        const begin = await mallory.post(`${BASE}/signin/idp`)
        return mallory.get(
          idp.agree(begin.headers.get('location') ?? '', { sub: 'mallory', email: 'owner@example.com' }).href,
        )
      }
      await arrive()
      const owner = new Browser(app)
      const open = async (): Promise<void> => {
        await owner.post(`${BASE}/signin/email`, { email: 'owner@example.com' })
        await owner.get(link.at(-1) ?? '')
      }
      await open()
      return { mallory, owner, arrive, open }
    }

    // proves P-ML-8
    it('ends the access of whoever used it before, where that is wished', async () => {
      const { mallory, owner, arrive } = await hijack('remove')
      expect(await session(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect(await session(mallory)).toBeNull()
      expect((await arrive()).headers.get('location')).toBe(`${BASE}/signin?error=OAuthAccountNotLinked`)
      expect(await session(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
    })

    // proves P-ML-8
    it('ends it also where the adapter leaves out what is null in its database', async () => {
      const users = memory()
      const getUserByEmail = async (email: string): Promise<AdapterUser | null> => {
        const user = await users.getUserByEmail?.(email)
        return user ? ({ ...user, emailVerified: user.emailVerified ?? undefined } as AdapterUser) : null
      }
      const { mallory, owner } = await hijack('remove', { ...users, getUserByEmail })
      expect(await session(owner)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect(await session(mallory)).toBeNull()
    })

    it('is made once: later links leave accounts and sessions alone', async () => {
      const { owner, open } = await hijack('remove')
      const begin = await owner.post(`${BASE}/signin/idp`)
      await owner.get(
        idp.agree(begin.headers.get('location') ?? '', { sub: 'own', email: 'elsewhere@example.com' }).href,
      )
      await open()
      const again = await owner.post(`${BASE}/signin/idp`)
      const back = await owner.get(
        idp.agree(again.headers.get('location') ?? '', { sub: 'own', email: 'elsewhere@example.com' }).href,
      )
      expect(back.headers.get('location')).toBe(ORIGIN)
    })

    // proves §11.2 1
    it('leaves all as it was by default, as existing applications have it', async () => {
      const { mallory, arrive } = await hijack()
      expect(await session(mallory)).toMatchObject({ user: { email: 'owner@example.com' } })
      expect((await arrive()).headers.get('location')).toBe(ORIGIN)
    })
  },
)

it.each([
  [{ deleteAccountsByUserId: undefined }, 'MissingAdapterMethods', 'deleteAccountsByUserId'],
  [{ deleteSessionsByUserId: undefined }, 'MissingAdapterMethods', 'deleteSessionsByUserId'],
])(
  'an adapter that cannot end an access is refused where that is wished: %o',
  async (lacking, type, named) => {
    const adapter = { ...memory(), ...lacking } as unknown as Adapter
    const { problem } = await createAuth(
      createApp({ adapter, unverifiedAccounts: 'remove' }).config,
    ).config.checkConfig()
    expect(problem).toMatchObject({ type, message: expect.stringContaining(named) })
    expect(await createAuth(createApp({ adapter }).config).config.checkConfig()).toMatchObject({
      problem: undefined,
    })
  },
)
