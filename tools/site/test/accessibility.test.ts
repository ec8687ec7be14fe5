import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './browser.ts'

const PAGES = [
  'index.html',
  'guides/provider-api.html',
  'reference/configuration.html',
  'providers/google.html',
  'all-pages.html',
]
const WIDTHS = [320, 768, 1280]

describe.for(PAGES)('%s', (path) => {
  test.for(WIDTHS)(
    'fits a window of %i pixels, and is accessible, light and dark',
    async (width, { open }) => {
      const page = await open(path, { viewport: { width, height: 800 }, colorScheme: 'light' })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await violations(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html.dark').waitFor()
      expect(await violations(page, ['color-contrast'])).toEqual([])
    },
  )
})

test('The search is accessible', async ({ open }) => {
  const page = await open('index.html')
  await page.keyboard.press('Control+k')
  await page.locator('.search-input').fill('session')
  await page.locator('.results .result').first().waitFor()
  expect(await violations(page)).toEqual([])
})

/** Returns the findings of axe, one line each. */
async function violations(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
  await page.evaluate(axe.source)
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )
}
