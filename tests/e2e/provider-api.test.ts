import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { openHydrated, scriptModes, test } from './browser.ts'
import {
  ada,
  expectSignedIn,
  expectSignInRequired,
  goToProvider,
  openHome,
  signInAtProvider,
  startAsNewUser,
} from './steps.ts'

const PAGE = '/provider-api'

/** Waits for the profile at the provider. @returns when its access token expires */
async function expectProfile(page: Page, name: string): Promise<number> {
  const region = page.getByRole('region', { name: 'Your profile at Playground ID' })
  await region.getByText(name, { exact: true }).waitFor()
  await region.getByText('openid, profile', { exact: false }).waitFor()
  return Date.parse((await region.locator('time').getAttribute('datetime')) ?? '')
}

describe.for(scriptModes)("The provider's API, $mode", ({ javaScriptEnabled }) => {
  // proves TOK-1, TOK-2, TOK-5
  test('is called for the user, even with a refreshed access token', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await signInAtProvider(page)
    await expectSignedIn(page)
    for (let refreshes = 0; refreshes < 2; refreshes++) {
      await openHydrated(page, PAGE)
      const expiresAt = await expectProfile(page, ada.name)
      // The time has whole seconds.
      await delay(1100)
      await page.getByRole('button', { name: 'Refresh the token now' }).click()
      await page.locator(`time:not([datetime="${new Date(expiresAt).toISOString()}"])`).waitFor()
      expect(await expectProfile(page, ada.name)).toBeGreaterThan(expiresAt)
    }
  })
})

// proves TOK-6
test('A user without tokens of the provider can sign in there', async ({ open }) => {
  const page = await open()
  await startAsNewUser(page)
  await openHydrated(page, PAGE)
  await page.getByRole('region', { name: 'Allow access to your profile' }).waitFor()
  await goToProvider(page)
})

test('The page that calls the API asks signed-out users to sign in', async ({ open }) => {
  const page = await open()
  await page.goto(PAGE)
  await expectSignInRequired(page)
})
