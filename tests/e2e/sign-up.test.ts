import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, basePath, openHydrated, scriptModes, test } from './browser.ts'
import {
  autocompleteTokens,
  choosePassword,
  enterCode,
  expectSignedIn,
  expectSignedOut,
  expectSignInPage,
  expectWelcome,
  newAddress,
  openHome,
  readSession,
  receiveCode,
  receiveLink,
  requestLink,
  requestReset,
  signInWithPassword,
  signUp,
} from './steps.ts'

const FIRST = 'seven green kettles hum'
const SECOND = 'nine quiet harbours at dawn'
const THIRD = 'twelve brass lanterns swing'

describe.for(scriptModes)('A user with a password, $mode', ({ javaScriptEnabled }) => {
  test('signs up with the code from the e-mail, changes the password, and resets it', async ({ open }) => {
    const email = newAddress()
    const user = { name: email, email }
    const page = await open({ javaScriptEnabled })
    await signUp(page, { email, password: FIRST })
    expect(await readSession(page)).toBeNull()
    await enterCode(page, await receiveCode(email), 'Create account')
    await expectWelcome(page)

    await openHydrated(page, '/security')
    await changePassword(page, { current: SECOND, next: THIRD }, 'The current password is wrong.')
    await changePassword(page, { current: FIRST, next: SECOND }, 'Your password has been changed.')
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)

    await requestReset(page, email)
    await page.goto(await receiveLink(email, 'reset'))
    await choosePassword(page, THIRD)
    await expectSignInPage(page)
    await page.getByRole('status').getByText('Your password has been changed. Sign in with it.').waitFor()
    expect(await readSession(page)).toBeNull()
    await signInWithPassword(page, { ...user, password: SECOND })
    await page.getByRole('alert').waitFor()
    await signInWithPassword(page, { ...user, password: THIRD })
    await expectSignedIn(page, user)
  })

  test('who opens the link in another browser chooses the password there', async ({ open }) => {
    const email = newAddress()
    const requesting = await open({ javaScriptEnabled })
    await signUp(requesting, { email, password: FIRST })
    const page = await open({ javaScriptEnabled })
    await page.goto(await receiveLink(email, 'signup'))
    await page.getByText(`Your address ${email} is confirmed.`).waitFor()
    await page.getByLabel('New password').fill(SECOND)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expectWelcome(page)
    expect(await readSession(page)).toMatchObject({ user: { email } })
    expect(await readSession(requesting)).toBeNull()
    // Someone else may have chosen it.
    await openHome(requesting)
    await signInWithPassword(requesting, { name: email, email, password: FIRST })
    await requesting.getByText('Incorrect e-mail address or password.', { exact: true }).waitFor()
  })

  test('signs in with the code from an e-mail, which works once', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await requestLink(page, email)
    await enterCode(page, '0000 0000', 'Sign in')
    await page.getByRole('alert').getByText('This code is wrong').waitFor()
    // The field has the focus.
    await page.keyboard.type(await receiveCode(email))
    await page.keyboard.press('Enter')
    await expectWelcome(page)
    expect(await readSession(page)).toMatchObject({ user: { email } })
    const other = await open({ javaScriptEnabled })
    await other.goto(await receiveLink(email))
    await other.getByRole('button', { name: 'Sign in' }).click()
    await other.getByRole('heading', { level: 1, name: 'This link is no longer valid' }).waitFor()
    expect(await readSession(other)).toBeNull()
  })
})

test('Password managers know what each field is for', async ({ open }) => {
  const email = newAddress()
  const page = await open()
  await openHome(page)
  expect(await autocompleteTokens(page)).toEqual(['email', 'username', 'current-password'])
  await page.goto(`${basePath}/signin`)
  expect(await autocompleteTokens(page)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:username|email)\b/), 'current-password']),
  )
  await page.goto(`${basePath}/signup`)
  expect(await autocompleteTokens(page)).toEqual(['username', 'new-password'])
  await signUp(page, { email, password: FIRST })
  expect(await autocompleteTokens(page)).toEqual(['one-time-code'])
  await enterCode(page, await receiveCode(email), 'Create account')
  await expectWelcome(page)
  await page.goto('/security')
  expect(await autocompleteTokens(page)).toEqual(['username', 'current-password', 'new-password'])
  await page.goto(`${basePath}/reset`)
  expect(await autocompleteTokens(page)).toEqual(['username'])
  await page.goto(`${app}${basePath}/reset?${new URLSearchParams({ email, token: 'any' })}`)
  expect(await autocompleteTokens(page)).toEqual(['username', 'new-password'])
})

async function changePassword(
  page: Page,
  { current, next }: { readonly current: string; readonly next: string },
  message: string,
): Promise<void> {
  const region = page.getByRole('region', { name: 'Password', exact: true })
  await region.getByLabel('Current password').fill(current)
  await region.getByLabel('New password').fill(next)
  await region.getByRole('button', { name: 'Change password' }).click()
  await region.getByRole('status').getByText(message).waitFor()
}
