import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { arabic } from '@latchkey/test-support/kit/translations.ts'
import type { AuthConfig } from 'latchkey'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { english } from '../../src/pages/texts.ts'
import { addUser, createMailSite, type MailSite, OTHER, RIGHT } from '../passwords/site.ts'
import { expectAccessible, LAYOUTS } from './accessible.ts'
import { startSite } from './site.ts'

/** In bytes. */
const MAX_PAGE = 12 * 1024
const BOB = 'bob@example.com'

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
  readonly mail: MailSite['mail']
  readonly url: (endpoint: string) => string
  /** Console messages, and errors of the content security policy. */
  readonly problems: string[]
}

/** Starts an application with Ann, and opens an empty page. */
async function open(config: Partial<AuthConfig> = {}, javaScriptEnabled = true): Promise<Setting> {
  const fields = { name: { label: 'Your name', required: true, autocomplete: 'name' } }
  const { app, adapter, mail } = createMailSite({
    password: { signUp: { fields } },
    config: { basePath: '/app/auth', ...config },
  })
  const userId = await addUser({ adapter })
  const stored = await adapter.getPassword(userId)
  if (stored) await adapter.setPassword({ ...stored, userId, mustChange: true })
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
  return { page, mail, url: (endpoint) => `${site.origin}/app/auth/${endpoint}`, problems }
}

async function fillSignUp(page: Page, fields: { password?: string } = {}): Promise<void> {
  await page.getByLabel('E-mail').fill(BOB)
  await page.getByLabel('Your name').fill('Bob')
  await page.getByLabel('New password').fill(fields.password ?? RIGHT)
}

/** Returns what a password manager sees of the fields that are not in `type=hidden`. */
function listFields(page: Page): Promise<string[]> {
  return page.locator('input:not([type=hidden])').evaluateAll((inputs) =>
    inputs.map((input) =>
      ['type', 'autocomplete', 'minlength', 'passwordrules']
        .map((name) => input.getAttribute(name))
        .filter(Boolean)
        .join(' '),
    ),
  )
}

const NEW_PASSWORD = 'password new-password 15 minlength: 15; maxlength: 1024;'

/** Every page, and how to get there from the previous one. */
async function visitAll({ page, mail, url }: Setting, check: (name: string) => Promise<void>): Promise<void> {
  const send = (): Promise<void> => page.locator('[type=submit]').click()
  await page.goto(url('signin'))
  await check('sign-in')
  await page.goto(url('signup'))
  await check('sign-up')
  await fillSignUp(page, { password: `${BOB} ${BOB}` })
  await send()
  await page.getByRole('alert').waitFor()
  await check('sign-up, rejected')
  await fillSignUp(page)
  await send()
  await page.locator('[name=code]').fill('0000 0000')
  await check('code')
  await send()
  await page.getByRole('alert').waitFor()
  await check('code, wrong')
  await page.context().clearCookies()
  await page.goto(mail.link())
  await check('sign-up by link')
  await page.goto(url('reset'))
  await check('reset request')
  await page.locator('[name=email]').fill('ann@example.com')
  await send()
  await page.waitForURL('**/reset?sent=1')
  await check('reset sent')
  await page.goto(mail.link())
  await check('new password')
  await page.goto(url('signin'))
  await page.locator('[name=email]').fill('ann@example.com')
  await page.locator('[name=password]').fill(RIGHT)
  await send()
  await page.waitForURL('**/verify**')
  await check('must change')
}

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['email username', 'password current-password'],
  'sign-up': ['email username', 'text name', NEW_PASSWORD],
  'sign-up, rejected': ['email username', 'text name', NEW_PASSWORD],
  code: ['text one-time-code'],
  'code, wrong': ['text one-time-code'],
  'sign-up by link': ['text name', 'email username', NEW_PASSWORD],
  'reset request': ['email username'],
  'reset sent': [],
  'new password': ['email username', NEW_PASSWORD],
  'must change': ['email username', NEW_PASSWORD],
}

describe('the pages for passwords', () => {
  // English labels: the texts of the application's fields are in one language.
  const rtl = { ...arabic, email: english.email, newPassword: english.newPassword }

  it.each([
    { name: 'ltr', texts: undefined, layouts: [LAYOUTS[0], LAYOUTS[3]] },
    { name: 'rtl', texts: rtl, layouts: [LAYOUTS[1]] },
  ])('are small, accessible, and filled by password managers: $name', async ({ texts, layouts }) => {
    const setting = await open({ texts })
    const found: Record<string, unknown> = {}
    await visitAll(setting, async (shown) => {
      found[shown] = await listFields(setting.page)
      expect((await setting.page.content()).length).toBeLessThan(MAX_PAGE)
      await expectAccessible(setting.page, layouts)
    })
    expect(found).toEqual(FIELDS)
    expect(setting.problems).toEqual([])
  })

  it('show a password on request, and send it as one', async () => {
    const { page, url, problems } = await open()
    await page.goto(url('signup'))
    await fillSignUp(page)
    const field = page.locator('[name=password]')
    await page.getByRole('button', { name: 'Show password' }).press('Enter')
    expect(await field.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).press('Enter')
    expect(await field.getAttribute('type')).toBe('password')
    await page.getByRole('button', { name: 'Show password' }).press('Enter')
    await page.evaluate(() => {
      document.forms[0]?.addEventListener('submit', (event) => event.preventDefault())
    })
    await field.press('Enter')
    expect(await field.getAttribute('type')).toBe('password')
    expect(problems).toEqual([])
  })
})

describe.each([
  { mode: 'with JavaScript', javaScriptEnabled: true },
  { mode: 'without JavaScript', javaScriptEnabled: false },
])('a user $mode', ({ javaScriptEnabled }) => {
  it('signs up, and resets the password, by links and the keyboard alone', async () => {
    const { page, mail, url } = await open({}, javaScriptEnabled)
    await page.goto(url('signin?callbackUrl=/done'))
    expect(await page.getByRole('button', { name: 'Show password' }).count()).toBe(javaScriptEnabled ? 1 : 0)
    await page.getByRole('link', { name: 'Create an account' }).press('Enter')
    await fillSignUp(page)
    await page.keyboard.press('Enter')
    // The field has the focus.
    await page.getByLabel('Code').waitFor()
    await page.keyboard.type(mail.code())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/done')
    await page.context().clearCookies()
    await page.goto(url('signin'))
    await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
    await page.getByLabel('E-mail').fill(BOB)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    await page.goto(mail.link())
    await page.getByLabel('New password').fill(OTHER)
    await page.keyboard.press('Enter')
    await page.getByLabel('E-mail').fill(BOB)
    await page.getByLabel('Password').fill(OTHER)
    await page.keyboard.press('Enter')
    await page.waitForURL((target) => !target.pathname.startsWith('/app/auth'))
  })

  it('sees why a password was rejected beside what was typed, without the password', async () => {
    const { page, url } = await open({}, javaScriptEnabled)
    await page.goto(url('signup'))
    await fillSignUp(page, { password: `${BOB} ${BOB}` })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    const field = page.getByLabel('New password')
    const description = await field.evaluate((input) =>
      input
        .getAttribute('aria-describedby')
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    )
    expect({
      email: await page.getByLabel('E-mail').inputValue(),
      name: await page.getByLabel('Your name').inputValue(),
      password: await field.inputValue(),
      description,
      isInvalid: await field.getAttribute('aria-invalid'),
    }).toEqual({
      email: BOB,
      name: 'Bob',
      password: '',
      description: [english.newPassword.rejected.contextWord, english.newPassword.hint('15')],
      isInvalid: 'true',
    })
    await page.reload()
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('')
  })
})
