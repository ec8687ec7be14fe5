import { randomUUID } from 'node:crypto'
import { totp } from '@latchkey/test-support/kit/totp.ts'
import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { app, basePath, inbox, openHydrated } from './browser.ts'

/** Ada, who has an account in the example and is a test user of the provider. */
export const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

/** Opens the home page, and waits until its scripts run if JavaScript is enabled. */
export async function openHome(page: Page): Promise<void> {
  await openHydrated(page, '/')
}

/**
 * Presses the provider's button on the home page or the library's sign-in page, and waits for the
 * provider.
 */
export async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Playground ID' }).click()
  await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
}

/** At the provider: chooses a test user, and waits for the consent page. */
export async function chooseUser(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('heading', { name: /^Allow/ }).waitFor()
}

/** At the provider: allows access and returns to the application. */
export async function allow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** Signs in with the provider, with all its pages. */
export async function signInAtProvider(page: Page, name = ada.name): Promise<void> {
  await goToProvider(page)
  await chooseUser(page, name)
  await allow(page)
}

/** Fills in and submits the password form, on the home page or the library's sign-in page. */
export async function signInWithPassword(page: Page, { email, password } = ada): Promise<void> {
  const form = passwordForm(page)
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in with password' }).click()
}

/** Returns the password form. Other forms on the page also have an e-mail field. */
export function passwordForm(page: Page): Locator {
  return page.locator('form', { has: page.getByRole('button', { name: 'Sign in with password' }) })
}

/** Returns an unused e-mail address, for tests that count e-mails or change a user. */
export function newAddress(): string {
  return `${randomUUID()}@example.com`
}

/** Requests an e-mail link on the home page, and waits for the page that asks for the code. */
export async function requestLink(page: Page, email: string): Promise<void> {
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send me a sign-in link' }) })
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button').click()
  await expectCodeRequired(page)
}

/** Waits until the library's page asks for the code from an e-mail. */
export async function expectCodeRequired(page: Page): Promise<void> {
  await page.getByLabel('Code', { exact: true }).waitFor()
}

/** Returns the link in the newest e-mail to this address with one to this endpoint. */
export function receiveLink(email: string, endpoint = 'callback'): Promise<string> {
  return findInMail(email, new RegExp(`http\\S+/${endpoint}[/?]\\S+`))
}

/** Returns the code in the newest e-mail to this address. */
export function receiveCode(email: string): Promise<string> {
  return findInMail(email, /^\d{4} ?\d{4}$/m)
}

/** Waits for an e-mail in the playground's inbox. @returns what the newest one contains */
async function findInMail(email: string, pattern: RegExp): Promise<string> {
  const url = `${inbox}/messages?${new URLSearchParams({ to: email, wait: '10000' })}`
  const find = async (): Promise<string | undefined> => {
    const mails = (await (await fetch(url)).json()) as { text: string }[]
    return mails.flatMap(({ text }) => text.match(pattern)?.[0] ?? [])[0]
  }
  return (await vi.waitUntil(find, { timeout: 10_000 })) ?? ''
}

/** Opens the sign-up page from the home page, and sends an address and a password. */
export async function signUp(
  page: Page,
  { email, password }: Pick<typeof ada, 'email' | 'password'>,
): Promise<void> {
  await openHome(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Create an account' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expectCodeRequired(page)
}

/** Enters a code on a page of the library that asks for the one in an e-mail. */
export async function enterCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: button, exact: true }).click()
}

/** Asks for a link that resets the password, on the page to which the home page links. */
export async function requestReset(page: Page, email: string): Promise<void> {
  await openHome(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { level: 1, name: 'Reset your password' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('heading', { level: 1, name: 'Check your e-mail' }).waitFor()
}

/** Chooses a new password on the page of a reset. */
export async function choosePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save password' }).click()
}

/** Returns the values of `autocomplete` of a page's fields, which password managers fill in. */
export function autocompleteTokens(page: Page): Promise<string[]> {
  return page
    .locator('input:not([type=hidden])')
    .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete') ?? ''))
}

/**
 * Signs in a new user with an e-mail link and returns the address. No other test uses this user.
 */
export async function startAsNewUser(page: Page): Promise<string> {
  const email = newAddress()
  await openHome(page)
  await requestLink(page, email)
  await page.goto(await receiveLink(email))
  await expectWelcome(page)
  await page.goto('/')
  await expectSignedIn(page, { name: email, email })
  return email
}

/** Waits until the page for new users asks for a name. */
export async function expectWelcome(page: Page): Promise<Locator> {
  const welcome = page.getByRole('region', { name: 'Welcome', exact: true })
  await welcome.waitFor()
  return welcome
}

/**
 * Opens the home page after a sign-in. New users are on another page then: all test users of the
 * provider except Ada, in the first test that uses them.
 */
export async function continueToHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.goto('/')
}

/** Signs Ada in with a single request, for tests of a signed-in user. Ends on the home page. */
export async function startSignedIn(page: Page): Promise<void> {
  const { email, password } = ada
  await page.request.post(`${app}${basePath}/callback/password`, {
    form: { email, password },
    headers: { origin: app },
    maxRedirects: 0,
  })
  await page.goto('/')
  await expectSignedIn(page)
}

/** Waits until the home page shows a signed-in user. */
export async function expectSignedIn(
  page: Page,
  { name, email }: Pick<typeof ada, 'name' | 'email'> = ada,
): Promise<void> {
  await page.getByRole('heading', { level: 1, name: `Welcome, ${name}` }).waitFor()
  await page.getByRole('region', { name: 'You are signed in' }).getByText(email).waitFor()
}

/** Waits until the home page shows that no user is signed in. */
export async function expectSignedOut(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'You are signed out' }).waitFor()
}

/** Waits until the protected page shows the account of a user. */
export async function expectAccount(
  page: Page,
  { name, email }: Pick<typeof ada, 'name' | 'email'> = ada,
): Promise<void> {
  const account = page.getByRole('region', { name: 'Your account' })
  await account.getByText(name, { exact: true }).waitFor()
  await account.getByText(email, { exact: true }).waitFor()
}

/** Opens the profile, and waits until its scripts run if JavaScript is enabled. */
export async function openProfile(page: Page): Promise<Locator> {
  await openHydrated(page, '/profile')
  return page.getByRole('region', { name: 'Your profile' })
}

/** Waits until a protected page shows only the link to sign in. */
export async function expectSignInRequired(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Please sign in', exact: true }).waitFor()
}

/** Waits for the library's sign-in page. */
export async function expectSignInPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`${basePath}/signin`)
}

/** Returns the response of the session endpoint to this browser. */
export async function readSession(page: Page): Promise<unknown> {
  return (await page.request.get(`${app}${basePath}/session`)).json()
}

/**
 * Turns on a second factor on the security page and the library's pages. Ends on the security page.
 */
export async function turnOnSecondFactor(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await openHydrated(page, '/security')
  await secondFactor(page).getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await page.locator('main code').textContent()) ?? ''
  await sendCode(page, totp(secret))
  await page.getByRole('heading', { level: 1, name: 'Your recovery codes' }).waitFor()
  const recoveryCodes = await page.getByRole('listitem').allInnerTexts()
  expect(recoveryCodes).toHaveLength(10)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByText('Recovery codes left: 10').waitFor()
  expect(page.url()).toBe(`${app}/security`)
  return { secret, recoveryCodes }
}

/** Sends a code on a page of the library that asks for one. */
export async function sendCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Returns the part of the security page about the second factor. */
export function secondFactor(page: Page): Locator {
  return page.getByRole('region', { name: 'Two-step sign-in' })
}
