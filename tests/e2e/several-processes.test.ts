import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { example, test } from './browser.ts'
import { type FreshDemo, startFreshDemo } from './fresh-demo.ts'
import { expectSignedIn, expectSignedOut, openHome, signInWithPassword } from './steps.ts'

const PROCESSES = ['1 of 4', '2 of 4', '3 of 4', '4 of 4']

// The examples differ only in their frameworks, and each start takes seconds.
describe.runIf(example === 'next')('The example in four processes', () => {
  let demo: FreshDemo
  beforeAll(async () => {
    demo = await startFreshDemo(example, { processes: 4 })
  })
  afterAll(() => demo?.stop())

  // proves DB-30
  test('signs in and out, whichever process responds', async ({ open }) => {
    const page = await open({ baseURL: demo.app.url })
    await openHome(page)
    await signInWithPassword(page)
    await expectSignedIn(page)
    const copy = await open({ baseURL: demo.app.url, storageState: await page.context().storageState() })
    expect(await processesThat(page, expectSignedIn)).toEqual(PROCESSES)
    await openHome(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)
    expect(await processesThat(page, expectSignedOut)).toEqual(PROCESSES)
    expect(await processesThat(copy, expectSignedOut)).toEqual(PROCESSES)
  })
})

/** Loads the home page until each process has responded, and checks it. @returns the processes */
async function processesThat(page: Page, check: (page: Page) => Promise<unknown>): Promise<string[]> {
  const seen = new Set<string>()
  for (let loads = 0; loads < 24 && seen.size < PROCESSES.length; loads++) {
    await page.goto('/')
    await check(page)
    const text = (await page.getByText(/^Process \d of \d responded\.$/).textContent()) ?? ''
    seen.add(text.replace(/^Process | responded\.$/g, ''))
  }
  return [...seen].toSorted()
}
