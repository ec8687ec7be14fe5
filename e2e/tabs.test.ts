import { describe } from 'vitest'
import { openHydrated, openTab, test } from './browser.ts'
import {
  allow,
  choosePerson,
  goHome,
  goToProvider,
  haveSession,
  openHome,
  openProfile,
  seeSignedOut,
  seeSignInFirst,
  seeSignInPage,
} from './steps.ts'

describe('Signing out', () => {
  test.for(['/', '/account', '/profile'])('on %s shows in another tab', async (path, { open }) => {
    const page = await open()
    await haveSession(page)
    const other = await openTab(page)
    await openProfile(other)
    await openHydrated(page, path)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seeSignedOut(page)
    await seeSignInFirst(other)
  })
})

test('Who cancelled at the provider can go on in the other tab', async ({ open }) => {
  const page = await open()
  const other = await openTab(page)
  for (const tab of [page, other]) {
    await openHome(tab)
    await goToProvider(tab)
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await seeSignInPage(page)
  await choosePerson(other, 'Grace Hopper')
  await allow(other)
  await goHome(other)
  await other.getByRole('heading', { level: 1, name: 'Welcome, Grace Hopper' }).waitFor()
  await page.goto('/account')
  await page
    .getByRole('region', { name: 'Your account' })
    .getByText('grace@example.org', { exact: true })
    .waitFor()
})

test('The whole way by keyboard alone: provider, account, signing out', async ({ open }) => {
  const page = await open()
  await openHome(page)
  await press('Sign in with Playground ID')
  await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
  await press(/Grace Hopper/)
  await page.getByRole('heading', { name: /^Allow/ }).waitFor()
  await press('Allow')
  await goHome(page)
  await page.getByRole('region', { name: 'You are signed in' }).waitFor()
  await press('Sign out')
  await seeSignedOut(page)

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
