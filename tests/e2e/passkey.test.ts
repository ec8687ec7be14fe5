import { addDevice } from '@latchkey/test-support/browser/device.ts'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { test } from './browser.ts'
import {
  expectSignedIn,
  expectSignedOut,
  openHome,
  openProfile,
  readSession,
  startAsNewUser,
} from './steps.ts'

describe('A passkey', () => {
  test('can be added on the profile page, and signs in by keyboard', async ({ open }) => {
    const page = await open()
    const device = await addDevice(page)
    const email = await startAsNewUser(page)
    await addPasskey(page)
    expect(await device.credentials()).toHaveLength(1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)
    await openHome(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).focus()
    await page.keyboard.press('Enter')
    await expectSignedIn(page, { name: email, email })
    expect(await readSession(page)).toMatchObject({ user: { email } })
  })

  // proves WEB-17
  test('that is already on the device is named when it is added again', async ({ open }) => {
    const page = await open()
    await addDevice(page)
    await startAsNewUser(page)
    await addPasskey(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('status').getByText('You already have a passkey on this device.').waitFor()
  })

  // proves WEB-4
  test('leaves the page as it is while the browser is offline', async ({ open }) => {
    const page = await open()
    await addDevice(page)
    await openHome(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('status').getByText('The passkey could not be used.').waitFor()
    await page.context().setOffline(false)
  })

  test('that is missing shows an error and signs in no user', async ({ open }) => {
    const page = await open()
    const device = await addDevice(page)
    await device.setVerified(false)
    await openHome(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('status').getByText('No passkey was used.').waitFor()
    expect(await readSession(page)).toBeNull()
  })

  test('is not offered without JavaScript', async ({ open }) => {
    const page = await open({ javaScriptEnabled: false })
    await openHome(page)
    await page.getByRole('button', { name: 'Sign in with password' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
  })
})

async function addPasskey(page: Page): Promise<void> {
  const profile = await openProfile(page)
  await profile.getByRole('button', { name: 'Add a passkey' }).click()
  await profile.getByText('Passkey added. You can now use it to sign in.').waitFor()
}
