import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { SECRET } from '@latchkey/test-support/kit/app.ts'
import memory from 'latchkey/adapters/memory'
import Password from 'latchkey/providers/password'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addUser, mailbox, OTHER, RIGHT } from '../passwords/site.ts'
import { CLIENTS, type ClientSite, pagePath, startClientSite } from './clients/site.ts'

const adapter = memory()
const mail = mailbox()
let site: ClientSite
let server: Awaited<ReturnType<typeof launchBrowser>>
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  const ignore = (): void => undefined
  site = await startClientSite({
    secret: SECRET,
    trustHost: true,
    adapter,
    session: { strategy: 'jwt' },
    mail: mail.transport,
    providers: [Password({ breached: false, reset: { signIn: true } })],
    limits: { credentials: { attempts: 1, seconds: 900 } },
    logger: { error: ignore, warn: ignore, debug: ignore },
  })
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  site?.close()
})

beforeEach(async () => {
  context = await browser.newContext({ baseURL: site.origin })
  context.setDefaultTimeout(5_000)
})

afterEach(async () => {
  site.fault = () => undefined
  await context.close()
})

describe.each(CLIENTS)('the forms of a page with %s', (client) => {
  const email = `${client.replace(/\W/g, '')}@example.com`.toLowerCase()

  async function open(): Promise<Page> {
    const page = await context.newPage()
    await page.goto(pagePath(client))
    await page.waitForFunction(() => 'client' in window)
    return page
  }

  const waitForTitle = (page: Page, title: RegExp): Promise<void> =>
    expect.poll(() => page.title(), { timeout: 4_000, interval: 20 }).toMatch(title)

  const signUp = (page: Page, fields: { email: string; password: string }) =>
    page.evaluate((form) => window.client.send('signUp', form), fields)

  const confirm = (page: Page, code: string) =>
    page.evaluate((code) => window.client.send('confirmSignUp', { code }), code)

  it('sign up, sign in with the code, and reset the password, without leaving the page', async () => {
    const page = await open()
    const otherTab = await open()
    const url = page.url()
    expect(await signUp(page, { email, password: RIGHT })).toMatchObject({ ok: true, status: 200 })
    await waitForTitle(page, /^unauthenticated$/)
    expect(await confirm(page, mail.code())).toMatchObject({ ok: true, url: `${site.origin}/` })
    expect(await page.title()).toBe('authenticated')
    await waitForTitle(otherTab, /^authenticated$/)
    await page.evaluate(() => window.client.signOut({ redirect: false }))
    await page.evaluate((email) => window.client.send('requestPasswordReset', { email }), email)
    const link = Object.fromEntries(new URL(mail.link()).searchParams) as { email: string; token: string }
    const reset = await page.evaluate((form) => window.client.send('resetPassword', form), {
      ...link,
      password: OTHER,
      redirectTo: '/done',
    })
    expect(reset).toMatchObject({ ok: true, url: `${site.origin}/done` })
    expect(await page.title()).toBe('authenticated')
    await page.evaluate(() => window.client.signOut({ redirect: false }))
    const signedIn = await page.evaluate(
      ({ email, password }) => window.client.signIn('password', { email, password, redirect: false }),
      { email, password: OTHER },
    )
    expect({ signedIn, url: page.url() }).toMatchObject({ signedIn: { ok: true }, url })
  })

  it('say what is wrong, and sign no user in', async () => {
    const page = await open()
    expect(await signUp(page, { email, password: 'short' })).toMatchObject({
      ok: false,
      error: 'PasswordRejected',
      field: 'password',
      reason: 'short',
      limit: 15,
    })
    expect(await confirm(page, '0000 0000')).toMatchObject({ error: 'Verification', field: 'code' })
    expect(await page.title()).toBe('unauthenticated')
  })

  it('report that the browser is offline, and work when it is online again', async () => {
    const page = await open()
    await context.setOffline(true)
    const form = { email, password: RIGHT }
    expect(await signUp(page, form)).toMatchObject({ ok: false, error: 'NetworkError', status: 0, url: null })
    await context.setOffline(false)
    expect(await signUp(page, form)).toMatchObject({ ok: true })
  })

  it('report when to try again after too many attempts', async () => {
    const id = `limited-${email}`
    await addUser({ adapter }, { id, email: id })
    const stored = await adapter.getPassword(id)
    if (stored) await adapter.setPassword({ ...stored, userId: id, mustChange: true })
    const page = await open()
    const results = await page.evaluate(
      async ({ email, password }) => {
        const first = await window.client.signIn('password', { email, password, redirect: false })
        const send = () => window.client.send('completeSignIn', { password })
        return { first, refused: await send(), limited: await send() }
      },
      { email: id, password: RIGHT },
    )
    expect(results).toMatchObject({
      first: { ok: false, requirement: 'changePassword' },
      refused: { error: 'PasswordRejected', reason: 'same' },
      limited: { ok: false, error: 'TooManyRequests', status: 429, retryAfter: expect.any(Number) },
    })
    expect(await page.title()).toBe('unauthenticated')
  })

  it('report that the server is down', async () => {
    const page = await open()
    site.fault = (request) => (request === 'POST signup' ? 503 : undefined)
    expect(await signUp(page, { email, password: RIGHT })).toMatchObject({ ok: false, status: 503 })
  })
})
