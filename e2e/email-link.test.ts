import { describe, expect } from 'vitest'
import { test, ways } from './browser.ts'
import {
  ada,
  askForLink,
  linkTo,
  newAddress,
  openHome,
  readSession,
  seeSignedIn,
  seeWelcome,
} from './steps.ts'

describe.for(ways)('A link by mail, $way', ({ javaScriptEnabled }) => {
  // proves §12.1, §12.1 c
  test('signs in the browser that asked for it, and works once', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await askForLink(page, email)
    expect(await readSession(page)).toBeNull()
    const link = await linkTo(email)
    await page.goto(link)
    await seeWelcome(page)
    expect(await readSession(page)).toMatchObject({ user: { email } })
    const late = await open({ javaScriptEnabled })
    await late.goto(link)
    await late.getByRole('button', { name: 'Sign in' }).click()
    await late.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(late.url()).searchParams.get('error')).toBe('Verification')
    expect(await readSession(late)).toBeNull()
  })

  // proves §12.1 b
  test('that is opened in another browser asks first, and signs in there', async ({ open }) => {
    const email = newAddress()
    const asking = await open({ javaScriptEnabled })
    await openHome(asking)
    await askForLink(asking, email)
    const page = await open({ javaScriptEnabled })
    await page.goto(await linkTo(email))
    await page.getByText(`This link signs you in as ${email}.`).waitFor()
    expect(await readSession(page)).toBeNull()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await seeWelcome(page)
    expect(await readSession(page)).toMatchObject({ user: { email } })
    expect(await readSession(asking)).toBeNull()
  })
})

test('A link by mail leads to the same person as the password', async ({ open }) => {
  const page = await open()
  await openHome(page)
  await askForLink(page, ada.email)
  await page.goto(await linkTo(ada.email))
  await seeSignedIn(page)
})

// proves A-15
test('An address that no mail can be sent to leads to the sign-in page, which says so', async ({ open }) => {
  // The browser finds nothing wrong with it.
  const page = await open()
  await openHome(page)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Send me a sign-in link' }) })
  await form.evaluate((element) => element.setAttribute('novalidate', ''))
  await form.getByLabel('E-mail').fill('ann@example.com,bob@example.com')
  await form.getByRole('button').click()
  await page.getByRole('alert').getByText('could not be sent').waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('EmailSignInError')
})
