import { describe, expect } from 'vitest'
import { app, basePath, openHydrated, test, ways } from './browser.ts'
import { haveSession, readSession, seeAccount, seeSignedIn, seeSignedOut, seeSignInPage } from './steps.ts'

describe.for(ways)('Signing out, $way', ({ javaScriptEnabled }) => {
  // proves GEN-3, ST-12, A-10
  test.for(['/', '/account'])('works on %s', async (path, { open }) => {
    const page = await open({ javaScriptEnabled })
    await haveSession(page)
    await openHydrated(page, path)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seeSignedOut(page)
    expect(page.url()).toBe(`${app}/`)
    expect(await readSession(page)).toBeNull()
    expect(await page.context().cookies(app)).toEqual([])
  })

  // proves §3 POST /signout
  test('works on the page of the library', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await haveSession(page)
    await page.goto(`${basePath}/signout`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seeSignedOut(page)
    expect(await readSession(page)).toBeNull()
  })

  test('can be thought better of on the page of the library', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await haveSession(page)
    await page.goto(`${basePath}/signout`)
    await page.getByRole('link', { name: 'Stay signed in' }).click()
    await seeSignedIn(page)
  })

  test('works on a page that still stands there after another tab has signed out', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await haveSession(page)
    await openHydrated(page, '/account')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { level: 1, name: /^Sign in/ }).waitFor()
  })

  test('takes the protected page away from the back button', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await haveSession(page)
    await openHydrated(page, '/account')
    await seeAccount(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seeSignedOut(page)
    await page.goBack()
    await seeSignInPage(page)
  })
})
