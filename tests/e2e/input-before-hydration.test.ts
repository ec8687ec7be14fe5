import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './browser.ts'
import { startSignedIn } from './steps.ts'

/** The form fields of the examples, and how to open their pages. */
const fields = [
  ['e-mail address on the home page', '/', async () => {}, 'input[autocomplete=username]', 'ann@example.com'],
  ['password on the home page', '/', async () => {}, 'input[name=password]', 'correct horse'],
  ['name on the page for new users', '/welcome', startSignedIn, 'input[name=name]', 'Edith Clarke'],
  ['name on the profile page', '/profile', startSignedIn, 'input[name=name]', 'Edith Clarke'],
] as const

describe('Text that is typed before the scripts run', () => {
  test.for(fields)('stays: %s', async ([, path, prepare, field, text], { open }) => {
    const page = await open()
    await prepare(page)
    const scripts = await delayScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator(field).fill(text)
    expect(scripts.delayed()).toBeGreaterThan(0)
    scripts.release()
    await page.waitForLoadState('networkidle')
    expect(await page.locator(field).inputValue()).toBe(text)
  })
})

/** Delays the page's scripts, like a slow network. */
async function delayScripts(page: Page): Promise<{ delayed: () => number; release: () => void }> {
  let delayed = 0
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**', async (route) => {
    if (route.request().resourceType() === 'script') {
      delayed += 1
      await released
    }
    await route.continue()
  })
  return { delayed: () => delayed, release }
}
