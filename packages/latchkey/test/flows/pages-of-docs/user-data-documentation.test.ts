import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createIdp, oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { type AdapterUser, type AuthConfig, memoryStore, type Store } from 'latchkey'
import type { CompleteAdapter } from 'latchkey/adapters'
import sqlite from 'latchkey/adapters/sqlite'
import { Latchkey, type LatchkeyResult } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import type { VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** The browser that calls a server action or a route. */
const caller = vi.hoisted(() => ({ browser: undefined as Browser | undefined }))
// Exists only inside Next.js. The cookies are those of the browser.
vi.mock('next/headers.js', () => {
  const readCookies = () => caller.browser?.cookies(ORIGIN) ?? []
  const plant = (name: string, value: string) => caller.browser?.plant(ORIGIN, name, value)
  const set = (cookie: string | { name: string; value: string }, value = '') =>
    typeof cookie === 'string' ? plant(cookie, value) : plant(cookie.name, cookie.value)
  return {
    cookies: async () => ({
      get: (name: string) => readCookies().find((cookie) => cookie.name === name),
      getAll: readCookies,
      set,
      delete: (name: string) => plant(name, ''),
    }),
    headers: async () =>
      new Headers({
        cookie: caller.browser?.cookiesFor(ORIGIN) ?? '',
        host: 'app.test',
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
      }),
  }
})
vi.mock('next/server.js', async (original) => ({ ...(await original<object>()), connection: async () => {} }))

const ORIGIN = 'https://app.test'
const BASE = `${ORIGIN}/api/auth`
const EMAIL = 'ann@example.com'

interface Application extends LatchkeyResult {
  readonly adapter: CompleteAdapter
  readonly store: Store
  readonly idp: ReturnType<typeof createIdp>
  readonly links: string[]
  readonly browser: () => Browser
}

/** An application with a provider that revokes tokens, and e-mail links. */
function createApplication(config: Partial<AuthConfig> = {}): Application {
  const idp = createIdp()
  const links: string[] = []
  const adapter = sqlite(':memory:')
  const store = memoryStore()
  const result = Latchkey({
    adapter,
    store,
    providers: [
      oidcFor(idp),
      {
        id: 'email',
        name: 'e-mail',
        type: 'email',
        sendVerificationRequest: ({ url }) => void links.push(url),
      },
    ],
    ...config,
  })
  const { GET, POST } = result.handlers
  const site = {
    origin: ORIGIN,
    fetch: (request: Request) => (request.method === 'POST' ? POST : GET)(new NextRequest(request)),
  }
  const application = { ...result, adapter, store, idp, links, browser: () => new Browser(site) }
  // The file `auth.ts` of the pages, which each test configures.
  Object.assign(globalThis, { application })
  return application
}

async function signIn({ idp }: Application, browser: Browser, claims?: Record<string, unknown>) {
  const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
  return browser.get(idp.agree(started.headers.get('location') ?? '', claims).href)
}

async function signInByLink({ links }: Application, browser: Browser, email: string) {
  await browser.post(`${BASE}/signin/email`, { email })
  return browser.get(links.at(-1) ?? '')
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await (await browser.get(`${BASE}/session`)).json()) !== null

const userByEmail = async ({ adapter }: Application, email: string): Promise<AdapterUser | null> =>
  adapter.getUserByEmail(email)

/** Runs an action as the user of a browser. @returns the path to which it redirects */
async function run(browser: Browser, action: () => Promise<unknown>): Promise<string> {
  caller.browser = browser
  const thrown = await action().catch((error: unknown) => error)
  const digest = (thrown as { digest?: unknown } | undefined)?.digest
  if (typeof digest !== 'string') throw thrown ?? new Error('The action did not redirect.')
  return digest.split(';')[2] ?? ''
}

const form = (fields: Record<string, string>): FormData => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const opened: PageFiles[] = []

/** Returns the files of a page, with an `auth.ts` that a test configures. */
async function open(page: string): Promise<PageFiles> {
  const files = await writePageFiles(page)
  opened.push(files)
  const names = ['auth', 'currentUser', 'removeAccess', 'revokeSessions', 'signOut']
  const lines = names.map((name) => `export const ${name} = (...call) => application.${name}(...call)`)
  const adapter = 'export const adapter = new Proxy({}, { get: (_, name) => application.adapter[name] })'
  const store = 'export const store = new Proxy({}, { get: (_, name) => application.store[name] })'
  await writeFile(join(files.folder, 'auth.ts'), [adapter, store, ...lines].join('\n'))
  return files
}

isolateEnvironment()
beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_URL', ORIGIN)
})
afterEach(() => {
  vi.unstubAllGlobals()
})
afterAll(() => Promise.all(opened.map((files) => files.remove())))

describe.for(['database', 'jwt'] as const)('deleting a user, with the strategy %s', (strategy) => {
  let deleteUser: () => Promise<void>
  let GET: () => Promise<Response>
  let application: Application

  beforeAll(async () => {
    const page = await open('concepts/account-linking')
    ;({ deleteUser } = await page.import<{ deleteUser: typeof deleteUser }>('app/settings/delete-user.ts'))
    ;({ GET } = await page.import<{ GET: typeof GET }>('app/settings/export/route.ts'))
  })
  beforeEach(() => {
    application = createApplication({ session: { strategy } })
  })

  it('exports the data of the user without tokens', async () => {
    const browser = application.browser()
    await signIn(application, browser)
    caller.browser = browser
    const response = await GET()
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      user: { email: EMAIL },
      accounts: [{ provider: 'idp', type: 'oidc' }],
      passkeys: [],
    })
    const { id } = (await userByEmail(application, EMAIL)) as AdapterUser
    const [account] = await application.adapter.listAccounts(id)
    expect(account?.access_token).toEqual(expect.any(String))
    expect(text).not.toContain('token')
    caller.browser = application.browser()
    expect((await GET()).status).toBe(401)
  })

  it('ends all sessions, and removes the user and the accounts', async () => {
    const [browser, phone] = [application.browser(), application.browser()]
    await signIn(application, browser)
    await signIn(application, phone)
    const { id } = (await userByEmail(application, EMAIL)) as AdapterUser
    expect(await run(browser, deleteUser)).toBe(`${ORIGIN}/`)
    expect(await application.adapter.getUser(id)).toBeNull()
    expect(await application.adapter.listAccounts(id)).toEqual([])
    expect({ browser: await isSignedIn(browser), phone: await isSignedIn(phone) }).toEqual({
      browser: false,
      phone: false,
    })
  })

  it('ends a session that begins while the user is deleted', async () => {
    const [browser, late] = [application.browser(), application.browser()]
    await signInByLink(application, browser, EMAIL)
    const { deleteUser: remove } = application.adapter
    const beginLate = async (id: string) => {
      await signInByLink(application, late, EMAIL)
      expect(await isSignedIn(late)).toBe(true)
      return remove(id)
    }
    Object.assign(application.adapter, { deleteUser: beginLate })
    await run(browser, deleteUser)
    expect(await isSignedIn(late)).toBe(false)
  })

  it('invalidates the e-mail links that were sent', async () => {
    const browser = application.browser()
    await signInByLink(application, browser, EMAIL)
    const other = application.browser()
    await other.post(`${BASE}/signin/email`, { email: EMAIL })
    await run(browser, deleteUser)
    await other.get(application.links.at(-1) ?? '')
    expect(await userByEmail(application, EMAIL)).toBeNull()
  })

  it('makes a user who signs in again a new one', async () => {
    const browser = application.browser()
    await signIn(application, browser)
    const before = await userByEmail(application, EMAIL)
    await run(browser, deleteUser)
    await signIn(application, browser)
    const after = await userByEmail(application, EMAIL)
    expect(after?.id).toEqual(expect.any(String))
    expect(after?.id).not.toBe(before?.id)
  })

  it('redirects a signed-out visitor to the sign-in page', async () => {
    expect(await run(application.browser(), deleteUser)).toBe('/api/auth/signin?callbackUrl=/settings')
  })
})

describe('changing the e-mail address', () => {
  type Action = (data: FormData) => Promise<void>
  // The JSX of this project is Preact's.
  type Page = (props: { searchParams: Promise<Record<string, string>> }) => VNode<{ children: VNode }>
  let actions: Record<'requestEmailChange' | 'approveEmailChange' | 'confirmEmailChange', Action>
  let Page: Page
  let application: Application
  let browser: Browser
  let mails: { to: string; text: string }[]

  beforeAll(async () => {
    const page = await open('sign-in/email')
    vi.stubEnv('AUTH_SECRET', SECRET)
    actions = await page.import<typeof actions>('app/account/change-email.ts')
    ;({ default: Page } = await page.import<{ default: Page }>('app/account/change-email/page.tsx'))
  })
  beforeEach(async () => {
    mails = []
    vi.stubGlobal('readEmail', (text: string) => (text.includes('@') ? text.trim().toLowerCase() : undefined))
    vi.stubGlobal('sendMail', async (to: string, _: string, text: string) => void mails.push({ to, text }))
    application = createApplication()
    browser = application.browser()
    await signIn(application, browser)
  })

  /** Returns the token of the last link that was sent, and its step. */
  function sent(to: string): Record<'step' | 'token', string> {
    const mail = mails.at(-1)
    expect(mail?.to).toBe(to)
    const link = new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    expect(link.origin + link.pathname).toBe(`${ORIGIN}/account/change-email`)
    return Object.fromEntries(link.searchParams) as Record<'step' | 'token', string>
  }

  const submit = (name: keyof typeof actions, fields: Record<string, string>, as = browser) =>
    run(as, () => actions[name](form(fields)))

  /** Requests a change, and approves it. @returns the token of the link to the new address */
  async function request(email: string): Promise<string> {
    expect(await submit('requestEmailChange', { email })).toBe('/account?notice=link-sent')
    expect(await submit('approveEmailChange', sent(EMAIL))).toBe('/account?notice=link-sent')
    return sent(email.toLowerCase()).token
  }

  const confirm = (token: string, as = browser): Promise<string> =>
    submit('confirmEmailChange', { token }, as)

  /** Returns the text of the page to which a link leads, or the path to which it redirects. */
  async function shown(query: Record<string, string>, as = browser): Promise<string> {
    caller.browser = as
    const { type, props } = Page({ searchParams: Promise.resolve(query) }).props.children
    try {
      return render(await (type as (all: unknown) => Promise<VNode>)(props))
    } catch (thrown) {
      const { digest } = thrown as { digest?: string }
      if (digest === undefined) throw thrown
      return digest.split(';')[2] ?? ''
    }
  }

  it('changes it after both links, and keeps the account at the provider', async () => {
    const before = await userByEmail(application, EMAIL)
    const token = await request('New@example.com')
    expect(await userByEmail(application, EMAIL)).toEqual(before)
    expect(await confirm(token)).toBe('/account?notice=email-changed')
    expect(mails.at(-1)).toMatchObject({ to: EMAIL, text: expect.stringContaining('new@example.com') })
    const after = await userByEmail(application, 'new@example.com')
    expect(after).toMatchObject({ id: before?.id, emailVerified: expect.any(Date) })
    expect(await application.adapter.listAccounts(after?.id ?? '')).toHaveLength(1)
    const another = application.browser()
    await signInByLink(application, another, 'new@example.com')
    expect(await (await another.get(`${BASE}/session`)).json()).toMatchObject({
      user: { email: 'new@example.com' },
    })
    expect((await userByEmail(application, 'new@example.com'))?.id).toBe(before?.id)
  })

  it('sends nothing to the new address before the current one has approved it', async () => {
    await submit('requestEmailChange', { email: 'thief@example.com' })
    expect(mails.map(({ to }) => to)).toEqual([EMAIL])
    const { token } = sent(EMAIL)
    expect(await confirm(token)).toBe('/account?notice=invalid-link')
    expect(await userByEmail(application, 'thief@example.com')).toBeNull()
  })

  it('names both addresses before a link is used', async () => {
    await submit('requestEmailChange', { email: 'new@example.com' })
    const approval = sent(EMAIL)
    const html = await shown(approval)
    expect(html).toContain(EMAIL)
    expect(html).toContain('<b>new@example.com</b>')
    await submit('approveEmailChange', approval)
    expect(await shown(sent('new@example.com'))).toContain('<b>new@example.com</b>')
    expect(await shown(approval)).toContain('expired')
  })

  it('accepts a link once, and no modified one', async () => {
    const token = await request('new@example.com')
    expect(await confirm(`${token.slice(0, -4)}AAAA`)).toBe('/account?notice=invalid-link')
    await confirm(token)
    expect(await confirm(token)).toBe('/account?notice=invalid-link')
  })

  it('ends the links when the sessions of the user are revoked', async () => {
    const token = await request('new@example.com')
    await submit('requestEmailChange', { email: 'other@example.com' })
    const { id } = (await userByEmail(application, EMAIL)) as AdapterUser
    await application.revokeSessions(id)
    await signIn(application, browser)
    expect(await confirm(token)).toBe('/account?notice=invalid-link')
    expect(await submit('approveEmailChange', sent(EMAIL))).toBe('/account?notice=invalid-link')
  })

  it('ends the other sessions of the user', async () => {
    const phone = application.browser()
    await signIn(application, phone)
    await confirm(await request('new@example.com'))
    expect({ browser: await isSignedIn(browser), phone: await isSignedIn(phone) }).toEqual({
      browser: true,
      phone: false,
    })
  })

  it('accepts the link only in a session of the user who requested it', async () => {
    const token = await request('victim@example.com')
    const victim = application.browser()
    expect(await confirm(token, victim)).toBe('/api/auth/signin?callbackUrl=/account')
    const callbackUrl = `/account/change-email?${new URLSearchParams({ step: 'confirm', token })}`
    expect(await shown({ step: 'confirm', token }, victim)).toBe(
      `/api/auth/signin?${new URLSearchParams({ callbackUrl })}`,
    )
    await signInByLink(application, victim, 'bob@example.com')
    expect(await shown({ step: 'confirm', token }, victim)).toContain('expired')
    expect(await confirm(token, victim)).toBe('/account?notice=invalid-link')
    expect(await userByEmail(application, 'victim@example.com')).toBeNull()
  })

  it('rejects the address of another user', async () => {
    await signInByLink(application, application.browser(), 'bob@example.com')
    expect(await confirm(await request('bob@example.com'))).toBe('/account?notice=address-taken')
    expect(await userByEmail(application, EMAIL)).not.toBeNull()
  })

  it('sends at most five links in 15 minutes', async () => {
    for (let request = 0; request < 5; request++)
      expect(await submit('requestEmailChange', { email: 'new@example.com' })).toBe(
        '/account?notice=link-sent',
      )
    expect(await submit('requestEmailChange', { email: 'new@example.com' })).toBe(
      '/account?notice=too-many-requests',
    )
    expect(mails).toHaveLength(5)
  })

  it('sends nothing to an invalid address, or for a signed-out visitor', async () => {
    expect(await submit('requestEmailChange', { email: 'x' })).toBe('/account?notice=invalid-email')
    expect(await submit('requestEmailChange', { email: 'new@example.com' }, application.browser())).toBe(
      '/api/auth/signin?callbackUrl=/account',
    )
    expect(mails).toEqual([])
  })
})
