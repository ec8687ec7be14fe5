import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, scriptModes, test } from './browser.ts'
import {
  ada,
  expectAccount,
  expectSignedIn,
  expectSignInPage,
  openHome,
  readSession,
  signInAtProvider,
  signInWithPassword,
} from './steps.ts'

const DEEP_LINK = '/account?tab=a%20b&sort=%2Bname'

describe.for(scriptModes)('The protected page, $mode', ({ javaScriptEnabled }) => {
  // proves GEN-3, ST-9, A-17, AUTHN-10
  test('redirects to the sign-in page and, after signing in with a provider, back with its query', async ({
    open,
  }) => {
    const page = await open({ javaScriptEnabled })
    await page.goto(DEEP_LINK)
    await expectSignInPage(page)
    await signInAtProvider(page)
    await expectAccount(page)
    expectDeepLink(page)
  })

  // proves ST-9, P-RD-3
  test('redirects to the sign-in page and, after signing in with a password, back with its query', async ({
    open,
  }) => {
    const page = await open({ javaScriptEnabled })
    await page.goto(DEEP_LINK)
    await expectSignInPage(page)
    await signInWithPassword(page)
    await expectAccount(page)
    expectDeepLink(page)
  })

  test('is still the target after a wrong password on the sign-in page', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await page.goto(DEEP_LINK)
    await signInWithPassword(page, { ...ada, password: 'wrong horse' })
    await page.getByRole('alert').waitFor()
    await expectSignInPage(page)
    expect(await page.getByRole('alert').textContent()).toBe('Incorrect details. Check them and try again.')
    expect(await readSession(page)).toBeNull()
    await signInWithPassword(page)
    await expectAccount(page)
    expectDeepLink(page)
  })

  // proves ST-8, A-2
  test('opens from the link on the home page, and shows the session', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await signInWithPassword(page)
    await expectSignedIn(page)
    await page.getByRole('link', { name: 'View your account' }).click()
    await expectAccount(page)
    await page.getByText('Session as JSON').click()
    const shown = await page.getByRole('region', { name: 'Your account' }).locator('pre').textContent()
    const { user, expires } = JSON.parse(shown ?? '')
    expect(user).toMatchObject({ name: ada.name, email: ada.email })
    expect(Object.keys(user).filter((key) => !['name', 'email', 'image'].includes(key))).toEqual([])
    expect(expires).toMatch(/Z$/)
  })

  test('redirects signed-out users to the sign-in page from the link on the home page', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await expectSignInPage(page)
    await signInWithPassword(page)
    await expectAccount(page)
  })
})

// The data requests of client-side navigation: Next.js uses a header, SvelteKit a path.
// proves ST-9, P-IN-3
test.for([
  ['/account', { rsc: '1' }],
  ['/account/__data.json', {}],
] as const)(
  'The protected page returns no data to signed-out users: %s',
  async ([path, headers], { open }) => {
    const page = await open()
    const response = await page.request.get(`${app}${path}`, { headers, maxRedirects: 0 })
    expect(await response.text()).not.toContain('Your account')
  },
)

/** Next.js re-encodes the query (`+` for `%20`), so this compares the decoded values. */
function expectDeepLink(page: Page): void {
  const { origin, pathname, searchParams } = new URL(page.url())
  expect({ origin, pathname, ...Object.fromEntries(searchParams) }).toEqual({
    origin: app,
    pathname: '/account',
    tab: 'a b',
    sort: '+name',
  })
}
