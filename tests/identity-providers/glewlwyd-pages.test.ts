import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Application, startApplication } from './application.ts'
import { startGlewlwyd, USER } from './servers/glewlwyd.ts'

// Its pages are JavaScript, and the other tests send the requests of these pages without them.
describe.skipIf(skipWithout('glewlwyd') !== undefined)('the pages of Glewlwyd in a browser', () => {
  let application: Application
  let server: BrowserServer
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    ;[application, server] = await Promise.all([
      startApplication(startGlewlwyd, { logout: true }),
      launchBrowser(),
    ])
    browser = await chromium.connect(server.wsEndpoint())
    page = await browser.newPage()
    page.setDefaultTimeout(10_000)
  })
  afterAll(async () => {
    await browser?.close()
    await Promise.all([server?.close(), application?.stop()])
  })

  const password = () => page.locator('#password')

  async function startSignIn(): Promise<void> {
    await page.goto(`${application.origin}/auth/signin?callbackUrl=/after`)
    await page.getByRole('button', { name: 'The provider' }).click()
  }

  /** Leaves the page that names the user and the application. */
  async function goOn(): Promise<void> {
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(application.after)
  }

  // proves OUT-7
  it('ask for the password again after a sign-out of the application', async () => {
    await startSignIn()
    await page.locator('#username').fill(USER.username)
    await password().fill(USER.password)
    await page.getByRole('button', { name: 'OK' }).click()
    await goOn()

    await startSignIn()
    await goOn()

    await page.goto(`${application.origin}/auth/signout?callbackUrl=/after`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(application.after)

    await startSignIn()
    await password().waitFor()
    expect(application.errors).toEqual([])
  })
})
