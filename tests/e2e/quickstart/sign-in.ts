import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

const SCREENSHOTS = join(root, '.artifacts', 'quickstart')

/** Starts a browser that is closed at the end of the test. */
export async function openBrowser(): Promise<Browser> {
  const server = await launchBrowser()
  onTestFinished(() => server.close())
  return chromium.connect(server.wsEndpoint())
}

/** Saves the screen, for a look at what the reader of a page sees. */
type Save = (screen: string) => Promise<unknown>

/** Runs steps in a page without cookies. They must not log an error, except for those that are expected. */
export async function inNewPage(
  browser: Browser,
  name: string,
  steps: (page: Page, save: Save) => Promise<void>,
  expectedErrors: readonly string[] = [],
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 640, height: 480 } })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(String(error)))
  await mkdir(SCREENSHOTS, { recursive: true })
  const save: Save = (screen) => page.screenshot({ path: join(SCREENSHOTS, `${name}-${screen}.png`) })
  await steps(page, save).catch(async (error) => {
    await save('failed')
    throw error
  })
  await context.close()
  expect(errors).toEqual(expectedErrors)
}

/** Signs in at the provider, from a page with the button of the provider. */
export async function signInAtProvider(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('button', { name: new RegExp(ada.name) }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** Waits until the scripts of the page run. Before that, buttons submit plain forms. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForLoadState('networkidle')
}

/** Follows the quick start of the README: one page, with one button. */
export function followReadme(browser: Browser, url: string): Promise<void> {
  return inNewPage(browser, 'readme', async (page, save) => {
    await open(page, url)
    await signInAtProvider(page, 'Sign in')
    await page.getByText(ada.name).waitFor()
    await save('signed-in')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByText(ada.name).count()).toBe(0)
  })
}

/** Follows a page "Getting started": the home page, and then the protected page. */
export async function followGettingStarted(browser: Browser, name: string, url: string): Promise<void> {
  await inNewPage(browser, name, (page, save) => startAtHome(page, save, url))
  await inNewPage(browser, name, (page, save) => startAtAccount(page, save, url))
}

/** Signs in on the home page, opens the protected page by its link, and signs out at home. */
async function startAtHome(page: Page, save: Save, url: string): Promise<void> {
  await open(page, url)
  await page.getByText('You are signed out.').waitFor()
  await save('signed-out')
  await signInAtProvider(page, 'Sign in with GitHub')
  await page.getByText(`You are signed in as ${ada.name}.`).waitFor()
  await save('signed-in')
  await page.getByRole('link', { name: 'Your account' }).click()
  await expectAccount(page)
  await open(page, url)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You are signed out.').waitFor()
}

/** Opens the protected page, signs in, returns to it, and signs out in the client component. */
async function startAtAccount(page: Page, save: Save, url: string): Promise<void> {
  await page.goto(`${url}/account`)
  await signInAtProvider(page, 'Sign in with GitHub')
  await expectAccount(page)
  expect(page.url()).toBe(`${url}/account`)
  await save('account')
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: `Sign out ${ada.name}` }).click()
  await page.getByText('You are signed out.').waitFor()
  expect(page.url()).toBe(`${url}/`)
  await page.goto(`${url}/account`)
  await page.getByRole('button', { name: 'Sign in with GitHub' }).waitFor()
}

/**
 * Signs out in one tab, and expects the home page and the protected page in other tabs to follow.
 */
export function signOutInOneOfThreeTabs(browser: Browser, name: string, url: string): Promise<void> {
  return inNewPage(browser, name, async (page) => {
    await open(page, url)
    await signInAtProvider(page, 'Sign in with GitHub')
    await page.getByText(`You are signed in as ${ada.name}.`).waitFor()
    const [home, account] = [await page.context().newPage(), await page.context().newPage()]
    await open(home, url)
    await home.getByText(`You are signed in as ${ada.name}.`).waitFor()
    await open(account, `${url}/account`)
    await expectAccount(account)
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, home, account]) await tab.getByText('You are signed out.').waitFor()
    expect(account.url()).toBe(`${url}/`)
  })
}

async function expectAccount(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await page.getByText(`Your e-mail address is ${ada.email}.`).waitFor()
  await page.getByRole('button', { name: `Sign out ${ada.name}` }).waitFor()
}
