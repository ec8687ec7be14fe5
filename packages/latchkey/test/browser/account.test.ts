import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { arabic } from '@latchkey/test-support/kit/translations.ts'
import type { AuthConfig } from 'latchkey'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAccountSite, NEW, OLD } from '../account/site.ts'
import { expectAccessible } from './accessible.ts'
import { startSite } from './site.ts'

const SECTIONS = [
  '',
  'email',
  'password',
  'second-factor',
  'passkeys',
  'accounts',
  'sessions',
  'events',
  'delete',
]

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

/** Starts the application, and signs Ann in. */
async function open(
  config: Partial<AuthConfig> = {},
  javaScriptEnabled = true,
): Promise<{ page: Page; url: (section: string) => string; problems: string[] }> {
  const { default: Passkey } = await import('latchkey/providers/passkey')
  const { app } = await createAccountSite({
    config: { basePath: '/app/auth', providers: [Passkey], ...config },
  })
  const site = await startSite({ app: app.config })
  const context = await browser.newContext({ javaScriptEnabled, reducedMotion: 'reduce' })
  context.setDefaultTimeout(5_000)
  onTestFinished(async () => {
    await context.close()
    await site.close()
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  const url = (section: string): string => `${site.origin}/app/auth/account/${section}`
  await page.goto(url('password'))
  await page.locator('input[name=email]').first().fill('ann@example.com')
  await page.locator('input[name=password]').fill(OLD)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(url('password'))
  return { page, url, problems }
}

describe.each([
  { direction: 'ltr', texts: {} },
  { direction: 'rtl', texts: arabic },
])('the account pages, written $direction,', ({ texts }) => {
  it('are accessible in all layouts', async () => {
    const { page, url, problems } = await open({ texts })
    for (const section of SECTIONS) {
      await page.goto(url(section))
      expect(await page.title()).toBe(await page.locator('h1').textContent())
      await expectAccessible(page)
    }
    expect(problems).toEqual([])
  })
})

it.each([
  { how: 'with JavaScript', javaScript: true },
  { how: 'without JavaScript', javaScript: false },
])('change the password by keyboard, $how', async ({ javaScript }) => {
  const { page, url, problems } = await open({}, javaScript)
  await page.goto(url(''))
  const link = page.locator('[aria-labelledby=password-title] a')
  for (let presses = 0; presses < 20; presses++) {
    if (await link.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.locator('[name=current]').fill('wrong')
  await page.locator('[name=password]').fill(NEW)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toBe('The current password is wrong.')
  await page.locator('[name=current]').fill(OLD)
  await page.locator('[name=password]').fill(NEW)
  await page.keyboard.press('Enter')
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('status').textContent()).toContain('Your password was changed.')
  expect(problems).toEqual([])
})
