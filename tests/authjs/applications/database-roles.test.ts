import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Server } from '@latchkey/test-support/applications/servers.mjs'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { type RunningProvider, startProvider } from '@latchkey/test-support/servers/provider.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Application, FORMS, MOVED, prepare } from './application.ts'
import {
  Browser,
  createVisitor,
  readRedirect,
  readText,
  type SessionResult,
  whileRunning,
} from './visitor.ts'

let application: Application
let visitor: ReturnType<typeof createVisitor>
let provider: RunningProvider
let folder: string
let database: DatabaseSync

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-roles-'))
  database = new DatabaseSync(join(folder, 'app.db'))
  database.exec(readFileSync(join(import.meta.dirname, 'database-roles', 'schema.sql'), 'utf8'))
  const settings = async (origin: string): Promise<NodeJS.ProcessEnv> => {
    const client = { clientId: 'members', clientSecret: 'a secret that only the provider knows' }
    const redirectUris = [`${origin}/api/auth/callback/playground`]
    provider = await startProvider({ clients: [{ ...client, redirectUris }] })
    return {
      DATABASE_PATH: join(folder, 'app.db'),
      AUTH_PLAYGROUND_ISSUER: provider.issuer,
      AUTH_PLAYGROUND_ID: client.clientId,
      AUTH_PLAYGROUND_SECRET: client.clientSecret,
    }
  }
  application = await prepare('database-roles', { framework: 'next', settings })
  visitor = createVisitor(application)
})

afterAll(async () => {
  await provider?.close()
  database?.close()
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  for (const table of ['User', 'Account', 'Session']) database.exec(`DELETE FROM ${table}`)
})

test('the script moves everything', () => {
  expect({ findings: application.findings, leftovers: application.leftovers }).toEqual(MOVED)
})

// proves DROP-1
describe.each(FORMS)('roles in database sessions, for %s', (form) => {
  let server: Server
  beforeAll(async () => {
    server = await application.start(form)
  })
  afterAll(() => server.stop())

  test('creates a user with the default role of the database', async () => {
    const browser = await signedIn('Ada')
    expect(await readSession(browser)).toMatchObject({
      status: 200,
      session: { user: shown('Ada', 'member') },
    })
    expect((await visitor.open(browser, '/admin')).status).toBe(404)
  })

  test('keeps the session token out of the session', { skip: form === 'authjs' }, async () => {
    const { session } = await readSession(await signedIn('Ada'))
    expect(session).not.toHaveProperty('sessionToken')
  })

  test('shows the admin page to an administrator', async () => {
    const browser = await signedIn('Ada')
    setRole('Ada', 'admin')
    expect(await readSession(browser)).toMatchObject({
      status: 200,
      session: { user: shown('Ada', 'admin') },
    })
    expect(await readText(await visitor.open(browser, '/admin'))).toContain('ada@example.com: admin')
  })

  test('redirects a banned user to the sign-in page', async () => {
    const browser = await signedIn('Ada')
    expect((await visitor.open(browser, '/account')).status).toBe(200)
    setRole('Ada', 'banned')
    expect(readRedirect(await visitor.open(browser, '/account'))).toMatch(/^\/api\/auth\/signin\?/)
  })

  test('redirects a signed-out visitor to the sign-in page, and back after the sign-in', async () => {
    const browser = new Browser()
    const target = readRedirect(await visitor.open(browser, '/account')) ?? ''
    const callbackUrl = new URL(target, application.origin).searchParams.get('callbackUrl')
    expect(callbackUrl).toBe(`${application.origin}/account`)
    const start = await visitor.submit(browser, target, 'Playground ID')
    expect(readRedirect(await signInAtProvider(browser, start, 'Ada'))).toBe('/account')
  })

  test('deletes the session in the database when the user signs out', async () => {
    const browser = await signedIn('Ada')
    const copy = copyBrowser(browser)
    await visitor.submit(browser, '/', 'Sign out')
    expect(sessionTokens()).toEqual([])
    expect((await readSession(copy)).status).toBe(401)
  })

  test('rejects a sign-in that the visitor cancels', async () => {
    const browser = new Browser()
    const start = await visitor.submit(browser, '/', 'Sign in with Playground ID')
    const response = await browser.get(await completeAtProvider(browser, application.origin, start, 'Cancel'))
    expect(readRedirect(response)).toContain('error=')
    expect((await readSession(browser)).status).toBe(401)
  })
})

// proves DROP-1
test('users stay signed in when the application moves, and when it moves back', async () => {
  let ada = new Browser()
  let grace = new Browser()
  await whileRunning(application, 'authjs', async () => {
    ada = await signedIn('Ada')
  })
  setRole('Ada', 'admin')
  const tokens = sessionTokens()
  await whileRunning(application, 'latchkey', async () => {
    expect(await readSession(ada)).toMatchObject({ status: 200, session: { user: shown('Ada', 'admin') } })
    expect((await visitor.open(ada, '/admin')).status).toBe(200)
    expect(sessionTokens()).toEqual(tokens)
    grace = await signedIn('Grace')
  })
  await whileRunning(application, 'authjs', async () => {
    expect(await readSession(ada)).toMatchObject({ status: 200, session: { user: shown('Ada', 'admin') } })
    expect(await readSession(grace)).toMatchObject({
      status: 200,
      session: { user: shown('Grace', 'member') },
    })
    expect((await visitor.open(grace, '/account')).status).toBe(200)
    // The account that Latchkey linked signs in to the same user.
    const again = await signedIn('Grace')
    expect(await readSession(again)).toMatchObject({ session: { user: shown('Grace', 'member') } })
    expect(database.prepare("SELECT count(*) AS users FROM User WHERE name LIKE 'Grace%'").get()).toEqual({
      users: 1,
    })
  })
})

async function signedIn(name: string): Promise<Browser> {
  const browser = new Browser()
  const start = await visitor.submit(browser, '/', 'Sign in with Playground ID')
  await signInAtProvider(browser, start, name)
  return browser
}

async function signInAtProvider(browser: Browser, start: Response, name: string): Promise<Response> {
  return browser.get(await completeAtProvider(browser, application.origin, start, name, 'Allow'))
}

function readSession(browser: Browser): Promise<SessionResult> {
  return visitor.session(browser, '/api/me')
}

function shown(name: 'Ada' | 'Grace', role: string): object {
  const user = provider.users.find((candidate) => String(candidate.name).startsWith(name))
  return {
    id: expect.any(String),
    name: user?.name,
    email: user?.email,
    image: user && 'picture' in user ? user.picture : null,
    role,
  }
}

function setRole(name: string, role: string): void {
  database.prepare('UPDATE User SET role = ? WHERE name LIKE ?').run(role, `${name}%`)
}

function sessionTokens(): unknown[] {
  return database.prepare('SELECT sessionToken FROM Session').all()
}

function copyBrowser(browser: Browser): Browser {
  const copy = new Browser()
  for (const { name, value } of browser.cookies(application.origin))
    copy.plant(application.origin, name, value)
  return copy
}
