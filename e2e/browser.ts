import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, test as base, inject } from 'vitest'

/** Where the tests find what they test. */
export const { app, basePath, issuer, inbox, database } = inject('addresses')

/** The two ways in which every page has to work; for `describe.for`. */
export const ways = [
  { way: 'with JavaScript', javaScriptEnabled: true },
  { way: 'without JavaScript', javaScriptEnabled: false },
] as const

const ARTIFACTS = fileURLToPath(new URL('../.artifacts/', import.meta.url))
const browser = await chromium.connect(inject('addresses').browser)
afterAll(() => browser.close())

const withoutScripts = new WeakSet<BrowserContext>()

/** Opens a page, and waits until its scripts run where there are any: what is pressed before is a plain form. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (!withoutScripts.has(page.context())) await page.waitForLoadState('networkidle')
}

/** Opens a second tab beside a page: the same cookies, and the two can talk to each other. */
export function openTab(page: Page): Promise<Page> {
  return page.context().newPage()
}

/** A test with `open`, which gives a page of a fresh browser: no cookies, nothing remembered. What it showed is kept when the test fails. */
export const test = base.extend('open', async ({ task }, { onCleanup }) => {
  const contexts: BrowserContext[] = []
  onCleanup(async () => {
    const pages = contexts.flatMap((context) => context.pages())
    if (task.result?.state === 'fail')
      await Promise.all(pages.map((page, index) => keep(page, `${task.fullTestName} ${index}`)))
    await Promise.all(contexts.map((context) => context.close()))
  })
  return async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ baseURL: app, reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(10_000)
    contexts.push(context)
    if (options.javaScriptEnabled === false) withoutScripts.add(context)
    return context.newPage()
  }
})

async function keep(page: Page, name: string): Promise<void> {
  const file = `${ARTIFACTS}${name.replace(/[^\w-]+/g, '-')}`
  await mkdir(ARTIFACTS, { recursive: true })
  await writeFile(`${file}.html`, `<!-- ${page.url()} -->\n${await page.content()}`)
  await page.screenshot({ path: `${file}.png`, fullPage: true })
}
