import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, test as base, inject } from 'vitest'

/** The addresses of the servers under test. */
export const { example, app, basePath, issuer, inbox, database } = inject('addresses')

/**
 * Every page has to work in both modes; for `describe.for`. On a database server, the faster one is
 * enough: the queries are the same.
 */
export const scriptModes = [
  ...(URL.canParse(database) ? [] : [{ mode: 'with JavaScript', javaScriptEnabled: true }]),
  { mode: 'without JavaScript', javaScriptEnabled: false },
]

const ARTIFACTS = fileURLToPath(new URL('../../.artifacts/', import.meta.url))
const browser = await chromium.connect(inject('addresses').browser)
afterAll(() => browser.close())

const withoutScripts = new WeakSet<BrowserContext>()

/**
 * Opens a page, and waits until its scripts run if JavaScript is enabled. Before that, buttons
 * submit plain forms.
 */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  if (!withoutScripts.has(page.context())) await page.waitForLoadState('networkidle')
}

/** Opens a second tab with the same cookies. The two tabs can communicate. */
export function openTab(page: Page): Promise<Page> {
  return page.context().newPage()
}

/**
 * A test with `open`, which returns a page of a new browser context, without cookies and storage.
 * Saves the pages when the test fails.
 */
export const test = base.extend('open', async ({ task }, { onCleanup }) => {
  const contexts: BrowserContext[] = []
  onCleanup(async () => {
    const pages = contexts.flatMap((context) => context.pages())
    if (task.result?.state === 'fail')
      await Promise.all(pages.map((page, index) => saveArtifacts(page, `${task.fullTestName} ${index}`)))
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

async function saveArtifacts(page: Page, name: string): Promise<void> {
  const file = `${ARTIFACTS}${name.replace(/[^\w-]+/g, '-')}`
  await mkdir(ARTIFACTS, { recursive: true })
  await writeFile(`${file}.html`, `<!-- ${page.url()} -->\n${await page.content()}`)
  await page.screenshot({ path: `${file}.png`, fullPage: true })
}
