import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { type FreshDemo, startFreshDemo } from './fresh-demo.ts'
import { launchBrowser } from './launch-browser.ts'

const FOLDER = fileURLToPath(new URL('../.artifacts/screens/', import.meta.url))
const WIDTHS = { narrow: 320, wide: 1280 }

/** Takes a screenshot of the open page. */
type Shoot = (name: string) => Promise<void>

async function shootSignedOut(page: Page, shoot: Shoot, { app, basePath }: FreshDemo): Promise<void> {
  await page.goto(app.url)
  await shoot('app-home-signed-out')
  await page.goto(`${app.url}/?wrong-password`)
  await shoot('app-home-wrong-password')
  await page.goto(`${app.url}/nowhere`)
  await shoot('app-not-found')
  await page.goto(`${app.url}/profile`)
  await shoot('app-sign-in-required')
  await page.goto(`${app.url}/account`)
  await shoot('library-sign-in')
  await page.goto(`${app.url}${basePath}/signin?error=CredentialsSignin`)
  await shoot('library-sign-in-error')
  await page.goto(`${app.url}${basePath}/error?error=AccessDenied`)
  await shoot('library-error-access')
  await page.goto(`${app.url}${basePath}/error?error=Configuration&reference=0a1b2c3d`)
  await shoot('library-error-reference')
}

async function shootSignIn(page: Page, shoot: Shoot, { app, basePath }: FreshDemo): Promise<void> {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Sign in with Playground ID' }).click()
  const ada = page.getByRole('button', { name: /Ada Lovelace/ })
  await ada.waitFor()
  await shoot('playground-choose-user')
  await ada.click()
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.waitFor()
  await shoot('playground-consent')
  await allow.click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await shoot('app-home-signed-in')
  await page.goto(`${app.url}/account`)
  await page.getByText('Session as JSON').click()
  await shoot('app-account')
  await page.goto(`${app.url}/profile`)
  await shoot('app-profile')
  await page.goto(`${app.url}${basePath}/signin`)
  await shoot('library-add-passkey')
  await page.goto(`${app.url}${basePath}/signout`)
  await shoot('library-sign-out')
}

async function shootEmail(
  page: Page,
  shoot: Shoot,
  { app, playground: { inbox } }: FreshDemo,
): Promise<void> {
  const email = `${randomUUID()}@example.com`
  await page.context().clearCookies()
  await page.goto(app.url)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send me a sign-in link' }) })
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
  await shoot('app-check-your-inbox')
  await page.goto(`${inbox}/?to=${encodeURIComponent(email)}`)
  await page
    .getByRole('link', { name: /Sign in/ })
    .first()
    .click()
  await page.getByText(email).first().waitFor()
  await shoot('playground-mail')
  const link = await page.frameLocator('iframe').getByRole('link').first().getAttribute('href')
  await page.context().clearCookies()
  await page.goto(link ?? '')
  await shoot('library-confirm-link')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  await shoot('app-welcome')
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await shoot('app-home-without-name')
}

async function shootPlayground(
  page: Page,
  shoot: Shoot,
  { playground: { issuer, inbox } }: FreshDemo,
): Promise<void> {
  await page.goto(issuer)
  await shoot('playground-home')
  await page.goto(`${issuer}/nowhere`)
  await shoot('playground-error')
  await page.goto(`${issuer}/session/end`)
  await shoot('playground-sign-out')
  await page.goto(inbox)
  await shoot('playground-inbox')
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
        const shoot: Shoot = async (name) => {
          await page.screenshot({ path: `${FOLDER}${name}-${colorScheme}-${size}.png`, fullPage: true })
        }
        for (const part of [shootSignedOut, shootSignIn, shootEmail, shootPlayground])
          await part(page, shoot, demo)
        await page.close()
      }
    }
  } finally {
    await Promise.all([server.close(), demo.stop()])
  }
  console.log(`The screenshots are in ${FOLDER}`)
}

await main()
