import { describe } from 'vitest'
import { openHydrated, openTab, test } from './browser.ts'
import {
  allow,
  chooseUser,
  continueToHome,
  expectSignedOut,
  expectSignInPage,
  expectSignInRequired,
  goToProvider,
  openHome,
  openProfile,
  startSignedIn,
} from './steps.ts'

describe('Sign-out', () => {
  test.for(['/', '/account', '/profile'])('on %s appears in other tabs', async (path, { open }) => {
    const page = await open()
    await startSignedIn(page)
    const other = await openTab(page)
    await openProfile(other)
    await openHydrated(page, path)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)
    await expectSignInRequired(other)
  })
})

test('After cancelling at the provider, the sign-in in another tab still works', async ({ open }) => {
  const page = await open()
  const other = await openTab(page)
  for (const tab of [page, other]) {
    await openHome(tab)
    await goToProvider(tab)
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectSignInPage(page)
  await chooseUser(other, 'Grace Hopper')
  await allow(other)
  await continueToHome(other)
  await other.getByRole('heading', { level: 1, name: 'Welcome, Grace Hopper' }).waitFor()
  await page.goto('/account')
  await page
    .getByRole('region', { name: 'Your account' })
    .getByText('grace@example.org', { exact: true })
    .waitFor()
})

test('Sign-in with a provider and sign-out work by keyboard alone', async ({ open }) => {
  const page = await open()
  await openHome(page)
  await press('Sign in with Playground ID')
  await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
  await press(/Grace Hopper/)
  await page.getByRole('heading', { name: /^Allow/ }).waitFor()
  await press('Allow')
  await continueToHome(page)
  await page.getByRole('region', { name: 'You are signed in' }).waitFor()
  await press('Sign out')
  await expectSignedOut(page)

  async function press(name: string | RegExp): Promise<void> {
    const button = page.getByRole('button', { name })
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      if (await button.evaluate((element) => element === document.activeElement))
        return page.keyboard.press('Enter')
    }
    throw new Error(`Tab does not lead to "${name}".`)
  }
})
