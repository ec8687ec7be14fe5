import { addDevice } from '@latchkey/test-support/browser/device.ts'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { createApp } from '@latchkey/test-support/kit/app.ts'
import { arabic } from '@latchkey/test-support/kit/translations.ts'
import type { AuthConfig } from 'latchkey'
import memory, { type CompleteAdapter } from 'latchkey/adapters/memory'
import Credentials from 'latchkey/providers/credentials'
import WebAuthn from 'latchkey/providers/webauthn'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { english } from '../../src/pages/texts.ts'
import { codeAt } from '../../src/second-factor/totp.ts'
import { expectAccessible } from './accessible.ts'
import { startSite } from './site.ts'

/** In bytes. */
const MAX_PAGE = 12 * 1024
const USER = { id: 'ann', email: 'ann@example.com', name: 'Ann' }

let server: BrowserServer
let browser: Browser

beforeAll(async () => {
  server = await launchBrowser()
  browser = await chromium.connect(server.wsEndpoint())
})
afterAll(async () => {
  await browser.close()
  await server.close()
})

interface Setting {
  readonly page: Page
  readonly adapter: CompleteAdapter
  /** Console messages, and errors of the content security policy. */
  readonly problems: string[]
}

/** Starts an application with one user, and opens a page. */
async function open(config: Partial<AuthConfig> = {}, javaScriptEnabled = true): Promise<Setting> {
  const adapter = memory()
  await adapter.createUser({ ...USER, emailVerified: null })
  const app = createApp({
    adapter,
    secondFactor: { totp: { issuer: 'Example' } },
    providers: [
      Credentials({
        credentials: { password: { label: 'Password', type: 'password' } },
        authorize: ({ password }) => (password === 'right' ? adapter.getUser(USER.id) : null),
      }),
      WebAuthn({ enableConditionalUI: false }),
    ],
    ...config,
  })
  const site = await startSite({ auth: app.config })
  const context = await browser.newContext({
    baseURL: site.origin,
    reducedMotion: 'reduce',
    javaScriptEnabled,
  })
  context.setDefaultTimeout(10_000)
  onTestFinished(async () => {
    await context.close()
    await site.close()
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, adapter, problems }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=/inside')
  await page.locator('input[name=password]').fill('right')
  await page.locator('input[name=password]').press('Enter')
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/signout')
  await page.locator('form button').click()
  await page.waitForURL(/\/(\?.*)?$/)
}

async function readEmail(page: Page): Promise<string | undefined> {
  const session = (await (await page.request.get('/auth/session')).json()) as {
    user: { email: string }
  } | null
  return session?.user.email
}

/** Types a code and presses Enter. */
async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('input[name=code]').fill(code)
  await page.keyboard.press('Enter')
}

/** Returns the key that the page shows as text. */
async function readSecret(page: Page): Promise<string> {
  return ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
}

function currentCode(secret: string, steps = 0): Promise<string> {
  return codeAt(secret, Math.floor(Date.now() / 30_000) + steps)
}

async function expectSmall(page: Page): Promise<void> {
  expect((await page.content()).length).toBeLessThanOrEqual(MAX_PAGE)
}

describe.each([
  { direction: 'ltr', texts: undefined },
  { direction: 'rtl', texts: arabic },
])('the pages of the second factor, written $direction,', ({ texts }) => {
  it('are accessible in all layouts, small, and used with the keyboard', async () => {
    const config: Partial<AuthConfig> = {
      secondFactor: { totp: { issuer: 'Example' }, recoveryCodes: 3, require: () => 'enroll' },
      texts,
    }
    const { page, problems } = await open(config)
    await signIn(page)
    await page.locator('.qr svg').waitFor()
    await expectAccessible(page)
    await expectSmall(page)
    const secret = await readSecret(page)
    await typeCode(page, '000000')
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    expect(await readSecret(page)).toBe(secret)
    await typeCode(page, await currentCode(secret))
    await page.locator('.codes').waitFor()
    await expectAccessible(page)
    await expectSmall(page)
    const [recoveryCode = ''] = await page.locator('.codes code').allTextContents()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('/inside')
    expect(await readEmail(page)).toBe(USER.email)

    await signOut(page)
    await signIn(page)
    await page.locator('input[name=trustDevice]').waitFor()
    await expectAccessible(page)
    await expectSmall(page)
    expect(await readEmail(page)).toBeUndefined()
    expect(await page.locator('input[name=code]').evaluate((field) => field === document.activeElement)).toBe(
      true,
    )
    await typeCode(page, '000000')
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    await typeCode(page, recoveryCode)
    await page.locator('a.button').waitFor()
    await expectAccessible(page)
    if (!texts) expect(await page.textContent('main')).toContain('You have 2 recovery codes left.')
    await page.locator('a.button').press('Enter')
    await page.waitForURL('/inside')
    expect(await readEmail(page)).toBe(USER.email)

    await page.goto('/auth/verify?for=session&callbackUrl=/inside')
    await expectAccessible(page)
    await typeCode(page, await currentCode(secret, 1))
    await page.waitForURL('/inside')
    expect(problems).toEqual([])
  })
})

it('a user sets up an app, and signs in with it, without JavaScript', async () => {
  const { page } = await open({ secondFactor: { require: () => 'enroll' } }, false)
  await signIn(page)
  const secret = await readSecret(page)
  await typeCode(page, await currentCode(secret))
  await page.locator('a.button').click()
  await page.waitForURL('/inside')
  await signOut(page)
  await signIn(page)
  await page.locator('input[name=trustDevice]').check()
  await typeCode(page, await currentCode(secret, 1))
  await page.waitForURL('/inside')
  await signOut(page)
  await signIn(page)
  await page.waitForURL('/inside')
})

it('a user confirms a sign-in with a passkey', async () => {
  const { page, adapter, problems } = await open()
  await addDevice(page)
  await signIn(page)
  await page.waitForURL('/inside')
  await page.goto('/auth/signin?callbackUrl=/added')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.waitForURL('/added')
  const createdAt = new Date()
  await adapter.createSecondFactor({
    id: 'passkeys',
    userId: USER.id,
    type: 'passkey',
    secret: '',
    name: 'Passkeys',
    createdAt,
    lastUsedAt: null,
  })
  await adapter.replaceRecoveryCodes(USER.id, ['unknown'])
  await signOut(page)
  await signIn(page)
  const button = page.getByRole('button', { name: english.verify.passkey })
  await button.waitFor()
  await expectAccessible(page)
  await expectSmall(page)
  expect(await readEmail(page)).toBeUndefined()
  await button.click()
  await page.waitForURL('/inside')
  expect(await readEmail(page)).toBe(USER.email)
  // Also for the live session.
  await page.goto('/auth/verify?for=session&callbackUrl=/confirmed')
  await button.click()
  await page.waitForURL('/confirmed')
  expect(problems).toEqual([])
})
