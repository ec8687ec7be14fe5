import { readdirSync } from 'node:fs'
import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import type { AuthConfig } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createMailSite, RIGHT } from '../passwords/site.ts'
import { expectAccessible, LAYOUTS } from './accessible.ts'
import { startSite } from './site.ts'

const tags = readdirSync(new URL('../../src/languages', import.meta.url))
  .filter((name) => !name.includes('.test.'))
  .map((name) => name.slice(0, -'.ts'.length))
const client = { clientId: 'app', clientSecret: 'app secret' }
const [NARROW] = LAYOUTS

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

/** Starts an application with all languages. @returns an empty page of a user with the language */
async function open(tag: string): Promise<{ page: Page; url: (endpoint: string) => string }> {
  const languages: AuthConfig['languages'] = {
    [tag]: () => import(`../../src/languages/${tag}.ts`),
  }
  const config = {
    basePath: '/app/auth',
    languages,
    providers: [GitHub(client)],
  }
  const { app } = createMailSite({ config })
  const site = await startSite({ app: app.config })
  const context = await browser.newContext({
    locale: tag,
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(5_000)
  onTestFinished(async () => {
    await context.close()
    await site.close()
  })
  return {
    page: await context.newPage(),
    url: (endpoint) => `${site.origin}/app/auth/${endpoint}`,
  }
}

/** Opens pages with and without an error, and the page that asks for a code. */
async function visitPages(
  { page, url }: Awaited<ReturnType<typeof open>>,
  check: (name: string) => Promise<void>,
): Promise<void> {
  for (const path of [
    'signin',
    'signin?error=EmailSignInError',
    'signup',
    'reset',
    'signout',
    'error?error=SignOutError',
  ]) {
    await page.goto(url(path))
    await check(path.replace(/\W/g, '-'))
  }
  await page.goto(url('signup'))
  await page.locator('[name=email]').fill('bob@example.com')
  await page.locator('[name=password]').fill(RIGHT)
  await page.locator('[type=submit]').click()
  await page.locator('[name=code]').fill('0000 0000')
  await page.locator('[type=submit]').click()
  await page.getByRole('alert').waitFor()
  await check('code')
}

it.each(tags)('the pages in %s are accessible and fit on a narrow phone', async (tag) => {
  const setting = await open(tag)
  const { page } = setting
  await visitPages(setting, async (name) => {
    await expectAccessible(page, [NARROW])
    const shown = await page.evaluate(() => ({
      lang: document.documentElement.lang,
      direction: getComputedStyle(document.documentElement).direction,
      clipped: [...document.querySelectorAll('button, .button, h1, p')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    }))
    expect({ name, ...shown }).toEqual({
      name,
      lang: tag,
      direction: tag === 'ar' ? 'rtl' : 'ltr',
      clipped: [],
    })
  })
})
