import { describe, expect } from 'vitest'
import { scriptModes, test } from './browser.ts'
import {
  ada,
  expectSignedIn,
  expectWelcome,
  newAddress,
  openHome,
  readSession,
  receiveLink,
  requestLink,
} from './steps.ts'

describe.for(scriptModes)('An e-mail link, $mode', ({ javaScriptEnabled }) => {
  // proves §12.1, §12.1 c
  test('signs in in the browser that requested it, and works once', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await requestLink(page, email)
    expect(await readSession(page)).toBeNull()
    const link = await receiveLink(email)
    await page.goto(link)
    await expectWelcome(page)
    expect(await readSession(page)).toMatchObject({ user: { email } })
    const secondUse = await open({ javaScriptEnabled })
    await secondUse.goto(link)
    await secondUse.getByRole('button', { name: 'Sign in' }).click()
    await secondUse.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(secondUse.url()).searchParams.get('error')).toBe('Verification')
    expect(await readSession(secondUse)).toBeNull()
  })

  // proves §12.1 b
  test('asks for confirmation in another browser, and signs in there', async ({ open }) => {
    const email = newAddress()
    const requesting = await open({ javaScriptEnabled })
    await openHome(requesting)
    await requestLink(requesting, email)
    const page = await open({ javaScriptEnabled })
    await page.goto(await receiveLink(email))
    await page.getByText(`This link signs you in as ${email}.`).waitFor()
    expect(await readSession(page)).toBeNull()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectWelcome(page)
    expect(await readSession(page)).toMatchObject({ user: { email } })
    expect(await readSession(requesting)).toBeNull()
  })
})

test('An e-mail link signs in the same user as the password', async ({ open }) => {
  const page = await open()
  await openHome(page)
  await requestLink(page, ada.email)
  await page.goto(await receiveLink(ada.email))
  await expectSignedIn(page)
})

// proves A-15
test('An invalid e-mail address leads to an error on the sign-in page', async ({ open }) => {
  // The browser accepts the address as valid.
  const page = await open()
  await openHome(page)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send me a sign-in link' }) })
  await form.evaluate((element) => element.setAttribute('novalidate', ''))
  await form.getByLabel('E-mail').fill('ann@example.com,bob@example.com')
  await form.getByRole('button').click()
  await page.getByRole('alert').getByText('could not be sent').waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('EmailSignInError')
})
