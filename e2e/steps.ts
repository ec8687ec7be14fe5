import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { app, basePath, inbox, openHydrated } from './browser.ts'

/** Ada as the example's table of accounts and the playground's provider both know her. */
export const ada = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }

/** Opens the home page, and waits until its scripts run where it has any. */
export async function openHome(page: Page): Promise<void> {
  await openHydrated(page, '/')
}

/** Presses the button of the provider, on the home page or the library's sign-in page, and waits for the provider. */
export async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Playground ID' }).click()
  await page.getByRole('heading', { name: 'Choose a test user' }).waitFor()
}

/** At the provider: chooses somebody, and comes to the question whether to allow it. */
export async function choosePerson(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(name) }).click()
  await page.getByRole('heading', { name: /^Allow/ }).waitFor()
}

/** At the provider: allows it, and goes back. */
export async function allow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow' }).click()
}

/** The whole way through the provider. */
export async function signInAtProvider(page: Page, name = ada.name): Promise<void> {
  await goToProvider(page)
  await choosePerson(page, name)
  await allow(page)
}

/** Fills the form in, on the home page or the library's sign-in page, and sends it. */
export async function signInWithPassword(page: Page, { email, password } = ada): Promise<void> {
  const form = passwordForm(page)
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Password').fill(password)
  await form.getByRole('button', { name: 'Sign in with password' }).click()
}

/** The form for passwords: others on the page ask for an address, too. */
export function passwordForm(page: Page): Locator {
  return page.locator('form', { has: page.getByRole('button', { name: 'Sign in with password' }) })
}

/** An address that nobody has used: for tests that count mails or change a person. */
export function newAddress(): string {
  return `${randomUUID()}@example.com`
}

/** Asks for a link on the home page, and waits until the application says that it is on its way. */
export async function askForLink(page: Page, email: string): Promise<void> {
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send me a sign-in link' }) })
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button').click()
  await page.getByRole('heading', { level: 1, name: 'Check your e-mail' }).waitFor()
}

/** The link in the newest mail to this address, as the playground's inbox has it. */
export async function linkTo(email: string): Promise<string> {
  const query = new URLSearchParams({ to: email, wait: '10000' })
  const [mail] = (await (await fetch(`${inbox}/messages?${query}`)).json()) as { text: string }[]
  const [link] = mail?.text.match(/http\S+\/callback\/\S+/) ?? []
  if (link === undefined) throw new Error(`There is no mail with a link to ${email}.`)
  return link
}

/** Signs somebody new in, by a link. Nobody else's test meets this person. */
export async function haveNewPerson(page: Page): Promise<string> {
  const email = newAddress()
  await openHome(page)
  await askForLink(page, email)
  await page.goto(await linkTo(email))
  await seeWelcome(page)
  await page.goto('/')
  await seeSignedIn(page, { name: email, email })
  return email
}

/** Waits until the page for those who are new asks for a name. */
export async function seeWelcome(page: Page): Promise<Locator> {
  const welcome = page.getByRole('region', { name: 'Welcome', exact: true })
  await welcome.waitFor()
  return welcome
}

/** Whoever is new came to another page. Of the people at the provider all but Ada are, in the first test that they are in. */
export async function goHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.goto('/')
}

/** The shortest way to a session, for tests of what comes after. Leads to the home page. */
export async function haveSession(page: Page): Promise<void> {
  const { email, password } = ada
  await page.request.post(`${app}${basePath}/callback/credentials`, {
    form: { email, password },
    headers: { origin: app },
    maxRedirects: 0,
  })
  await page.goto('/')
  await seeSignedIn(page)
}

/** Waits until the home page shows somebody. */
export async function seeSignedIn(
  page: Page,
  { name, email }: Pick<typeof ada, 'name' | 'email'> = ada,
): Promise<void> {
  await page.getByRole('heading', { level: 1, name: `Welcome, ${name}` }).waitFor()
  await page.getByRole('region', { name: 'You are signed in' }).getByText(email).waitFor()
}

/** Waits until the home page shows nobody. */
export async function seeSignedOut(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'You are signed out' }).waitFor()
}

/** Waits until the page shows the protected account of somebody. */
export async function seeAccount(
  page: Page,
  { name, email }: Pick<typeof ada, 'name' | 'email'> = ada,
): Promise<void> {
  const account = page.getByRole('region', { name: 'Your account' })
  await account.getByText(name, { exact: true }).waitFor()
  await account.getByText(email, { exact: true }).waitFor()
}

/** Opens the profile, and waits until its scripts run. */
export async function openProfile(page: Page): Promise<Locator> {
  await openHydrated(page, '/profile')
  return page.getByRole('region', { name: 'Your profile' })
}

/** Waits until a protected page shows nothing but the way in. */
export async function seeSignInFirst(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Please sign in first' }).waitFor()
}

/** Waits for the library's own sign-in page. */
export async function seeSignInPage(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Sign in', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`${basePath}/signin`)
}

/** What the session endpoint says to this browser. */
export async function readSession(page: Page): Promise<unknown> {
  return (await page.request.get(`${app}${basePath}/session`)).json()
}
