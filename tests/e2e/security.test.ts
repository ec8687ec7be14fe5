import { totp } from '@latchkey/test-support/kit/totp.ts'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, openHydrated, scriptModes, test } from './browser.ts'
import {
  type ada,
  enterCode,
  expectSignedIn,
  expectSignedOut,
  expectSignInPage,
  expectSignInRequired,
  expectWelcome,
  newAddress,
  openHome,
  readSession,
  receiveCode,
  secondFactor,
  sendCode,
  signInWithPassword,
  signUp,
  turnOnSecondFactor,
} from './steps.ts'
import { ageSession } from './stored-session.ts'

describe.for(scriptModes)('The security page, $mode', ({ javaScriptEnabled }) => {
  test('turns on a second factor, which the next sign-in asks for', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    const user = await startWithPassword(page)
    const { secret } = await turnOnSecondFactor(page)
    await page.getByRole('region', { name: 'Recent activity' }).getByText('Second factor added').waitFor()
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectSignedOut(page)

    await signInUntilVerification(page, user)
    expect(await readSession(page)).toBeNull()
    await sendCode(page, '000000')
    await page.getByRole('alert').getByText('This code is wrong').waitFor()
    expect(await readSession(page)).toBeNull()
    // The code of the current step was used to turn it on.
    await sendCode(page, totp(secret, 1))
    await expectSignedIn(page, user)
  })

  test('accepts each recovery code once, and turns the second factor off', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    const user = await startWithPassword(page)
    const { recoveryCodes } = await turnOnSecondFactor(page)
    const other = await open({ javaScriptEnabled })
    await signInUntilVerification(other, user)
    await sendCode(other, recoveryCodes[0] ?? '')
    await expectSignedIn(other, user)
    const third = await open({ javaScriptEnabled })
    await signInUntilVerification(third, user)
    await sendCode(third, recoveryCodes[0] ?? '')
    await third.getByRole('alert').getByText('This code is wrong').waitFor()

    await openHydrated(other, '/security')
    await other.getByText('Recovery codes left: 9').waitFor()
    await secondFactor(other).getByRole('button', { name: 'Turn off' }).click()
    await secondFactor(other).getByRole('button', { name: 'Turn on' }).waitFor()
    // A change of the ways to sign in ends the other sessions.
    await page.goto('/security')
    await expectSignInRequired(page)
    await openHome(third)
    await signInWithPassword(third, user)
    await expectSignedIn(third, user)
  })

  test("ends another browser's session", async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    const user = await startWithPassword(page)
    const other = await signInElsewhere(await open({ javaScriptEnabled }), user)
    await openHydrated(page, '/security')
    await expect.poll(() => sessions(page).count()).toBe(2)
    expect(await sessions(page).getByText('This device').count()).toBe(1)
    await sessions(page).getByRole('button', { name: 'End session: Chrome on Linux' }).click()
    await expect.poll(() => sessions(page).count()).toBe(1)
    await other.goto('/security')
    await expectSignInRequired(other)
    expect(await readSession(other)).toBeNull()
  })

  test('asks for a recent sign-in before it ends other sessions', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    const user = await startWithPassword(page)
    const other = await signInElsewhere(await open({ javaScriptEnabled }), user)
    await ageSession(page)
    await openHydrated(page, '/security')
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await expectSignInPage(page)
    await signInWithPassword(page, user)
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
    expect(page.url()).toBe(`${app}/security`)
    expect(await readSession(other)).not.toBeNull()
    await openHydrated(page, '/security')
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await expect.poll(() => sessions(page).count()).toBe(1)
    expect(await readSession(other)).toBeNull()
  })

  test('shows signed-out users only a link to sign in', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await page.goto('/security')
    await expectSignInRequired(page)
  })
})

test('The security page replaces the recovery codes, and shows the new ones once', async ({ open }) => {
  const page = await open()
  const user = await startWithPassword(page)
  const { recoveryCodes } = await turnOnSecondFactor(page)
  await openHydrated(page, '/security')
  await secondFactor(page).getByRole('button', { name: 'New recovery codes' }).click()
  const shown = page.getByRole('list', { name: 'New recovery codes' }).getByRole('listitem')
  await expect.poll(() => shown.count()).toBe(10)
  const [code = ''] = await shown.allInnerTexts()
  await openHydrated(page, '/security')
  expect(await shown.count()).toBe(0)
  const other = await open()
  await signInUntilVerification(other, user)
  await sendCode(other, recoveryCodes[0] ?? '')
  await other.getByRole('alert').getByText('This code is wrong').waitFor()
  await sendCode(other, code)
  await expectSignedIn(other, user)
})

type User = typeof ada

/** Signs up a new user. */
async function startWithPassword(page: Page): Promise<User> {
  const email = newAddress()
  const user = { name: email, email, password: 'seven green kettles hum' }
  await signUp(page, user)
  await enterCode(page, await receiveCode(email), 'Create account')
  await expectWelcome(page)
  return user
}

async function signInElsewhere(page: Page, user: User): Promise<Page> {
  await openHome(page)
  await signInWithPassword(page, user)
  await expectSignedIn(page, user)
  return page
}

async function signInUntilVerification(page: Page, user: User): Promise<void> {
  await openHome(page)
  await signInWithPassword(page, user)
  await page.getByRole('heading', { level: 1, name: 'Confirm that it is you' }).waitFor()
}

function sessions(page: Page): Locator {
  return page.getByRole('region', { name: 'Sessions' }).getByRole('listitem')
}
