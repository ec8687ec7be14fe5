import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, basePath, inbox, issuer, test } from './browser.ts'
import {
  ada,
  askForLink,
  choosePerson,
  goToProvider,
  haveSession,
  linkTo,
  newAddress,
  openHome,
  openProfile,
  seeAccount,
  signInWithPassword,
} from './steps.ts'

/** Every page, and how to come to it. */
const pages: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'home page, signed out': openHome,
  'home page after a wrong password': async (page) => {
    await openHome(page)
    await signInWithPassword(page, { ...ada, password: 'wrong horse' })
    await page.getByText('E-mail or password is wrong.').waitFor()
  },
  'home page, signed in': haveSession,
  'account page': async (page) => {
    await haveSession(page)
    await page.goto('/account')
    await seeAccount(page)
    await page.getByText('Session as JSON').click()
  },
  'profile page': async (page) => {
    await haveSession(page)
    await openProfile(page)
  },
  'profile page to a stranger': (page) => page.goto('/profile'),
  'page that says that a mail is on its way': async (page) => {
    await openHome(page)
    await askForLink(page, newAddress())
  },
  'page for who is new': async (page) => {
    await haveSession(page)
    await page.goto('/welcome')
  },
  'page of a link that is opened elsewhere': async (page) => {
    const email = newAddress()
    await openHome(page)
    await askForLink(page, email)
    await page.context().clearCookies()
    await page.goto(await linkTo(email))
  },
  'page for an unknown address': (page) => page.goto('/nowhere'),
  'sign-in page of the library': (page) => page.goto(`${basePath}/signin`),
  'sign-in page of the library with an error': (page) =>
    page.goto(`${basePath}/signin?error=CredentialsSignin`),
  'sign-out page of the library': (page) => page.goto(`${basePath}/signout`),
  'error page of the library': (page) =>
    page.goto(`${basePath}/error?error=Configuration&reference=0a1b2c3d`),
  'home page of the provider': (page) => page.goto(issuer),
  'choice of a person at the provider': async (page) => {
    await openHome(page)
    await goToProvider(page)
  },
  'consent at the provider': async (page) => {
    await openHome(page)
    await goToProvider(page)
    await choosePerson(page, ada.name)
  },
  'sign-out page of the provider': (page) => page.goto(`${issuer}/session/end`),
  'error page of the provider': (page) => page.goto(`${issuer}/nowhere`),
  'mail inbox': (page) => page.goto(inbox),
}

describe.for(Object.entries(pages))('The %s', ([, reach]) => {
  test('is accessible, light and dark, and fits a narrow screen', async ({ open }) => {
    const page = await open({ viewport: { width: 320, height: 640 }, colorScheme: 'light' })
    await reach(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(await violations(page, '{}')).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    // The browser is one of somebody who does not want motion. A button that fades would have no colour of its own to judge, either.
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(await violations(page, `{ runOnly: ['color-contrast'] }`)).toEqual([])
  })
})

test('The way from the keyboard: every stop of the home page shows where one is', async ({ open }) => {
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

/** What axe finds, a line each. Evaluated by the browser's debugger, so no policy of the page is in its way. */
async function violations(page: Page, options: string): Promise<string[]> {
  await page.evaluate(axe.source)
  const results = await page.evaluate<AxeResults>(`axe.run(${options})`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
