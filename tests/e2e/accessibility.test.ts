import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, basePath, example, inbox, issuer, test } from './browser.ts'
import {
  ada,
  chooseUser,
  expectAccount,
  goToProvider,
  newAddress,
  openHome,
  openProfile,
  receiveLink,
  requestLink,
  requestReset,
  signInAtProvider,
  signInWithPassword,
  signUp,
  startAsNewUser,
  startSignedIn,
  turnOnSecondFactor,
} from './steps.ts'

type Pages = Readonly<Record<string, (page: Page) => Promise<unknown>>>

/** The pages of the example, and how to open them. */
const examplePages: Pages = {
  'home page, signed out': openHome,
  'home page after a wrong password': async (page) => {
    await openHome(page)
    await signInWithPassword(page, { ...ada, password: 'wrong horse' })
    await page.getByText('Incorrect e-mail address or password.').waitFor()
  },
  'home page, signed in': startSignedIn,
  'account page': async (page) => {
    await startSignedIn(page)
    await page.goto('/account')
    await expectAccount(page)
    await page.getByText('Session as JSON').click()
  },
  'security page': async (page) => {
    await startSignedIn(page)
    await page.goto('/security')
    await page.getByRole('region', { name: 'Sessions' }).waitFor()
  },
  'security page with a second factor': async (page) => {
    await startAsNewUser(page)
    await turnOnSecondFactor(page)
  },
  'page that asks for a recent sign-in': async (page) => {
    await startSignedIn(page)
    await page.goto('/invite')
  },
  'profile page': async (page) => {
    await startSignedIn(page)
    await openProfile(page)
  },
  'page that calls the API, without tokens': async (page) => {
    await startAsNewUser(page)
    await page.goto('/provider-api')
    await page.getByRole('region', { name: 'Allow access to your profile' }).waitFor()
  },
  "page that calls the provider's API": async (page) => {
    await openHome(page)
    await signInAtProvider(page)
    await page.goto('/provider-api')
    await page.getByText('Response as JSON').click()
  },
  'profile page, signed out': (page) => page.goto('/profile'),
  'page for new users': async (page) => {
    await startSignedIn(page)
    await page.goto('/welcome')
  },
  'confirmation page of a link in another browser': async (page) => {
    const email = newAddress()
    await openHome(page)
    await requestLink(page, email)
    await page.context().clearCookies()
    await page.goto(await receiveLink(email))
  },
  'page for an unknown address': (page) => page.goto('/nowhere'),
}

/** The pages that are the same with every example. */
const sharedPages: Pages = {
  'sign-in page of the library': (page) => page.goto(`${basePath}/signin`),
  'sign-in page of the library with an error': (page) =>
    page.goto(`${basePath}/signin?error=CredentialsSignin`),
  'sign-in page of the library after a reset': async (page) => {
    await page.goto(`${basePath}/signin?passwordReset=1`)
    await page.getByRole('status').getByText('Your password has been changed.').waitFor()
  },
  'page that asks for the code of a sign-in': async (page) => {
    await openHome(page)
    await requestLink(page, newAddress())
  },
  'page that asks for the code of a sign-up': (page) =>
    signUp(page, { email: newAddress(), password: newAddress() }),
  'page that asks for a new password': async (page) => {
    await requestReset(page, ada.email)
    await page.goto(await receiveLink(ada.email, 'reset'))
  },
  'sign-out page of the library': (page) => page.goto(`${basePath}/signout`),
  'error page of the library': (page) =>
    page.goto(`${basePath}/error?error=Configuration&reference=0a1b2c3d`),
  'home page of the provider': (page) => page.goto(issuer),
  'user selection of the provider': async (page) => {
    await openHome(page)
    await goToProvider(page)
  },
  'consent page of the provider': async (page) => {
    await openHome(page)
    await goToProvider(page)
    await chooseUser(page, ada.name)
  },
  'sign-out page of the provider': (page) => page.goto(`${issuer}/session/end`),
  'error page of the provider': (page) => page.goto(`${issuer}/nowhere`),
  // Of one user: the page of all e-mails reloads when another test receives one.
  'mail inbox': async (page) => {
    const email = newAddress()
    await openHome(page)
    await requestLink(page, email)
    await receiveLink(email)
    await page.goto(`${inbox}/?to=${encodeURIComponent(email)}`)
    await page.getByRole('heading', { name: `E-mail to ${email}` }).waitFor()
  },
}

// One example is enough for the pages that all of them share.
const pages = example === 'next' ? { ...examplePages, ...sharedPages } : examplePages

describe.for(Object.entries(pages))('The %s', ([, reach]) => {
  test('is accessible, light and dark, and fits a narrow screen in both directions', async ({ open }) => {
    const page = await open({ viewport: { width: 320, height: 640 }, colorScheme: 'light' })
    await reach(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await violations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    // The browser prefers reduced motion. The colours of a button could not be checked during a
    // transition.
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(await violations(page, ['color-contrast'])).toEqual([])
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

test('Every focusable element of the home page has a visible focus outline', async ({ open }) => {
  const page = await open()
  await page.goto(app)
  const stops = await page.locator('a, button, input:not([type=hidden])').count()
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(
      () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle,
    )
    expect(outline).toBe('solid')
  }
})

/**
 * Returns the findings of axe, one line each. Evaluated with the debugger, so the
 * Content-Security-Policy of the page does not block it.
 */
async function violations(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) }
  await page.evaluate(axe.source)
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
