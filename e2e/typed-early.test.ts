import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './browser.ts'
import { haveSession } from './steps.ts'

/** The fields of the examples' pages, and how to come to them. */
const fields = [
  ['e-mail address on the home page', '/', async () => {}, 'input[autocomplete=username]', 'ann@example.com'],
  ['password on the home page', '/', async () => {}, 'input[name=password]', 'correct horse'],
  ['name on the page for who is new', '/welcome', haveSession, 'input[name=name]', 'Edith Clarke'],
  ['name on the profile page', '/profile', haveSession, 'input[name=name]', 'Edith Clarke'],
] as const

describe('What is typed before the scripts run', () => {
  test.for(fields)('stays: %s', async ([, path, prepare, field, text], { open }) => {
    const page = await open()
    await prepare(page)
    const scripts = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.locator(field).fill(text)
    expect(scripts.held()).toBeGreaterThan(0)
    scripts.letRun()
    await page.waitForLoadState('networkidle')
    expect(await page.locator(field).inputValue()).toBe(text)
  })
})

/** Keeps the page's scripts waiting, as a slow network does. */
async function holdScripts(page: Page): Promise<{ held: () => number; letRun: () => void }> {
  let held = 0
  let letRun = (): void => {}
  const released = new Promise<void>((resolve) => {
    letRun = resolve
  })
  await page.route('**', async (route) => {
    if (route.request().resourceType() === 'script') {
      held += 1
      await released
    }
    await route.continue()
  })
  return { held: () => held, letRun }
}
