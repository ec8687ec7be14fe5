import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { totp } from '@latchkey/test-support/kit/totp.ts'
import { chromium, type Page } from 'playwright-core'
import { type FreshDemo, startFreshDemo } from './fresh-demo.ts'

const FOLDER = fileURLToPath(new URL('../../.artifacts/screens/', import.meta.url))
const WIDTHS = { narrow: 320, wide: 1280 }

/** Takes a screenshot of the open page. */
type Capture = (name: string) => Promise<void>

async function captureSignedOut(page: Page, capture: Capture, { app, basePath }: FreshDemo): Promise<void> {
  await page.goto(app.url)
  await capture('app-home-signed-out')
  await page.goto(`${app.url}/?wrong-password`)
  await capture('app-home-wrong-password')
  await page.goto(`${app.url}/nowhere`)
  await capture('app-not-found')
  await page.goto(`${app.url}/profile`)
  await capture('app-sign-in-required')
  await page.goto(`${app.url}/account`)
  await capture('library-sign-in')
  await page.goto(`${app.url}${basePath}/signin?error=CredentialsSignin`)
  await capture('library-sign-in-error')
  await page.goto(`${app.url}${basePath}/error?error=AccessDenied`)
  await capture('library-error-access')
  await page.goto(`${app.url}${basePath}/error?error=Configuration&reference=0a1b2c3d`)
  await capture('library-error-reference')
}

async function captureSignIn(page: Page, capture: Capture, { app, basePath }: FreshDemo): Promise<void> {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Sign in with Playground ID' }).click()
  const ada = page.getByRole('button', { name: /Ada Lovelace/ })
  await ada.waitFor()
  await capture('playground-choose-user')
  await ada.click()
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.waitFor()
  await capture('playground-consent')
  await allow.click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await capture('app-home-signed-in')
  await page.goto(`${app.url}/account`)
  await page.getByText('Session as JSON').click()
  await capture('app-account')
  await page.goto(`${app.url}/security`)
  await capture('app-security')
  await page.goto(`${app.url}/invite`)
  await capture('app-invite')
  await page.goto(`${app.url}/profile`)
  await capture('app-profile')
  await page.goto(`${app.url}/provider-api`)
  await page.getByText('Response as JSON').click()
  await capture('app-provider-api')
  await page.goto(`${app.url}${basePath}/signin`)
  await capture('library-add-passkey')
  await page.goto(`${app.url}${basePath}/signout`)
  await capture('library-sign-out')
}

async function captureEmail(
  page: Page,
  capture: Capture,
  { app, playground: { inbox } }: FreshDemo,
): Promise<void> {
  const email = `${randomUUID()}@example.com`
  await page.context().clearCookies()
  await page.goto(app.url)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send me a sign-in link' }) })
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button').click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  await capture('library-code')
  await page.goto(`${inbox}/?to=${encodeURIComponent(email)}`)
  await page
    .getByRole('link', { name: /Sign in/ })
    .first()
    .click()
  await page.getByText(email).first().waitFor()
  await capture('playground-mail')
  const link = await page.frameLocator('iframe').getByRole('link').first().getAttribute('href')
  await page.context().clearCookies()
  await page.goto(link ?? '')
  await capture('library-confirm-link')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  await capture('app-welcome')
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await capture('app-home-without-name')
}

/** The pages of a sign-up and of a reset. */
async function capturePassword(page: Page, capture: Capture, { app, basePath }: FreshDemo): Promise<void> {
  const email = `${randomUUID()}@example.com`
  await page.context().clearCookies()
  await page.goto(`${app.url}${basePath}/signup`)
  await capture('library-sign-up')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('New password').fill(email)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').waitFor()
  await capture('library-sign-up-rejected')
  await page.getByLabel('New password').fill(randomUUID())
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  await capture('library-sign-up-code')
  await page.goto(`${app.url}${basePath}/reset`)
  await capture('library-reset')
  await page.goto(`${app.url}${basePath}/reset?sent=1`)
  await capture('library-reset-sent')
  await page.goto(`${app.url}${basePath}/reset?email=${email}&token=any`)
  await capture('library-new-password')
  await page.goto(`${app.url}${basePath}/signin?passwordReset=1`)
  await capture('library-sign-in-after-reset')
}

/** The user who is signed in turns on a second factor. */
async function captureSecondFactor(
  page: Page,
  capture: Capture,
  { app, basePath }: FreshDemo,
): Promise<void> {
  await page.goto(`${app.url}/security`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  await capture('library-second-factor')
  const secret = (await page.locator('main code').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(totp(secret))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your recovery codes' }).waitFor()
  await capture('library-recovery-codes')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Recovery codes left').waitFor()
  await capture('app-security-second-factor')
  // The last confirmation is older than the second that the URL asks for then.
  await page.waitForTimeout(2500)
  await page.goto(`${app.url}${basePath}/verify?for=session&within=1&callbackUrl=/security`)
  await page.getByRole('heading', { level: 1, name: 'Confirm that it is you' }).waitFor()
  await capture('library-verify')
}

async function capturePlayground(
  page: Page,
  capture: Capture,
  { playground: { issuer, inbox } }: FreshDemo,
): Promise<void> {
  await page.goto(issuer)
  await capture('playground-home')
  await page.goto(`${issuer}/nowhere`)
  await capture('playground-error')
  await page.goto(`${issuer}/session/end`)
  await capture('playground-sign-out')
  await page.goto(inbox)
  await capture('playground-inbox')
}

/**
 * Takes screenshots of every page of the demo, light and dark, narrow and wide, into
 * `.artifacts/screens/`.
 */
async function main(): Promise<void> {
  const demo = await startFreshDemo(process.argv[2] ?? 'next')
  const server = await launchBrowser()
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    await mkdir(FOLDER, { recursive: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, width] of Object.entries(WIDTHS)) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } })
        const capture: Capture = async (name) => {
          await page.screenshot({ path: `${FOLDER}${name}-${colorScheme}-${size}.png`, fullPage: true })
        }
        for (const part of [
          captureSignedOut,
          captureSignIn,
          captureEmail,
          captureSecondFactor,
          capturePassword,
          capturePlayground,
        ])
          await part(page, capture, demo)
        await page.close()
      }
    }
  } finally {
    await Promise.all([server.close(), demo.stop()])
  }
  console.log(`The screenshots are in ${FOLDER}`)
}

await main()
