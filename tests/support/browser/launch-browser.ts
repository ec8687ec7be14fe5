import { type BrowserServer, chromium } from 'playwright-core'
import { findBrowser } from '../machine/programs.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts Chromium, to which several test files connect.
 *
 * @param flags more flags for the program
 * @throws {Error} that says how to install one
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<BrowserServer> {
  const executablePath = findBrowser()
  if (executablePath === undefined)
    throw new Error(
      'The browser tests need Chromium. Install it, or set the path of a browser that you have: ' +
        'CHROMIUM_PATH=/path/to/chromium',
    )
  return chromium.launchServer({ executablePath, headless: true, args: [...FLAGS, ...flags] })
}
