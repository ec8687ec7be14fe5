import { type BrowserServer, chromium } from 'playwright-core'
import { findBrowser } from '../scripts/browser.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Chromium for several test files to connect to. @throws {Error} that says how to get one */
export async function launchBrowser(): Promise<BrowserServer> {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error(
      'The browser tests need Chromium. Install it, or name one that you have: CHROMIUM_PATH=/path/to/chromium',
    )
  return chromium.launchServer({ executablePath, headless: true, args: FLAGS })
}
