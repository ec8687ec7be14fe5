import type { Server } from '@latchkey/test-support/applications/servers.mjs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Application, FORMS, MOVED, prepare } from './application.ts'
import { type Chromium, startChromium } from './chromium.ts'
import { whileRunning } from './visitor.ts'

let application: Application
let chromium: Chromium

beforeAll(async () => {
  application = await prepare('token-proxy', { framework: 'next' })
  chromium = await startChromium()
})

afterAll(() => chromium?.close())

test('the script moves everything', () => {
  expect({ findings: application.findings, leftovers: application.leftovers }).toEqual(MOVED)
})

// proves DROP-3
describe.each(FORMS)('getToken, useSession and update, for %s', (form) => {
  let server: Server
  beforeAll(async () => {
    server = await application.start(form)
  })
  afterAll(() => server.stop())

  test('the proxy redirects a signed-out visitor to the sign-in page, and back', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/account?tab=profile')
    expect(toPath(page)).toBe(`/login?${new URLSearchParams({ callbackUrl: '/account?tab=profile' })}`)
    await logIn(page, ADA)
    await page.waitForURL('**/account?tab=profile')
    expect(await shownOn(page)).toEqual({ server: 'Ada: free', client: 'Ada: free' })
  })

  test('shows a text for a wrong password', async () => {
    const page = await chromium.newPage(application.origin)
    await page.goto('/login')
    await logIn(page, { ...ADA, password: 'difference' })
    await page.getByText('Wrong username or password').waitFor()
    expect(await readToken(page)).toEqual({ status: 401, body: { error: 'Unauthorized' } })
  })

  test('a route reads the claims of the token', async () => {
    const page = await signedIn(GRACE)
    const body = { sub: '2', id: '2', name: 'Grace', email: 'grace@example.com', plan: 'pro' }
    expect(await readToken(page)).toEqual({ status: 200, body })
  })

  test('the proxy reads a claim of the token', async () => {
    const page = await signedIn(ADA)
    await page.goto('/pro')
    expect(toPath(page)).toBe('/account')
    const grace = await signedIn(GRACE)
    await grace.goto('/pro')
    expect(await grace.getByRole('heading').textContent()).toBe('Reports for the plan pro')
  })

  test('an update in the browser reaches the token, the server and the client', async () => {
    const page = await signedIn(ADA)
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.locator('#server', { hasText: 'Ada Lovelace: free' }).waitFor()
    expect(await shownOn(page)).toEqual({ server: 'Ada Lovelace: free', client: 'Ada Lovelace: free' })
    expect(await readToken(page)).toMatchObject({ body: { id: '1', name: 'Ada Lovelace' } })
  })

  test('an update in a server action reaches the token', async () => {
    const page = await signedIn(ADA)
    const action = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Upgrade' }).click()
    await action
    await page.reload()
    expect(await shownOn(page)).toEqual({ server: 'Ada: pro', client: 'Ada: pro' })
    expect(await readToken(page)).toMatchObject({ body: { id: '1', name: 'Ada', plan: 'pro' } })
    await page.goto('/pro')
    expect(toPath(page)).toBe('/pro')
  })

  test('signs out in the browser', async () => {
    const page = await signedIn(ADA)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    expect((await readToken(page)).status).toBe(401)
  })
})

// proves DROP-3
test('users stay signed in when the application moves, and when it moves back', async () => {
  const [ada, grace] = [
    await chromium.newPage(application.origin),
    await chromium.newPage(application.origin),
  ]
  await whileRunning(application, 'authjs', async () => {
    await signIn(ada, ADA)
    await rename(ada, 'Ada at Auth.js')
  })
  await whileRunning(application, 'latchkey', async () => {
    await ada.goto('/account')
    expect(await shownOn(ada)).toEqual({ server: 'Ada at Auth.js: free', client: 'Ada at Auth.js: free' })
    expect(await readToken(ada)).toMatchObject({ body: { sub: '1', id: '1', email: 'ada@example.com' } })
    await rename(ada, 'Ada at Latchkey')
    await signIn(grace, GRACE)
  })
  await whileRunning(application, 'authjs', async () => {
    await ada.goto('/account')
    expect(await shownOn(ada)).toEqual({ server: 'Ada at Latchkey: free', client: 'Ada at Latchkey: free' })
    await grace.goto('/pro')
    expect(toPath(grace)).toBe('/pro')
    await grace.goto('/account')
    expect(await shownOn(grace)).toEqual({ server: 'Grace: pro', client: 'Grace: pro' })
  })
})

const ADA = { username: 'ada', password: 'analytical' }
const GRACE = { username: 'grace', password: 'compiler' }

async function signedIn(user: typeof ADA): Promise<Page> {
  const page = await chromium.newPage(application.origin)
  await signIn(page, user)
  return page
}

async function signIn(page: Page, user: typeof ADA): Promise<void> {
  await page.goto('/login')
  await logIn(page, user)
  await page.waitForURL('**/account')
  await page.locator('#client').waitFor()
}

async function logIn(page: Page, { username, password }: typeof ADA): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.locator('#server', { hasText: name }).waitFor()
}

/** Returns what the server and the client show about the session. */
async function shownOn(page: Page): Promise<{ server: string | null; client: string | null }> {
  return {
    server: await page.locator('#server').textContent(),
    client: await page.locator('#client').textContent(),
  }
}

/** Reads the claims that a route handler finds with `getToken`. */
async function readToken(page: Page): Promise<{ status: number; body: unknown }> {
  const response = await page.request.get('/api/token')
  return { status: response.status(), body: await response.json() }
}

function toPath(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
