import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createIdp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { type RunningInbox, startInbox } from '@latchkey/test-support/servers/inbox.ts'
import type { Callbacks } from 'latchkey'
import type { SqliteAdapter } from 'latchkey/adapters/sqlite'
import type { LatchkeyResult, Session } from 'latchkey/next'
import { hashPassword } from 'latchkey/password'
import { NextRequest } from 'next/server.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const PAGE = join(import.meta.dirname, '../../../../../docs/guides/roles.md')
const ORIGIN = 'https://app.test'
const ADMIN = 'ann@example.com'
const MEMBER = 'ben@example.com'

const PASSWORD = 'correct horse battery staple'

/** The inbox is a server of its own, which the simulated provider does not replace. */
const realFetch = fetch

interface Database {
  readonly adapter: SqliteAdapter
  readonly db: DatabaseSync
}

interface Members {
  listMembers(): Promise<unknown[]>
  storeRole(id: string, role: string): Promise<void>
}

interface Roles {
  can(user: { role?: string } | null, permission: string): boolean
  readRole(value: unknown): string | undefined
}

/** The files of the page "Roles and permissions". */
let page: PageFiles
let db: DatabaseSync
const idp = createIdp()

isolateEnvironment()
beforeEach(() => {
  vi.stubEnv('AUTH_SECRET', 'a secret that is long enough for every test here')
  vi.stubEnv('AUTH_URL', ORIGIN)
  vi.stubEnv('DATABASE_PATH', join(page.folder, 'app.db'))
  vi.stubEnv('AUTH_ACME_ISSUER', idp.issuer)
  vi.stubEnv('AUTH_ACME_ID', idp.clientId)
  vi.stubEnv('AUTH_ACME_SECRET', idp.clientSecret)
  vi.stubGlobal('fetch', idp.fetch)
  db.exec(
    `UPDATE members SET role = 'admin' WHERE id = 'ann'; UPDATE members SET role = 'member' WHERE id = 'ben'`,
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
beforeAll(async () => {
  vi.stubEnv('MEMBERS_FILE', ':memory:')
  page = await writePageFiles('guides/roles')
  ;({ db } = await page.import<{ db: DatabaseSync }>('src/members.ts'))
  for (const [id, email] of [
    ['ann', ADMIN],
    ['ben', MEMBER],
  ] as const) {
    db.prepare('INSERT INTO members (id, name, email) VALUES (?, ?, ?)').run(id, id, email)
    db.prepare('INSERT INTO passwords VALUES (?, ?)').run(id, await hashPassword(`${id}'s password`))
  }
})
afterAll(async () => {
  await close(page)
  await page.remove()
})

/** Closes the connections of `src/database.ts`. Windows removes no file that is open. */
async function close(files: PageFiles): Promise<void> {
  vi.stubEnv('DATABASE_PATH', join(files.folder, 'app.db'))
  const { adapter, db: users } = await files.import<Database>('src/database.ts')
  adapter.close()
  users.close()
}

/** Serves the routes and the proxy of a configuration of the page. */
function createSite({ handlers, auth }: LatchkeyResult) {
  return {
    origin: ORIGIN,
    fetch: (request: Request): Promise<Response> => {
      const incoming = new NextRequest(request)
      if (!incoming.nextUrl.pathname.startsWith('/api/auth/')) return auth(incoming, undefined as never)
      return request.method === 'GET' ? handlers.GET(incoming) : handlers.POST(incoming)
    },
  }
}

/** Returns the statement of the page that contains a text. */
async function statementFor(text: string): Promise<string> {
  const cells = (await readFile(PAGE, 'utf8')).matchAll(/\| `(UPDATE [^`]+)` \|$/gm)
  return [...cells].map(([, statement = '']) => statement).find((statement) => statement.includes(text)) ?? ''
}

async function browserFor(file: string): Promise<{ browser: Browser; latchkey: LatchkeyResult }> {
  const latchkey = await page.import<LatchkeyResult>(file)
  return { browser: new Browser(createSite(latchkey)), latchkey }
}

async function signInWithPassword(browser: Browser, id: 'ann' | 'ben'): Promise<void> {
  const email = `${id}@example.com`
  await browser.post(`${ORIGIN}/api/auth/callback/credentials`, { email, password: `${id}'s password` })
}

async function signInAtAcme(browser: Browser): Promise<void> {
  const started = await browser.post(`${ORIGIN}/api/auth/signin/acme`)
  await browser.get(idp.agree(started.headers.get('location') ?? '').href)
}

async function readSession(browser: Browser): Promise<Session | null> {
  return (await browser.get(`${ORIGIN}/api/auth/session`)).json()
}

/** Sends what any script in the browser could send. */
async function askToBecomeAdmin(browser: Browser): Promise<Session | null> {
  const headers = { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const data = { role: 'admin', user: { role: 'admin', id: 'ann' }, sub: 'ann' }
  const body = JSON.stringify({ data })
  return (await browser.send(`${ORIGIN}/api/auth/session`, { method: 'POST', headers, body })).json()
}

const getStatus = async (browser: Browser, path: string): Promise<number> =>
  (await browser.get(`${ORIGIN}${path}`)).status

describe('a role in a cookie session', () => {
  it('comes from `authorize`, and opens the paths that it has a permission for', async () => {
    const { browser } = await browserFor('src/auth.ts')
    await signInWithPassword(browser, 'ann')
    expect((await readSession(browser))?.user).toMatchObject({ id: 'ann', email: ADMIN, role: 'admin' })
    expect(JSON.stringify(await readSession(browser))).not.toContain('scrypt')
    expect([await getStatus(browser, '/admin'), await getStatus(browser, '/admin/new')]).toEqual([200, 200])
  })

  it('is not raised by an update from the client', async () => {
    const { browser } = await browserFor('src/auth.ts')
    await signInWithPassword(browser, 'ben')
    expect((await askToBecomeAdmin(browser))?.user).toMatchObject({ id: 'ben', role: 'member' })
    expect((await readSession(browser))?.user).toMatchObject({ id: 'ben', role: 'member' })
    expect(await getStatus(browser, '/admin')).toBe(403)
  })

  it('is kept after a change until the sessions of the user are revoked', async () => {
    const { browser, latchkey } = await browserFor('src/auth.ts')
    await signInWithPassword(browser, 'ann')
    db.exec(`UPDATE members SET role = 'member' WHERE id = 'ann'`)
    expect(await getStatus(browser, '/admin')).toBe(200)
    await latchkey.revokeSessions('ann')
    expect(await readSession(browser)).toBeNull()
    await signInWithPassword(browser, 'ann')
    expect(await getStatus(browser, '/admin')).toBe(403)
  })
})

describe('the rules for paths', () => {
  it('send signed-out visitors to the sign-in page, and signed-in users without access a 403', async () => {
    const { browser } = await browserFor('src/auth.ts')
    const response = await browser.get(`${ORIGIN}/admin`)
    expect(response.headers.get('location')).toBe(
      `${ORIGIN}/api/auth/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/admin`)}`,
    )
    expect(await getStatus(browser, '/articles')).toBe(200)
    await signInWithPassword(browser, 'ben')
    expect(await getStatus(browser, '/account')).toBe(200)
    expect(await getStatus(browser, '/articles/edit')).toBe(403)
  })

  it('open no path that is not listed', async () => {
    const { browser } = await browserFor('src/auth.ts')
    await signInWithPassword(browser, 'ann')
    const paths = ['/new-page', '/administration', '/ADMIN', '/%2561dmin', '//admin', '/constructor']
    for (const path of paths)
      expect({ path, status: await getStatus(browser, path) }).toEqual({ path, status: 403 })
  })

  it('require the permission for a path below a public one, in any spelling', async () => {
    const { browser } = await browserFor('src/auth.ts')
    await signInWithPassword(browser, 'ben')
    for (const path of ['/articles/%65dit', '/articles/edi%74', '/%61rticles/edit', '/%61dmin'])
      expect({ path, status: await getStatus(browser, path) }).toEqual({ path, status: 403 })
    expect(await getStatus(browser, '/articles/caf%C3%A9')).toBe(200)
    await expect(getStatus(browser, '/articles/%ff')).rejects.toThrow('URI malformed')
  })

  it('give a user with an unknown role no permission', async () => {
    const { can, readRole } = await page.import<Roles>('src/roles.ts')
    for (const role of ['root', 'toString', '__proto__', '', undefined]) {
      expect(readRole(role)).toBeUndefined()
      expect(can({ role }, 'users:manage')).toBe(false)
    }
    expect(can(null, 'users:manage')).toBe(false)
  })
})

describe('a role in a database session', () => {
  it('is `member` for a new user, and a change applies to the next request', async () => {
    const { browser } = await browserFor('src/auth-database.ts')
    const { adapter } = await page.import<Database>('src/database.ts')
    await signInAtAcme(browser)
    const { user } = (await readSession(browser)) ?? {}
    expect(user).toMatchObject({ email: ADMIN, role: 'member' })
    expect(await getStatus(browser, '/admin')).toBe(403)
    await adapter.updateUser({ id: user?.id ?? '', ...{ role: 'admin' } })
    expect(await getStatus(browser, '/admin')).toBe(200)
    await signInAtAcme(browser)
    expect((await readSession(browser))?.user).toMatchObject({ role: 'admin' })
    await adapter.deleteUser(user?.id ?? '')
  })

  it('is not raised by an update from the client', async () => {
    const { browser } = await browserFor('src/auth-database.ts')
    await signInAtAcme(browser)
    expect((await askToBecomeAdmin(browser))?.user).toMatchObject({ role: 'member' })
    expect((await readSession(browser))?.user).toMatchObject({ role: 'member' })
    expect(await getStatus(browser, '/admin')).toBe(403)
  })
})

describe('a user without a role', () => {
  it('is a member, and the first administrator by the statement of the page', async () => {
    const { browser } = await browserFor('src/auth-database.ts')
    const files = { database: 'src/database.ts', members: 'src/members-database.ts' }
    const { adapter, db: users } = await page.import<Database>(files.database)
    const { listMembers, storeRole } = await page.import<Members>(files.members)
    await signInAtAcme(browser)
    const { id = '' } = (await readSession(browser))?.user ?? {}
    expect(await adapter.getUser(id)).not.toHaveProperty('role')
    expect(await listMembers()).toMatchObject([{ id, role: 'member' }])
    users.exec((await statementFor('json_set')).replace('you@example.com', ADMIN))
    expect(await getStatus(browser, '/admin')).toBe(200)
    await storeRole(id, 'editor')
    expect(await listMembers()).toMatchObject([{ id, role: 'editor' }])
    expect(await getStatus(browser, '/articles/edit')).toBe(200)
    await adapter.deleteUser(id)
  })

  it('can also become the first administrator in the table `members`', async () => {
    db.exec((await statementFor('UPDATE members SET')).replace('you@example.com', MEMBER))
    expect(db.prepare(`SELECT role FROM members WHERE id = 'ben'`).get()).toEqual({ role: 'admin' })
  })
})

describe('the combined configuration', { timeout: 60_000 }, () => {
  let inbox: RunningInbox
  let latchkey: LatchkeyResult

  beforeAll(async () => {
    inbox = await startInbox()
  })
  beforeEach(async () => {
    vi.stubEnv('DATABASE_PATH', join(page.folder, 'combined.db'))
    vi.stubEnv('AUTH_GOOGLE_ISSUER', idp.issuer)
    vi.stubEnv('AUTH_GOOGLE_ID', idp.clientId)
    vi.stubEnv('AUTH_GOOGLE_SECRET', idp.clientSecret)
    vi.stubEnv('AUTH_NODEMAILER_SERVER', inbox.smtpUrl)
    vi.stubEnv('AUTH_NODEMAILER_FROM', 'Example <no-reply@example.com>')
    latchkey ??= await page.import<LatchkeyResult>('src/auth-combined.ts')
  })
  afterAll(() => inbox.close())

  async function readMail(to: string): Promise<string> {
    const mails = await realFetch(`${inbox.url}/messages?to=${encodeURIComponent(to)}`)
    const [mail] = (await mails.json()) as { text: string }[]
    return mail?.text ?? ''
  }

  async function signInWithGoogle(browser: Browser, claims: Record<string, unknown>): Promise<string> {
    const started = await browser.post(`${ORIGIN}/api/auth/signin/google`)
    const url = idp.agree(started.headers.get('location') ?? '', { name: 'Ann', ...claims })
    return (await browser.get(url.href)).headers.get('location') ?? ''
  }

  /** Chooses a password with the link of an e-mail. */
  async function reset(browser: Browser, email: string): Promise<void> {
    await browser.post(`${ORIGIN}/api/auth/reset`, { email })
    const link = new URL((await readMail(email)).match(/https:\S+/)?.[0] ?? '')
    await browser.post(`${ORIGIN}/api/auth/reset`, {
      email,
      token: link.searchParams.get('token') ?? '',
      password: PASSWORD,
    })
  }

  it('makes a user who signs up with a password a member', async () => {
    const browser = new Browser(createSite(latchkey))
    const email = 'cleo@example.com'
    await browser.post(`${ORIGIN}/api/auth/signup`, { email, password: PASSWORD })
    const code = /\b\d{4}[ -]?\d{4}\b/.exec(await readMail(email))?.[0] ?? ''
    await browser.post(`${ORIGIN}/api/auth/signup`, { code })
    expect((await readSession(browser))?.user).toMatchObject({ email, role: 'member' })
    expect([await getStatus(browser, '/account'), await getStatus(browser, '/admin')]).toEqual([200, 403])
  })

  it('keeps the Google account of a verified user who chooses a password', async () => {
    const claims = { sub: 'dan', email: 'Dan@example.com', email_verified: true, hd: 'example.com' }
    const browser = new Browser(createSite(latchkey))
    await signInWithGoogle(browser, claims)
    expect((await readSession(browser))?.user).toMatchObject({ email: 'dan@example.com', role: 'member' })
    await reset(browser, 'dan@example.com')
    expect(await readSession(browser)).toBeNull()
    const fields = { email: 'dan@example.com', password: PASSWORD }
    await browser.post(`${ORIGIN}/api/auth/callback/password`, fields)
    expect((await readSession(browser))?.user).toMatchObject({ email: 'dan@example.com' })
    expect(await signInWithGoogle(new Browser(createSite(latchkey)), claims)).not.toContain('error=')
  })

  it('signs in by e-mail link', async () => {
    const browser = new Browser(createSite(latchkey))
    await browser.post(`${ORIGIN}/api/auth/signin/nodemailer`, { email: 'fay@example.com' })
    await browser.get((await readMail('fay@example.com')).match(/https:\S+/)?.[0] ?? '')
    expect((await readSession(browser))?.user).toMatchObject({ email: 'fay@example.com', role: 'member' })
  })
})

describe('a role from a provider', () => {
  it('is one of the known roles, regardless of the claim', async () => {
    const { roleFromClaims } = await page.import<{ roleFromClaims(claims: object): string }>(
      'src/role-from-claims.ts',
    )
    expect(roleFromClaims({ groups: ['acme-admins'] })).toBe('admin')
    expect(roleFromClaims({ groups: ['acme-editors', 'x'] })).toBe('editor')
    for (const groups of [undefined, 'acme-admins', { 0: 'acme-admins' }, ['admin'], []])
      expect(roleFromClaims({ groups })).toBe('member')
  })
})

describe('a role that is read again', () => {
  it('takes effect after the interval, and a deleted user is signed out', async () => {
    const { jwt } = await page.import<{ jwt: NonNullable<Callbacks['jwt']> }>('src/fresh-role.ts')
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = await jwt({ token: { sub: 'ben' }, user: { id: 'ben', ...{ role: 'member' } } })
    db.exec(`UPDATE members SET role = 'editor' WHERE id = 'ben'`)
    expect(await jwt({ token: { ...first } })).toMatchObject({ role: 'member' })
    vi.setSystemTime(Date.now() + 300_000)
    expect(await jwt({ token: { ...first } })).toMatchObject({ role: 'editor' })
    expect(await jwt({ token: { ...first, sub: 'nobody' } })).toBeNull()
  })

  it('takes effect with the next request when `session` reads it', async () => {
    const { session } = await page.import<{ session: NonNullable<Callbacks['session']> }>(
      'src/current-role.ts',
    )
    const params = { session: { expires: '', user: {} }, token: { sub: 'ben' } } as never
    expect((await session(params)).user).toMatchObject({ role: 'member' })
    db.exec(`UPDATE members SET role = 'admin' WHERE id = 'ben'`)
    expect((await session(params)).user).toMatchObject({ role: 'admin' })
  })
})
