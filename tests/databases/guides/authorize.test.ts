import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Auth } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { type Guide, openGuide } from '@latchkey/test-support/applications/guide.ts'
import { Browser, type Site } from '@latchkey/test-support/kit/browser.ts'
import { type RunningInbox, startInbox } from '@latchkey/test-support/servers/inbox.ts'
import { startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import type { LatchkeyResult } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createApplication } from '../migrate/command.ts'
import { PG_TABLES } from '../postgres/authjs-tables.ts'

const ORIGIN = 'https://app.test'
const BASE = `${ORIGIN}/api/auth`
const SECRET = 'a secret that is long enough for every test here'
const PASSWORD = 'correct horse battery staple'
/** `bcryptjs` 3.0.3 wrote it. */
const HASH = '$2b$05$eLEpr8rt30iN9pxorEiJkeA0xHUU3FOPHn5POsdWrvwKiGCT1uLWm'

/** The system's `crypt`, as the package that the page imports. */
const BCRYPT = `
import { spawnSync } from 'node:child_process'
export function compare(password, hash) {
  const script = 'local $/; my ($password, $hash) = split /\\\\0/, <STDIN>; print crypt($password, $hash)'
  return String(spawnSync('perl', ['-e', script], { input: password + '\\0' + hash }).stdout) === hash
}`

let guide: Guide
let inbox: RunningInbox
let server: Awaited<ReturnType<typeof startPostgres>>
let pool: pg.Pool
let url: string
let site: Site

beforeAll(async () => {
  server = await startPostgres()
  inbox = await startInbox()
  url = await server.createDatabase('authorize', PG_TABLES)
  pool = new pg.Pool({ connectionString: url })
  await pool.query(`ALTER TABLE users ADD COLUMN "passwordHash" text;
    INSERT INTO users (name, email, "emailVerified", "passwordHash") VALUES
      ('Ann', 'ann@example.com', now(), '${HASH}'), ('Ben', 'ben@example.com', NULL, '${HASH}'),
      ('Cem', 'cem@example.com', NULL, NULL), ('Dee', 'dee@example.com', NULL, 'unreadable')`)
  const application = createApplication('pg')
  const migrate = ['migrate', '--tables', 'auth.js/pg', '--apply', '--url', url]
  expect(await application.latchkey(migrate)).toMatchObject({ code: 0 })
  application.remove()
  guide = openGuide('auth-js/passwords', import.meta.dirname)
  const folder = join(guide.folder, 'node_modules', 'bcryptjs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.js'), BCRYPT)
  writeFileSync(join(folder, 'package.json'), '{ "name": "bcryptjs", "type": "module", "main": "index.js" }')
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('AUTH_SECRET', SECRET)
  vi.stubEnv('AUTH_URL', ORIGIN)
  vi.stubEnv('AUTH_NODEMAILER_SERVER', inbox.smtpUrl)
  vi.stubEnv('AUTH_NODEMAILER_FROM', 'no-reply@app.test')
  const { handlers } = await guide.import<LatchkeyResult>('auth.ts')
  site = {
    origin: ORIGIN,
    fetch: (request) => handlers[request.method === 'GET' ? 'GET' : 'POST'](new NextRequest(request)),
  }
})
afterAll(async () => {
  vi.unstubAllEnvs()
  guide?.remove()
  await pool?.end()
  await inbox?.close()
  await server?.stop()
})

/** Signs in to the old application, whose `authorize` compares the column with the password. */
async function signInBefore(browser: Browser, email: string): Promise<unknown> {
  const { csrfToken } = await (await browser.get(`${BASE}/csrf`)).json()
  await browser.post(`${BASE}/callback/credentials`, { csrfToken, email, password: PASSWORD })
  return (await browser.get(`${BASE}/session`)).json()
}

const oldSite: Site = {
  origin: ORIGIN,
  fetch: (request) =>
    Auth(request, {
      secret: SECRET,
      trustHost: true,
      basePath: '/api/auth',
      providers: [Credentials({ credentials: { email: {}, password: {} }, authorize })],
    }),
}

async function authorize({ email, password }: Partial<Record<string, unknown>>) {
  const { rows } = await pool.query('SELECT * FROM users WHERE email = $1', [email])
  const script = 'local $/; my ($password, $hash) = split /\\0/, <STDIN>; print crypt($password, $hash)'
  const hash: string = rows[0]?.passwordHash ?? ''
  const { stdout } = spawnSync('perl', ['-e', script], { input: `${password}\0${hash}` })
  return hash !== '' && String(stdout) === hash ? { id: String(rows[0].id), email: String(email) } : null
}

async function signIn(browser: Browser, email: string, password = PASSWORD): Promise<string | null> {
  const response = await browser.post(`${BASE}/callback/password`, { email, password })
  return response.headers.get('location')
}

const sessionOf = async (browser: Browser): Promise<unknown> => (await browser.get(`${BASE}/session`)).json()

// proves VER-1
it('keeps the session of Auth.js, and signs in with the password that `authorize` compared', async () => {
  const old = new Browser(oldSite)
  expect(await signInBefore(old, 'ann@example.com')).toMatchObject({ user: { email: 'ann@example.com' } })

  expect(await guide.run('import-passwords.ts --dry-run')).toContain('imported: 2')
  expect((await pool.query('SELECT * FROM latchkey_passwords')).rows).toEqual([])
  const report = await guide.run('import-passwords.ts')
  expect(report).toContain('imported: 2')
  expect(report).toMatch(/row: 3,\s+reason: 'hash'/)

  const moved = new Browser(site)
  for (const { name, value } of old.cookies(ORIGIN)) moved.plant(ORIGIN, name, value)
  expect(await sessionOf(moved)).toMatchObject({ user: { email: 'ann@example.com' } })

  const browser = new Browser(site)
  await signIn(browser, 'ann@example.com', `${PASSWORD}.`)
  expect(await sessionOf(browser)).toBeNull()
  await signIn(browser, 'Ann@example.com')
  expect(await sessionOf(browser)).toMatchObject({ user: { email: 'ann@example.com' } })
  const { rows } = await pool.query('SELECT hash FROM latchkey_passwords ORDER BY user_id')
  expect(rows).toEqual([{ hash: expect.stringMatching(/^\$argon2id\$/) }, { hash: HASH }])
})

it('lets a user whose address is not verified verify it first', async () => {
  const browser = new Browser(site)
  expect(await signIn(browser, 'ben@example.com')).toMatch(/\/api\/auth\/verify$/)
  expect(await sessionOf(browser)).toBeNull()
})

it('leaves the column as it was, so that the old application still signs in', async () => {
  expect((await pool.query('SELECT "passwordHash" FROM users ORDER BY id')).rows).toEqual([
    { passwordHash: HASH },
    { passwordHash: HASH },
    { passwordHash: null },
    { passwordHash: 'unreadable' },
  ])
  const session = await signInBefore(new Browser(oldSite), 'ann@example.com')
  expect(session).toMatchObject({ user: { email: 'ann@example.com' } })
})
