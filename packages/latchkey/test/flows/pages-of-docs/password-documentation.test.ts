import { randomBytes, scryptSync } from 'node:crypto'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { examplesIn } from '@latchkey/test-support/applications/examples-in-page.mjs'
import { readGuide } from '@latchkey/test-support/applications/page-files.mjs'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { startInbox } from '@latchkey/test-support/servers/inbox.ts'
import { NextRequest } from 'next/server.js'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { normalizeEmail } from '../../../src/security/email-address.ts'

/** The browser that calls a server action. */
const caller = vi.hoisted(() => ({ browser: undefined as Browser | undefined }))
// Exists only inside Next.js. The cookies are those of the browser.
vi.mock('next/headers.js', () => {
  const readCookies = () => caller.browser?.cookies(ORIGIN) ?? []
  const plant = (name: string, value: string) => caller.browser?.plant(ORIGIN, name, value)
  // Next.js accepts a cookie, or its name and value.
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
        host: new URL(ORIGIN).host,
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
      }),
  }
})
vi.mock('next/server.js', async (original) => ({ ...(await original<object>()), connection: async () => {} }))

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const ORIGIN = 'https://app.test'
const PASSWORD = 'correct horse battery staple'
const NEW_PASSWORD = 'four words are easy to remember'
const MINUTE_MS = 60 * 1000
/** Where the library counts the passwords that are hashed at the same time. */
const PASSWORD_SLOTS = Symbol.for('latchkey.password-slots')
/** By how much the clocks of two processes may differ. */
const CLOCK_TOLERANCE_MS = 15 * 1000
/** A hash of `PASSWORD` with a low cost, so that tests with many sign-ins are fast. */
const QUICK_HASH = quickHash(PASSWORD)

/** The files of docs/sign-in/passwords.md, as an application has them. */
// The folder for temporary files is a link on macOS, and has a short name on Windows.
const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'latchkey-passwords-')))
for (const { path, code } of examplesIn('', readGuide(`${ROOT}docs/sign-in/passwords.md`))) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), code)
}
// A junction needs no administrator on Windows; other systems ignore the type.
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')

const inbox = await startInbox()
process.env.AUTH_SECRET = 'a secret that is long enough for every test here'
process.env.AUTH_URL = ORIGIN
process.env.AUTH_NODEMAILER_SERVER = inbox.smtpUrl
process.env.DATABASE_PATH = join(folder, 'app.db')

type Result = { email: string } | { notice: string }

/** What a form shows after its action. */
interface FormState {
  notice?: string
  email?: string
}

type Action = (state: FormState, form: FormData) => Promise<FormState>

/** The functions of `src/passwords.ts`. */
interface Passwords {
  sendPasswordLink(address: string): Promise<string>
  choosePassword(token: string, password: string): Promise<Result>
  findLink(token: string): Promise<string | undefined>
  changePassword(
    userId: string,
    current: string,
    password: string,
    endOtherSessions: () => Promise<void>,
  ): Promise<string>
}

const { sendPasswordLink, choosePassword, changePassword, findLink }: Passwords = await load('passwords')
const { findUserByPassword } = await load('password-sign-in')
const { handlers, revokeSessions } = await load('auth')
const { adapter, db } = await load('database')
const { readHash, storeHash } = await load('password-store')
const { readEmail } = await load('email-address')
const { texts, noticeOf, isNotice } = await load('password-texts')
const { verifyOrReplace } = await load('imported-hashes')
const actions: Record<'requestLink' | 'submitNewPassword' | 'logIn' | 'submitPasswordChange', Action> =
  await load('app/password-actions')

const site = {
  origin: ORIGIN,
  fetch: (request: Request) => handlers[request.method](new NextRequest(request)),
}

// biome-ignore lint/suspicious/noExplicitAny: the modules of the page have no types here.
function load(name: string): Promise<any> {
  return import(join(folder, 'src', `${name}.ts`))
}

// The log of rejected passwords.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  caller.browser = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
})

afterAll(async () => {
  adapter.close()
  db.close()
  await inbox.close()
  rmSync(folder, { recursive: true })
})

function quickHash(password: string): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const salt = randomBytes(16)
  return `$scrypt$ln=4,r=8,p=1$${base64(salt)}$${base64(scryptSync(password, salt, 32, { N: 2 ** 4 }))}`
}

/** Moves the clock of the application and, in the database, that of the store. */
function wait(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
  db.prepare('UPDATE latchkey_store SET expires = expires - ?').run(milliseconds)
}

let count = 0

/** Returns an address that no other test uses. */
function newAddress(): string {
  count += 1
  return `ann${count}@example.com`
}

interface Mail {
  readonly id: number
  readonly subject: string
  readonly text: string
}

async function mailsTo(address: string): Promise<Mail[]> {
  return (await fetch(`${inbox.url}/messages?to=${encodeURIComponent(address)}`)).json() as Promise<Mail[]>
}

/** Requests a link, and returns the token in the e-mail. */
async function requestToken(address: string): Promise<string> {
  expect(await sendPasswordLink(address)).toBe('link-sent')
  const [mail] = await mailsTo(address.trim().toLowerCase())
  const link = new URL(mail?.text.match(/https:\S+/)?.[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${ORIGIN}/choose-password`)
  return link.searchParams.get('token') ?? ''
}

/** Creates a user with `PASSWORD`, and returns the address. */
async function createUser(emailVerified: Date | null = new Date()): Promise<string> {
  const email = newAddress()
  const { id } = await adapter.createUser({ id: crypto.randomUUID(), email, emailVerified })
  await storeHash(id, QUICK_HASH)
  return email
}

/** Signs in at the endpoint. @returns the location of the response */
async function signIn(browser: Browser, email: string, password: string): Promise<string | null> {
  const response = await browser.post(`${ORIGIN}/api/auth/callback/credentials`, { email, password })
  return response.headers.get('location')
}

/** Returns a browser in which the user is signed in. */
async function signedIn(email: string, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(site)
  expect(await signIn(browser, email, password)).toBe(ORIGIN)
  return browser
}

async function readSession(browser: Browser): Promise<{ user: { id: string; email: string } } | null> {
  return (await browser.get(`${ORIGIN}/api/auth/session`)).json() as Promise<{
    user: { id: string; email: string }
  } | null>
}

/** Submits a form of the page with one of its server actions. @returns its message */
async function submit(
  browser: Browser,
  action: keyof typeof actions,
  fields: Record<string, string>,
): Promise<FormState> {
  caller.browser = browser
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return actions[action]({}, form)
}

/** Submits a form whose action redirects. @returns the URL */
async function readRedirect(...call: Parameters<typeof submit>): Promise<string> {
  const error: unknown = await submit(...call).then(
    (state) => state,
    (thrown) => thrown,
  )
  return (error as { digest?: string }).digest?.split(';')[2] ?? `no redirect: ${JSON.stringify(error)}`
}

const endOthers = (id: string) => () => revokeSessions(id, { except: 'current' })

async function findUserId(email: string): Promise<string> {
  return (await adapter.getUserByEmail(email)).id
}

// Hashing is slow by design.
describe('the files of docs/sign-in/passwords.md', { timeout: 60_000 }, () => {
  describe('sign-up', () => {
    it('creates a user with a verified address, who can then sign in', async () => {
      const email = newAddress()
      const token = await requestToken(`  ${email.toUpperCase()} `)
      expect(await adapter.getUserByEmail(email)).toBeNull()
      expect(await choosePassword(token, PASSWORD)).toEqual({ email })
      expect(await adapter.getUserByEmail(email)).toMatchObject({ email, emailVerified: expect.any(Date) })
      const browser = await signedIn(email)
      expect(await readSession(browser)).toMatchObject({ user: { email, id: await findUserId(email) } })
    })

    it.each([
      '',
      'ann',
      'ann@',
      '@example.com',
      'a@b@example.com',
      'a@example.com, b@example.com',
      'a\r\nBcc: b@example.com',
      'Ann <ann@example.com>',
      `${'a'.repeat(250)}@example.com`,
      'ann@ä%2ecom',
      'ann@ä/b.com',
      'ann\u200b@example.com',
    ])('sends nothing to the invalid address "%s"', async (address) => {
      expect(await sendPasswordLink(address)).toBe('invalid-email')
    })

    // proves AUD-F1
    it.each([
      ' Änn@EXAMPLE.com',
      'ann@Exämple.com',
      'ann@straße.de',
      'ann@ｅxample.com',
      'ann@例え.jp',
      'ann@k\u212Astra\u00DFe.de',
    ])('stores the address "%s" in the form in which the library stores it', async (text) => {
      count += 1
      const address = text.replace('nn', `nn${count}`)
      expect(await sendPasswordLink(address)).toBe('link-sent')
      expect(readEmail(address)).toBe(normalizeEmail(address))
    })

    it('sends the same message and the same e-mail for an existing and for an unknown address', async () => {
      const existing = await createUser()
      const unknown = newAddress()
      const withoutToken = ({ subject, text }: Mail) => ({
        subject,
        text: text.replace(/token=\S+/, 'token='),
      })
      const results = [await sendPasswordLink(existing), await sendPasswordLink(unknown)]
      const [toExisting] = await mailsTo(existing)
      const [toUnknown] = await mailsTo(unknown)
      expect(results).toEqual(['link-sent', 'link-sent'])
      expect(withoutToken(toExisting as Mail)).toEqual(withoutToken(toUnknown as Mail))
    })

    it.each([
      { password: '', notice: 'too-short' },
      { password: 'x'.repeat(14), notice: 'too-short' },
      { password: '\u{1F511}'.repeat(14), notice: 'too-short' },
      { password: 'x'.repeat(1025), notice: 'too-long' },
      { password: 'PasswordPassword', notice: 'too-common' },
    ])('rejects a password with $notice, and the link stays valid', async ({ password, notice }) => {
      const token = await requestToken(newAddress())
      expect(await choosePassword(token, password)).toEqual({ notice })
      expect(await findLink(token)).toBeDefined()
    })

    it('rejects a password that contains the address', async () => {
      const email = newAddress()
      const token = await requestToken(email)
      expect(await choosePassword(token, `my ${email}`)).toEqual({ notice: 'too-common' })
    })

    it('sends at most five links per address every 15 minutes, with the same message', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const email = newAddress()
      for (let attempt = 0; attempt < 7; attempt++) expect(await sendPasswordLink(email)).toBe('link-sent')
      expect(await mailsTo(email)).toHaveLength(5)
      wait(15 * MINUTE_MS)
      await sendPasswordLink(email)
      expect(await mailsTo(email)).toHaveLength(6)
    })

    it('shows a message if the mail server is down', async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      server.close()
      vi.stubEnv('AUTH_NODEMAILER_SERVER', `smtp://127.0.0.1:${port}`)
      const email = newAddress()
      const state = await submit(new Browser(site), 'requestLink', { email })
      vi.unstubAllEnvs()
      expect(state).toEqual({ email, notice: 'failed' })
      expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ code: expect.any(String) }))
    })

    it('removes the access of another user who claimed the address before', async () => {
      const email = await createUser(null)
      const id = await findUserId(email)
      const account = { provider: 'idp', providerAccountId: `of ${email}`, type: 'oidc', userId: id }
      await adapter.linkAccount(account)
      const attacker = await signedIn(email)
      await choosePassword(await requestToken(email), NEW_PASSWORD)
      expect(await readSession(attacker)).toBeNull()
      expect(await adapter.getUserByAccount(account)).toBeNull()
      expect(await signIn(new Browser(site), email, PASSWORD)).toContain('error=CredentialsSignin')
      expect(await adapter.getUser(id)).toMatchObject({ emailVerified: expect.any(Date) })
    })
  })

  describe('sign-in', () => {
    it('rejects a wrong password and an unknown address in the same way', async () => {
      const email = await createUser()
      const wrong = await signIn(new Browser(site), email, NEW_PASSWORD)
      const unknown = await signIn(new Browser(site), newAddress(), PASSWORD)
      expect(wrong).toContain('/sign-in?error=CredentialsSignin')
      expect(unknown).toBe(wrong)
    })

    it('accepts the address in upper case', async () => {
      const email = await createUser()
      expect(await findUserByPassword(email.toUpperCase(), PASSWORD)).toMatchObject({ email })
    })

    it.each([undefined, ''])('rejects the password %j', async (password) => {
      const email = await createUser()
      expect(await findUserByPassword(email, password)).toBeNull()
    })

    it('also rejects the right password after ten wrong ones, and accepts it 15 minutes later', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const email = await createUser()
      const browser = await signedIn(email)
      const post = (password: string) =>
        new Browser(site).post(`${ORIGIN}/api/auth/callback/credentials`, { email, password })
      for (let attempt = 0; attempt < 10; attempt++) expect((await post('wrong')).status).toBe(302)
      expect((await post(PASSWORD)).status).toBe(429)
      expect(await readSession(browser)).toMatchObject({ user: { email } })
      wait(15 * MINUTE_MS)
      await signedIn(email)
    })

    it('redirects to the page that the visitor requested, but to no other site', async () => {
      const email = await createUser()
      const logIn = (callbackUrl: string) =>
        readRedirect(new Browser(site), 'logIn', { email, password: PASSWORD, callbackUrl })
      expect(await logIn('/account/orders?page=2')).toBe(`${ORIGIN}/account/orders?page=2`)
      expect(await logIn('https://evil.test/')).toBe(ORIGIN)
    })

    it('shows a message for a wrong password, and for too many', async () => {
      const email = await createUser()
      const logIn = () => submit(new Browser(site), 'logIn', { email, password: 'wrong' })
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await logIn()).toEqual({ email, notice: 'wrong-credentials' })
      expect(await logIn()).toEqual({ email, notice: 'too-many-attempts' })
    })

    it('has a message for each error, regardless of the URL', () => {
      expect(
        ['CredentialsSignin', 'MissingCookie', 'toString', '', 'wrong-credentials'].map(noticeOf),
      ).toEqual(['wrong-credentials', 'missing-cookie', 'failed', 'failed', 'failed'])
      expect(['failed', 'toString', 'x', undefined].map(isNotice)).toEqual([true, false, false, false])
    })

    it('shows no hash in a session', async () => {
      const browser = await signedIn(await createUser())
      expect(JSON.stringify(await readSession(browser))).not.toContain('scrypt')
    })
  })

  describe('a password change', () => {
    it('keeps this session, ends all others, and only the new password works afterwards', async () => {
      const email = await createUser()
      const [here, elsewhere] = [await signedIn(email), await signedIn(email)]
      const copy = new Browser(site)
      for (const { name, value } of here.cookies(ORIGIN)) copy.plant(ORIGIN, name, value)
      const fields = { current: PASSWORD, password: NEW_PASSWORD }
      expect(await submit(here, 'submitPasswordChange', fields)).toEqual({ notice: 'password-changed' })
      expect(await readSession(here)).toMatchObject({ user: { email } })
      expect([await readSession(elsewhere), await readSession(copy)]).toEqual([null, null])
      expect(await signIn(elsewhere, email, PASSWORD)).toContain('error=CredentialsSignin')
      await signedIn(email, NEW_PASSWORD)
      expect((await mailsTo(email))[0]).toMatchObject({ subject: 'Your password was changed' })
    })

    it('redirects signed-out visitors to the sign-in page, and back', async () => {
      const fields = { current: PASSWORD, password: NEW_PASSWORD }
      const url = await readRedirect(new Browser(site), 'submitPasswordChange', fields)
      expect(url).toBe('/sign-in?callbackUrl=/account/password')
    })

    it('requires the current password, and ends no session without it', async () => {
      const email = await createUser()
      const browser = await signedIn(email)
      const id = await findUserId(email)
      const result = await changePassword(id, NEW_PASSWORD, NEW_PASSWORD, endOthers(id))
      expect(result).toBe('wrong-password')
      expect(await readSession(browser)).toMatchObject({ user: { email } })
      expect(await findUserByPassword(email, PASSWORD)).toMatchObject({ email })
    })

    it('applies the rules to the new password', async () => {
      const id = await findUserId(await createUser())
      const result = await changePassword(id, PASSWORD, 'short', endOthers(id))
      expect(result).toBe('too-short')
    })

    it('is rejected after ten wrong passwords', async () => {
      const id = await findUserId(await createUser())
      for (let attempt = 0; attempt < 10; attempt++)
        expect(await changePassword(id, 'wrong', NEW_PASSWORD, endOthers(id))).toBe('wrong-password')
      expect(await changePassword(id, PASSWORD, NEW_PASSWORD, endOthers(id))).toBe('too-many-attempts')
    })

    it('is rejected for a user without a password', async () => {
      const email = newAddress()
      const { id } = await adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: null })
      const result = await changePassword(id, PASSWORD, NEW_PASSWORD, endOthers(id))
      expect(result).toBe('wrong-password')
    })

    it('happens once if two requests make it at the same time', async () => {
      const id = await findUserId(await createUser())
      const results = await Promise.all([
        changePassword(id, PASSWORD, `${NEW_PASSWORD} 1`, endOthers(id)),
        changePassword(id, PASSWORD, `${NEW_PASSWORD} 2`, endOthers(id)),
      ])
      expect(results.toSorted()).toEqual(['password-changed', 'wrong-password'])
    })

    it('invalidates links that were sent before', async () => {
      const email = await createUser()
      const token = await requestToken(email)
      const id = await findUserId(email)
      await changePassword(id, PASSWORD, NEW_PASSWORD, endOthers(id))
      expect(await choosePassword(token, PASSWORD)).toEqual({ notice: 'link-expired' })
    })
  })

  describe('a reset', () => {
    it('sets the new password and ends all sessions', async () => {
      const email = await createUser()
      const browser = await signedIn(email)
      const id = await findUserId(email)
      expect(await choosePassword(await requestToken(email), NEW_PASSWORD)).toEqual({ email })
      expect(await readSession(browser)).toBeNull()
      expect(await signIn(new Browser(site), email, PASSWORD)).toContain('error=CredentialsSignin')
      const again = await signedIn(email, NEW_PASSWORD)
      expect(await readSession(again)).toMatchObject({ user: { id } })
    })

    it('keeps the accounts of a user whose address is verified', async () => {
      const email = await createUser()
      const userId = await findUserId(email)
      const account = { provider: 'idp', providerAccountId: `of ${email}`, type: 'oidc', userId }
      await adapter.linkAccount(account)
      await choosePassword(await requestToken(email), NEW_PASSWORD)
      expect(await adapter.getUserByAccount(account)).toMatchObject({ email })
    })

    it('works once per link, and invalidates the other links to the address', async () => {
      const email = await createUser()
      const [earlier, token, other] = [
        await requestToken(email),
        await requestToken(email),
        await requestToken(await createUser()),
      ]
      expect(await choosePassword(token, NEW_PASSWORD)).toEqual({ email })
      for (const used of [token, earlier])
        expect(await choosePassword(used, PASSWORD)).toEqual({ notice: 'link-expired' })
      expect(await findUserByPassword(email, NEW_PASSWORD)).toMatchObject({ email })
      expect(await findLink(other)).toBeDefined()
    })

    it('works once if two requests use the link at the same time', async () => {
      const token = await requestToken(newAddress())
      const results = await Promise.all([
        choosePassword(token, PASSWORD),
        choosePassword(token, NEW_PASSWORD),
      ])
      expect(results.filter((result) => 'email' in result)).toHaveLength(1)
    })

    it('rejects a link after one hour', async () => {
      vi.useFakeTimers({ toFake: ['Date'] })
      const token = await requestToken(newAddress())
      vi.setSystemTime(Date.now() + 59 * MINUTE_MS)
      expect(await findLink(token)).toBeDefined()
      vi.setSystemTime(Date.now() + MINUTE_MS + CLOCK_TOLERANCE_MS)
      expect(await findLink(token)).toBeUndefined()
      expect(await choosePassword(token, PASSWORD)).toEqual({ notice: 'link-expired' })
    })

    it.each(['', 'undefined', 'a'.repeat(100_000)])('rejects an unknown link (%#)', async (token) => {
      expect(await choosePassword(token, PASSWORD)).toEqual({ notice: 'link-expired' })
    })

    it('stores no token', async () => {
      const token = await requestToken(newAddress())
      await choosePassword(token, PASSWORD)
      expect(JSON.stringify(db.prepare('SELECT * FROM latchkey_store').all())).not.toContain(token)
    })

    it('ends with the sessions of the user', async () => {
      const email = await createUser()
      const token = await requestToken(email)
      await revokeSessions(await findUserId(email))
      expect(await choosePassword(token, NEW_PASSWORD)).toEqual({ notice: 'link-expired' })
    })

    it('ends when another user has taken the address, or the user is deleted', async () => {
      const email = newAddress()
      const early = await requestToken(email)
      await adapter.createUser({ id: crypto.randomUUID(), email, emailVerified: new Date() })
      expect(await choosePassword(early, PASSWORD)).toEqual({ notice: 'link-expired' })
      const late = await requestToken(email)
      await adapter.deleteUser(await findUserId(email))
      expect(await choosePassword(late, PASSWORD)).toEqual({ notice: 'link-expired' })
    })
  })

  it('show a message while too many passwords are hashed, and keep the link', async () => {
    const [existing, invited] = [await createUser(), newAddress()]
    const token = await requestToken(invited)
    const id = await findUserId(existing)
    vi.stubGlobal(PASSWORD_SLOTS, { enter: async () => false, leave: () => undefined })
    const results = [
      await choosePassword(token, PASSWORD),
      await changePassword(id, PASSWORD, NEW_PASSWORD, endOthers(id)),
    ]
    vi.unstubAllGlobals()
    expect(results).toEqual([{ notice: 'failed' }, 'failed'])
    expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ type: 'ServiceUnavailable' }))
    expect(await choosePassword(token, PASSWORD)).toEqual({ email: invited })
  })

  it('delete the hash with its user', async () => {
    const id = await findUserId(await createUser())
    await adapter.deleteUser(id)
    expect(await readHash(id)).toBeUndefined()
  })

  it('move hashes out of a field of the user', async () => {
    const user = { id: crypto.randomUUID(), email: newAddress(), emailVerified: null, role: 'admin' }
    await adapter.createUser({ ...user, passwordHash: '$scrypt$…' })
    const [, sql = ''] =
      /^```sql\n(INSERT OR IGNORE .*?)^```$/ms.exec(readGuide(`${ROOT}docs/sign-in/passwords.md`)) ?? []
    db.exec(sql)
    expect(await readHash(user.id)).toBe('$scrypt$…')
    expect(await adapter.getUser(user.id)).toEqual({ ...user, name: null, image: null })
  })

  it('verify an imported hash once, and replace it', async () => {
    const id = await findUserId(await createUser())
    const imported = '$2b$10$imported'
    const asked: string[] = []
    const verifyImported = async (password: string) => {
      asked.push(password)
      return password === 'short'
    }
    await storeHash(id, imported)
    expect(await verifyOrReplace(id, 'wrong', imported, verifyImported)).toBe(false)
    expect(await readHash(id)).toBe(imported)
    expect(await verifyOrReplace(id, 'short', imported, verifyImported)).toBe(true)
    expect(await readHash(id)).toMatch(/^\$scrypt\$/)
    expect(await verifyOrReplace(id, 'short', await readHash(id), verifyImported)).toBe(true)
    expect(asked).toEqual(['wrong', 'short'])
  })

  it('have a text for every notice that the functions return', () => {
    const source = readFileSync(join(folder, 'src', 'passwords.ts'), 'utf8')
    for (const [, notice = ''] of source.matchAll(/notice: '([\w-]+)'/g)) expect(texts).toHaveProperty(notice)
  })
})
