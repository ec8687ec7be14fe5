import type { Server } from '@latchkey/test-support/applications/servers.mjs'
import { completeAtProvider } from '@latchkey/test-support/kit/playground.ts'
import { type RunningProvider, startProvider } from '@latchkey/test-support/servers/provider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Application, FORMS, MOVED, prepare } from './application.ts'
import { type Chromium, startChromium } from './chromium.ts'
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
let chromium: Chromium

beforeAll(async () => {
  application = await prepare('sveltekit', { framework: 'sveltekit', settings })
  visitor = createVisitor(application)
  chromium = await startChromium()
})

afterAll(async () => {
  await chromium?.close()
  await provider?.close()
})

test('the script moves everything', () => {
  expect({ findings: application.findings, leftovers: application.leftovers }).toEqual(MOVED)
})

// proves DROP-13
describe.each(FORMS)('SvelteKit, for %s', (form) => {
  let server: Server
  beforeAll(async () => {
    server = await application.start(form)
  })
  afterAll(() => server.stop())

  test('redirects a signed-out visitor to the sign-in page, and back after the sign-in', async () => {
    const browser = new Browser()
    const login = readRedirect(await visitor.open(browser, '/account?tab=name')) ?? ''
    expect(login).toBe(`/signin?redirectTo=${encodeURIComponent('/account?tab=name')}`)
    const start = await visitor.submit(browser, login, 'Sign in with Playground ID')
    expect(readRedirect(await signInAtProvider(browser, start, 'Ada'))).toBe('/account?tab=name')
    expect(await readText(await visitor.open(browser, '/account'))).toContain('Account of ada@example.com')
  })

  test('signs in with a password', async () => {
    const browser = new Browser()
    const response = await visitor.submit(browser, '/signin', 'Sign in with a password', PASSWORD)
    expect(readRedirect(response)).toBe('/account')
    expect(await readSession(browser)).toEqual({ status: 200, session: { user: ROOT } })
    expect((await visitor.open(browser, '/admin')).status).toBe(200)
  })

  test('shows a text for a wrong password', async () => {
    const browser = new Browser()
    const wrong = { password: 'difference' }
    const response = await visitor.submit(browser, '/signin', 'Sign in with a password', wrong)
    expect(response.status).toBe(400)
    expect(await readText(response)).toContain('Sign-in failed: CredentialsSignin')
    expect((await readSession(browser)).status).toBe(401)
  })

  test('adds to the session what its callbacks return', async () => {
    const browser = await signedIn('Ada')
    expect(await readSession(browser)).toMatchObject({ status: 200, session: { user: ADA } })
    expect((await visitor.open(browser, '/admin')).status).toBe(403)
  })

  test('signs out with the component', async () => {
    const browser = await signedIn('Ada')
    expect(readRedirect(await visitor.submit(browser, '/', 'Leave'))).toBe('/')
    expect((await readSession(browser)).status).toBe(401)
  })

  test('signs in and out in the browser', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in in the browser' }).click()
    await page.getByRole('button', { name: 'Ada' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Account of ada@example.com' }).waitFor()
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign out in the browser' }).click()
    await page.waitForURL('**/signin')
    expect((await page.request.get('/api/me')).status()).toBe(401)
  })
})

test('users stay signed in when the application moves, and when it moves back', async () => {
  let ada = new Browser()
  const root = new Browser()
  await whileRunning(application, 'authjs', async () => {
    ada = await signedIn('Ada')
  })
  await whileRunning(application, 'latchkey', async () => {
    expect(await readSession(ada)).toMatchObject({ status: 200, session: { user: ADA } })
    expect((await visitor.open(ada, '/account')).status).toBe(200)
    await visitor.submit(root, '/signin', 'Sign in with a password', PASSWORD)
  })
  await whileRunning(application, 'authjs', async () => {
    expect(await readSession(ada)).toMatchObject({ status: 200, session: { user: ADA } })
    expect(await readSession(root)).toEqual({ status: 200, session: { user: ROOT } })
    expect((await visitor.open(root, '/admin')).status).toBe(200)
  })
})

const PASSWORD = { password: 'analytical' }
const ROOT = { id: expect.any(String), name: 'Root', email: 'root@example.com', role: 'admin' }
const ADA = { id: expect.any(String), name: 'Ada Lovelace', email: 'ada@example.com', role: 'member' }

/** Starts the provider, which knows the address of the application. */
async function settings(origin: string): Promise<NodeJS.ProcessEnv> {
  const client = { clientId: 'sveltekit', clientSecret: 'a secret that only the provider knows' }
  const redirectUris = [`${origin}/auth/callback/playground`]
  provider = await startProvider({ clients: [{ ...client, redirectUris }] })
  return {
    AUTH_PLAYGROUND_ISSUER: provider.issuer,
    AUTH_PLAYGROUND_ID: client.clientId,
    AUTH_PLAYGROUND_SECRET: client.clientSecret,
  }
}

async function signedIn(name: string): Promise<Browser> {
  const browser = new Browser()
  const start = await visitor.submit(browser, '/signin', 'Sign in with Playground ID')
  await signInAtProvider(browser, start, name)
  return browser
}

async function signInAtProvider(browser: Browser, start: Response, name: string): Promise<Response> {
  return browser.get(await completeAtProvider(browser, application.origin, start, name, 'Allow'))
}

function readSession(browser: Browser): Promise<SessionResult> {
  return visitor.session(browser, '/api/me')
}
