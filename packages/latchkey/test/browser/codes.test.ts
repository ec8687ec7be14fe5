import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { createApp } from '@latchkey/test-support/kit/app.ts'
import { arabic } from '@latchkey/test-support/kit/translations.ts'
import memory from 'latchkey/adapters/memory'
import Code from 'latchkey/providers/code'
import Email from 'latchkey/providers/email'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { expectAccessible } from './accessible.ts'
import { startSite } from './site.ts'

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

const WAYS = [
  { provider: 'email', field: 'email', address: 'ann@example.com' },
  { provider: 'code', field: 'phone', address: '+4915123456789' },
] as const
type Way = (typeof WAYS)[number]

interface Setting {
  readonly page: Page
  /** Console messages, and errors of the content security policy. */
  readonly problems: string[]
  /** The codes that were sent. */
  readonly codes: string[]
}

/** Starts an application, and asks for a code on its sign-in page. */
async function ask({ provider, field, address }: Way, texts?: typeof arabic): Promise<Setting> {
  const codes: string[] = []
  const keep = ({ code = '' }: { code?: string }): void => void codes.push(code)
  const app = createApp({
    adapter: memory(),
    providers:
      provider === 'email' ? [Email({ code: true, sendVerificationRequest: keep })] : [Code({ send: keep })],
    ...(texts && { texts }),
  })
  const site = await startSite({ auth: app.config })
  const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce' })
  context.setDefaultTimeout(10_000)
  onTestFinished(async () => {
    await context.close()
    await site.close()
  })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto('/auth/signin?callbackUrl=/auth/session')
  await page.locator(`input[name=${field}]`).fill(address)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/verify-request?**')
  return { page, problems, codes }
}

const codeField = (page: Page) => page.locator('input[name=code]')

/** Types a code as a user without a mouse does. */
async function type(page: Page, code: string): Promise<void> {
  await codeField(page).focus()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

const wrongFor = (code = ''): string => code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))

describe.each(WAYS)('the page that asks for a code for $address', (way) => {
  it.each([
    { direction: 'ltr', texts: undefined },
    { direction: 'rtl', texts: arabic },
  ])(
    'is accessible, written $direction, also after a wrong code and beyond the limit',
    async ({ direction, texts }) => {
      const { page, codes, problems } = await ask(way, texts)
      const states = [
        async () => {},
        async () => {
          await type(page, wrongFor(codes.at(-1)))
          await page.waitForURL('**error=Verification**')
        },
        async () => {
          for (let count = 0; count < 5; count++) await page.locator('form').last().locator('button').click()
          await page.waitForURL('**error=TooManyRequests**')
        },
      ]
      for (const reach of states) {
        await reach()
        expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(
          direction,
        )
        await expectAccessible(page)
      }
      expect(problems).toEqual([])
    },
  )

  it('lets phones fill in the code, and is used with the keyboard alone', async () => {
    const { page, codes } = await ask(way)
    expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code')
    expect(await codeField(page).getAttribute('inputmode')).toBe('numeric')
    const stops = await page.locator('a, button, input:not([type=hidden])').all()
    expect(stops.length).toBeGreaterThanOrEqual(3)
    // The field for the code has the focus from the start.
    for (const [index, stop] of stops.entries()) {
      if (index > 0) await page.keyboard.press('Tab')
      const focus = await stop.evaluate((node) => ({
        isActive: document.activeElement === node,
        outline: getComputedStyle(node).outlineStyle,
      }))
      expect(focus).toEqual({ isActive: true, outline: 'solid' })
    }
    await type(page, codes.at(-1) ?? '')
    await page.waitForURL('**/auth/session')
    expect(await page.locator('body').textContent()).toContain('expires')
  })
})
