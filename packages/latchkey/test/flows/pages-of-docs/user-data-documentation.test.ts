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
import type { MailMessage } from 'latchkey/types'
import { NextRequest } from 'next/server.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

/** The browser that calls a server action or a route. */
const caller = vi.hoisted(() => ({ browser: undefined as Browser | undefined }))
// Exists only inside Next.js. The cookies are those of the browser.
vi.mock('next/headers.js', () => {
  // Next.js decodes the values.
  const readCookies = () =>
    (caller.browser?.cookies(ORIGIN) ?? []).map(({ name, value }) => ({
      name,
      value: decodeURIComponent(value),
    }))
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
  let changeEmail: (previous: string, form: FormData) => Promise<string>
  let application: Application
  let browser: Browser
  let mails: MailMessage[]

  beforeAll(async () => {
    const page = await open('sign-in/email')
    ;({ changeEmail } = await page.import<{ changeEmail: typeof changeEmail }>('app/account/change-email.ts'))
  })
  beforeEach(async () => {
    mails = []
    const mail = { name: 'test', from: 'app@app.test', send: (sent: MailMessage) => void mails.push(sent) }
    application = createApplication({ mail, account: { security: true } })
    browser = application.browser()
    await signInByLink(application, browser, EMAIL)
  })

  async function change(email: string): Promise<string> {
    caller.browser = browser
    return changeEmail('', form({ email }))
  }

  it('changes it after the links to both addresses', async () => {
    const before = await userByEmail(application, EMAIL)
    expect(await change('New@example.com')).toContain('We sent an e-mail')
    expect(mails.map(({ to }) => to).sort()).toEqual([EMAIL, 'new@example.com'])
    for (const { text } of [...mails]) {
      expect((await userByEmail(application, EMAIL))?.id).toBe(before?.id)
      const link = new URL(/https:\S+/.exec(text)?.[0] ?? '')
      await browser.post(link.origin + link.pathname, Object.fromEntries(link.searchParams))
    }
    expect(await userByEmail(application, EMAIL)).toBeNull()
    expect(await userByEmail(application, 'new@example.com')).toMatchObject({ id: before?.id })
  })

  it('returns a message for an invalid address, and for too many changes', async () => {
    expect(await change('x')).toBe('Enter another e-mail address.')
    const messages: string[] = []
    for (let count = 0; count < 10; count++) messages.push(await change(`new${count}@example.com`))
    expect(messages.at(-1)).toBe('Too many attempts. Try again later.')
  })

  it('redirects a signed-out visitor to the sign-in page', async () => {
    const signedOut = application.browser()
    expect(await run(signedOut, () => changeEmail('', form({ email: 'new@example.com' })))).toBe(
      '/api/auth/signin?callbackUrl=/account',
    )
    expect(mails).toEqual([])
  })
})
