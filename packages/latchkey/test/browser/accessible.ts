import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental']

/**
 * Returns the violations that axe finds, one per line. The browser's debugger runs it, so that the
 * Content-Security-Policy of the page does not block it.
 */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const results = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`,
  )
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** The widths and colour schemes in which pages are checked. */
export const LAYOUTS = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const

/** Expects that axe finds nothing, and that no layout scrolls sideways. */
export async function expectAccessible(
  page: Page,
  layouts: readonly (typeof LAYOUTS)[number][] = LAYOUTS,
): Promise<void> {
  for (const { width, colorScheme } of layouts) {
    await page.emulateMedia({ colorScheme })
    await expectFits(page, width)
    expect(await violations(page)).toEqual([])
  }
}

export async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 720 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
