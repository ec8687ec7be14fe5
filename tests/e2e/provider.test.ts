import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, basePath, scriptModes, test } from './browser.ts'
import {
  ada,
  allow,
  chooseUser,
  continueToHome,
  expectSignedIn,
  expectSignInPage,
  goToProvider,
  openHome,
  readSession,
  signInAtProvider,
  startSignedIn,
} from './steps.ts'

describe.for(scriptModes)('A provider, $mode', ({ javaScriptEnabled }) => {
  // proves
  test('signs in from the home page and returns to it', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await signInAtProvider(page)
    await expectSignedIn(page)
    expect(page.url()).toBe(`${app}/`)
  })

  // proves §14 OAuthCallbackError
  test('denies access: the sign-in page shows the error, and no user is signed in', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await goToProvider(page)
    await chooseUser(page, ada.name)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectSignInPage(page)
    expect(await page.getByRole('alert').textContent()).toBe(
      'The provider did not sign you in. Try again, or use another account or sign-in method.',
    )
    expect(await readSession(page)).toBeNull()
  })
})

test.for([
  { profile: 'a user without a picture', name: 'Grace Hopper', email: 'grace@example.org' },
  { profile: 'a user with a name outside ASCII', name: 'Chloé Nguyễn', email: 'chloe@example.com' },
])('A provider signs in $profile', async (user, { open }) => {
  const page = await open()
  await openHome(page)
  await signInAtProvider(page, user.name)
  await continueToHome(page)
  await expectSignedIn(page, user)
})

describe('A pending sign-in', () => {
  test('does not affect another one in a second tab', async ({ open }) => {
    const first = await open()
    const second = await first.context().newPage()
    for (const tab of [first, second]) await openHome(tab)
    for (const tab of [first, second]) await goToProvider(tab)
    await chooseUser(first, ada.name)
    await allow(first)
    await expectSignedIn(first)
    await chooseUser(second, 'Grace Hopper')
    await allow(second)
    await continueToHome(second)
    await expectSignedIn(second, { name: 'Grace Hopper', email: 'grace@example.org' })
  })
})

describe('A callback URL', () => {
  // proves P-OA-1
  test('works once: the second use is an error, and the session stays', async ({ open }) => {
    const page = await open()
    const address = await callbackUrl(page)
    await page.goto(address)
    await expectSignedIn(page)
    await expectError(page, address)
    expect(await readSession(page)).toMatchObject({ user: { email: ada.email } })
  })

  // proves P-OA-1, P-CS-5
  test('of another browser is an error and signs in no user', async ({ open }) => {
    const attacker = await open()
    const victim = await open()
    // Without any cookie, the sign-in page would ask to allow cookies.
    await victim.goto(`${basePath}/signin?callbackUrl=/`)
    await expectError(victim, await callbackUrl(attacker))
    expect(await readSession(victim)).toBeNull()
  })

  // proves P-OA-1, P-OA-4
  test.for(['state', 'code', 'iss'])(
    'with a changed %s is an error, and the session stays',
    async (parameter, { open }) => {
      const page = await open()
      await startSignedIn(page)
      const address = new URL(await callbackUrl(page, `${basePath}/signin`))
      const value = address.searchParams.get(parameter) ?? ''
      expect(value).not.toBe('')
      address.searchParams.set(parameter, `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`)
      await expectError(page, address.href)
      expect(await readSession(page)).toMatchObject({ user: { email: ada.email } })
    },
  )
})

/**
 * Goes to the provider from a page with its button, allows access, and returns the callback URL
 * instead of opening it.
 */
async function callbackUrl(page: Page, from = '/'): Promise<string> {
  await page.goto(from)
  await goToProvider(page)
  await chooseUser(page, ada.name)
  let address = await redirectTarget(page, page.url(), { choice: 'allow' })
  while (!address.startsWith(app)) address = await redirectTarget(page, address)
  return address
}

async function redirectTarget(page: Page, url: string, form?: Record<string, string>): Promise<string> {
  const response = await page.request.fetch(url, { method: form ? 'POST' : 'GET', form, maxRedirects: 0 })
  return new URL(response.headers().location ?? '', url).href
}

/** Expects the error page with an error status and a reference, but no details. */
async function expectError(page: Page, address: string): Promise<void> {
  const response = await page.goto(address)
  expect(response?.status()).toBeGreaterThanOrEqual(400)
  expect(new URL(page.url()).pathname).toBe(`${basePath}/error`)
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
  expect(await page.getByText(/quote this reference/).textContent()).toMatch(/[0-9a-f]{8}$/)
}
