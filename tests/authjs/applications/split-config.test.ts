import type { Server } from '@latchkey/test-support/applications/servers.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

beforeAll(async () => {
  application = await prepare('split-config', { framework: 'next' })
  visitor = createVisitor(application)
})

test('the script moves everything', () => {
  expect({ findings: application.findings, leftovers: application.leftovers }).toEqual(MOVED)
})

// proves DROP-3, DROP-5
describe.each(FORMS)('a split configuration, for %s', (form) => {
  let server: Server
  beforeAll(async () => {
    server = await application.start(form)
  })
  afterAll(() => server.stop())

  test('redirects a signed-out visitor to the sign-in page, and back after the sign-in', async () => {
    const browser = new Browser()
    const login = readRedirect(await visitor.open(browser, '/dashboard/invoices?page=2')) ?? ''
    const { pathname, searchParams } = new URL(login, application.origin)
    expect({ pathname, callbackUrl: searchParams.get('callbackUrl') }).toEqual({
      pathname: '/login',
      callbackUrl: `${application.origin}/dashboard/invoices?page=2`,
    })
    const response = await visitor.submit(browser, login, 'Log in', ADA)
    expect(readRedirect(response)).toBe('/dashboard/invoices?page=2')
    const invoices = await visitor.open(browser, '/dashboard/invoices?page=2')
    expect(await readText(invoices)).toContain('Invoices of ada@example.com, page 2')
  })

  test('shows a text for a wrong password', async () => {
    const browser = new Browser()
    const response = await visitor.submit(browser, '/login', 'Log in', { ...ADA, password: 'difference' })
    expect(await readText(response)).toContain('Invalid credentials.')
    expect((await readSession(browser)).status).toBe(401)
  })

  test('redirects a signed-in user away from the sign-in page', async () => {
    const browser = await signedIn(ADA)
    for (const path of ['/login', '/login?callbackUrl=%2Fdashboard%2Finvoices', '/']) {
      expect({ path, to: readRedirect(await visitor.open(browser, path)) }).toEqual({
        path,
        to: '/dashboard',
      })
    }
  })

  test('adds to the session what its callbacks return', async () => {
    expect(await readSession(await signedIn(GRACE))).toEqual({ status: 200, session: { user: GRACE_SHOWN } })
  })

  // proves DROP-2
  test('passes a boolean of the server action to `authorize`', async () => {
    const browser = await signedIn({ ...ADA, remember: 'on' })
    const user = { ...ADA_SHOWN, isRemembered: true }
    expect(await readSession(browser)).toEqual({ status: 200, session: { user } })
  })

  test('signs out', async () => {
    const browser = await signedIn(ADA)
    expect(readRedirect(await visitor.submit(browser, '/dashboard', 'Sign out'))).toBe('/')
    expect((await readSession(browser)).status).toBe(401)
  })
})

// proves DROP-3
test('users stay signed in when the application moves, and when it moves back', async () => {
  const [ada, grace] = [new Browser(), new Browser()]
  await whileRunning(application, 'authjs', async () => {
    await visitor.submit(ada, '/login', 'Log in', ADA)
    expect(await readSession(ada)).toEqual({ status: 200, session: { user: ADA_SHOWN } })
  })
  await whileRunning(application, 'latchkey', async () => {
    expect(await readSession(ada)).toEqual({ status: 200, session: { user: ADA_SHOWN } })
    expect((await visitor.open(ada, '/dashboard')).status).toBe(200)
    await visitor.submit(grace, '/login', 'Log in', GRACE)
  })
  await whileRunning(application, 'authjs', async () => {
    expect(await readSession(ada)).toEqual({ status: 200, session: { user: ADA_SHOWN } })
    expect(await readSession(grace)).toEqual({ status: 200, session: { user: GRACE_SHOWN } })
    expect((await visitor.open(grace, '/dashboard')).status).toBe(200)
  })
})

async function signedIn(user: typeof ADA): Promise<Browser> {
  const browser = new Browser()
  await visitor.submit(browser, '/login', 'Log in', user)
  return browser
}

function readSession(browser: Browser): Promise<SessionResult> {
  return visitor.session(browser, '/api/me')
}

const ADA = { email: 'ada@example.com', password: 'analytical', remember: 'off' }
const ADA_SHOWN = {
  id: '410544b2',
  name: 'Ada',
  email: 'ada@example.com',
  plan: 'pro',
  isRemembered: false,
}
const GRACE = { email: 'grace@example.com', password: 'compiler', remember: 'off' }
const GRACE_SHOWN = {
  id: '9ec739f9',
  name: 'Grace',
  email: 'grace@example.com',
  plan: 'free',
  isRemembered: false,
}
