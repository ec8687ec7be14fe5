import { describe, expect } from 'vitest'
import { app, basePath, openTab, scriptModes, test } from './browser.ts'
import {
  ada,
  expectSignedIn,
  expectSignedOut,
  expectSignInPage,
  expectSignInRequired,
  openProfile,
  readSession,
  signInWithPassword,
  startAsNewUser,
  startSignedIn,
} from './steps.ts'

describe.for(scriptModes)('The page that checks the session itself, $mode', ({ javaScriptEnabled }) => {
  // proves A-2, P-IN-3
  test('shows signed-out users only a link to sign in, and returns them afterwards', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await page.goto('/profile')
    await expectSignInRequired(page)
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await expectSignInPage(page)
    await signInWithPassword(page)
    await page.getByRole('region', { name: 'Your profile' }).getByText(ada.email).waitFor()
    expect(page.url()).toBe(`${app}/profile`)
  })

  // proves A-10
  test('signs out', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    const profile = await openProfile(page)
    await profile.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)
    expect(await readSession(page)).toBeNull()
  })
})

describe('A new display name', () => {
  test('appears immediately, after a reload, and on the server', async ({ open }) => {
    const page = await open()
    const email = await startAsNewUser(page)
    const profile = await openProfile(page)
    await profile.getByLabel('Display name').fill('Edith Clarke')
    await page.keyboard.press('Enter')
    await profile.getByText('Saved.').waitFor()
    await profile.getByText('Edith Clarke', { exact: true }).waitFor()
    expect(
      await profile.getByLabel('Display name').evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await page.reload()
    await profile.getByText('Edith Clarke', { exact: true }).waitFor()
    await page.goto('/')
    await expectSignedIn(page, { name: 'Edith Clarke', email })
    expect(await readSession(page)).toEqual({
      user: { name: 'Edith Clarke', email, image: null },
      expires: expect.stringMatching(/Z$/),
    })
  })

  test('appears in other tabs', async ({ open }) => {
    const page = await open()
    await startAsNewUser(page)
    const other = await openProfile(await openTab(page))
    const profile = await openProfile(page)
    await profile.getByLabel('Display name').fill('Annie Easley')
    await profile.getByRole('button', { name: 'Save' }).click()
    await other.getByText('Annie Easley', { exact: true }).waitFor()
  })

  // proves AUTHN-20
  test.for([
    { user: { name: '   ' } },
    { user: { name: 'x'.repeat(61) } },
    { user: { name: { first: 'Eve' } } },
    { user: { email: ada.email } },
    'Eve',
    null,
  ])('is validated on the server: %j changes nothing', async (data, { open }) => {
    const page = await open()
    const email = await startAsNewUser(page)
    const headers = { origin: app, 'content-type': 'application/json' }
    const response = await page.request.post(`${app}${basePath}/session`, { data: { data }, headers })
    expect(response.ok()).toBe(true)
    expect(await readSession(page)).toMatchObject({ user: { name: null, email } })
  })
})
