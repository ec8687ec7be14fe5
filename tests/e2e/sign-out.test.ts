import { describe, expect } from 'vitest'
import { app, basePath, openHydrated, scriptModes, test } from './browser.ts'
import {
  expectAccount,
  expectSignedIn,
  expectSignedOut,
  expectSignInPage,
  readSession,
  startSignedIn,
} from './steps.ts'

/** Cookies that outlive the session: they say which devices the user has signed in on before. */
const OF_THE_DEVICE = /^latchkey\.(?:known-device|last-used)$/

describe.for(scriptModes)('Sign-out, $mode', ({ javaScriptEnabled }) => {
  // proves GEN-3, ST-12, A-10
  test.for(['/', '/account'])('works on %s', async (path, { open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    await openHydrated(page, path)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)
    expect(page.url()).toBe(`${app}/`)
    expect(await readSession(page)).toBeNull()
    const cookies = await page.context().cookies(app)
    expect(cookies.filter(({ name }) => !OF_THE_DEVICE.test(name))).toEqual([])
  })

  // proves §3 POST /signout
  test('works on the built-in page', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    await page.goto(`${basePath}/signout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)
    expect(await readSession(page)).toBeNull()
  })

  test('can be cancelled on the built-in page', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    await page.goto(`${basePath}/signout`)
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await expectSignedIn(page)
  })

  test('works on a page that is still open after another tab has signed out', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    await openHydrated(page, '/account')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor()
  })

  test('hides the protected page from the back button', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    await openHydrated(page, '/account')
    await expectAccount(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)
    await page.goBack()
    await expectSignInPage(page)
  })
})
