import type { Server } from '@latchkey/test-support/applications/servers.mjs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Application, FORMS, MOVED, prepare } from './application.ts'
import { type Chromium, startChromium } from './chromium.ts'
import { whileRunning, withoutExpiry } from './visitor.ts'

let application: Application
let chromium: Chromium

beforeAll(async () => {
  application = await prepare('pages-router', { framework: 'next' })
  chromium = await startChromium()
})

afterAll(() => chromium?.close())

test('the script moves everything', () => {
  expect({ findings: application.findings, leftovers: application.leftovers }).toEqual(MOVED)
})

// proves DROP-4, DROP-6
describe.each(FORMS)('the Pages Router, for %s', (form) => {
  let server: Server
  beforeAll(async () => {
    server = await application.start(form)
  })
  afterAll(() => server.stop())

  test('getServerSideProps redirects a signed-out visitor to the sign-in page, and back', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/account')
    await logIn(page)
    await page.waitForURL('**/account')
    expect(await page.getByRole('heading').textContent()).toBe('Account')
  })

  test('signIn() in the browser opens the sign-in page, and redirects back', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/api/auth/signin?**')
    await logIn(page)
    await page.getByText('Signed in as ada@example.com').waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('the sign-in page says that the password is wrong', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/api/auth/signin')
    await logIn(page, { username: 'ada', password: 'difference' })
    await page.waitForURL('**/api/auth/signin?**')
    expect(new URL(page.url()).searchParams.get('error')).toBe('CredentialsSignin')
    expect(await readSession(page)).toEqual({ status: 401, session: { error: 'Unauthorized' } })
  })

  test('the URL contains the code of an `authorize` error', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/api/auth/signin')
    await logIn(page, { username: 'charles', password: 'difference' })
    await page.waitForURL('**/api/auth/signin?**')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({
      error: 'CredentialsSignin',
      code: 'locked',
    })
  })

  test('an API route and getServerSideProps read the session', async () => {
    const page = await signedIn()
    expect(await readSession(page)).toEqual({ status: 200, session: { user: ADA_SHOWN, theme: 'light' } })
    expect((await page.goto('/account'))?.status()).toBe(200)
    expect(await page.getByRole('heading').textContent()).toBe('Account')
  })

  test('an update in the browser is stored', async () => {
    const page = await signedIn()
    await page.goto('/settings')
    await page.getByText('Theme: light').waitFor()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.getByText('Theme: dark').waitFor()
    expect(await readSession(page)).toMatchObject({ session: { user: ADA_SHOWN, theme: 'dark' } })
  })

  test('a page that requires a session redirects to the sign-in page', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/settings')
    await page.waitForURL('**/api/auth/signin?**')
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${application.origin}/settings`)
  })

  test('signs out in the browser', async () => {
    const page = await signedIn()
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect((await readSession(page)).status).toBe(401)
  })
})

test('users stay signed in when the application moves, and when it moves back', async () => {
  const [first, second] = [
    await chromium.newPage(application.origin),
    await chromium.newPage(application.origin),
  ]
  const session = { user: ADA_SHOWN, theme: 'dark' }
  await whileRunning(application, 'authjs', async () => {
    await signIn(first)
    await first.goto('/settings')
    await first.getByRole('button', { name: 'Dark' }).click()
    await first.getByText('Theme: dark').waitFor()
  })
  await whileRunning(application, 'latchkey', async () => {
    expect(await readSession(first)).toEqual({ status: 200, session })
    await first.goto('/')
    await first.getByText('Signed in as ada@example.com').waitFor()
    await signIn(second)
  })
  await whileRunning(application, 'authjs', async () => {
    expect(await readSession(first)).toEqual({ status: 200, session })
    expect(await readSession(second)).toEqual({ status: 200, session: { user: ADA_SHOWN, theme: 'light' } })
    await second.goto('/account')
    expect(await second.getByRole('heading').textContent()).toBe('Account')
  })
})

const ADA = { username: 'ada', password: 'analytical' }
const ADA_SHOWN = { name: 'Ada', email: 'ada@example.com', image: null }

async function signedIn(): Promise<Page> {
  const page = await chromium.newPage(application.origin)
  await signIn(page)
  return page
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/api/auth/signin?callbackUrl=%2F')
  await logIn(page)
  await page.getByText('Signed in as').waitFor()
}

/** Fills in the form of the library's sign-in page. */
async function logIn(page: Page, { username, password } = ADA): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form:has([name="username"]) button[type="submit"]').click()
}

/** Reads the session from the API route. */
async function readSession(page: Page): Promise<{ status: number; session: unknown }> {
  const response = await page.request.get('/api/me')
  return { status: response.status(), session: withoutExpiry(await response.json()) }
}
