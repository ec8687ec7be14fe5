import { launchBrowser } from '@latchkey/test-support/browser/launch-browser.ts'
import { type Browser, type BrowserServer, chromium, type Page } from 'playwright-core'

/** A running Chromium. */
export interface Chromium {
  /** Opens a page without cookies. */
  newPage(origin: string): Promise<Page>
  close(): Promise<void>
}

/** Starts Chromium. */
export async function startChromium(): Promise<Chromium> {
  const server: BrowserServer = await launchBrowser()
  const browser: Browser = await chromium.connect(server.wsEndpoint())
  return {
    async newPage(baseURL) {
      const context = await browser.newContext({ baseURL })
      context.setDefaultTimeout(10_000)
      return context.newPage()
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
