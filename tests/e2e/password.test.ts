import { describe, expect } from 'vitest'
import { app, scriptModes, test } from './browser.ts'
import { ada, expectSignedIn, openHome, passwordForm, readSession, signInWithPassword } from './steps.ts'

describe.for(scriptModes)('The password form of the home page, $mode', ({ javaScriptEnabled }) => {
  // proves GEN-3, A-7
  test('signs in', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await signInWithPassword(page)
    await expectSignedIn(page)
    expect(page.url()).toBe(`${app}/`)
  })

  // proves P-CR-1, A-15, ERR-14
  test.for([
    { input: 'a wrong password', email: ada.email, password: 'wrong horse' },
    { input: 'an unknown address', email: 'unknown@example.com', password: ada.password },
  ])('shows the same error for $input, and can be submitted again', async ({ email, password }, { open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await signInWithPassword(page, { ...ada, email, password })
    // Next.js has its own alert element, without text, to announce navigations.
    await page
      .getByRole('alert')
      .getByText('Incorrect e-mail address or password.', { exact: true })
      .waitFor()
    expect(await readSession(page)).toBeNull()
    await signInWithPassword(page)
    await expectSignedIn(page)
  })
})

test('With JavaScript, a wrong password keeps the page and the e-mail address', async ({ open }) => {
  const page = await open()
  await openHome(page)
  await page.evaluate(() => Object.assign(window, { isStillHere: true }))
  await signInWithPassword(page, { ...ada, password: 'wrong horse' })
  await page.getByText('Incorrect e-mail address or password.').waitFor()
  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(true)
  expect(await passwordForm(page).getByLabel('E-mail').inputValue()).toBe(ada.email)
  expect(await passwordForm(page).getByLabel('Password').inputValue()).toBe('')
})

test('The password form can be used by keyboard alone', async ({ open }) => {
  const page = await open()
  await openHome(page)
  await tabTo('E-mail')
  await page.keyboard.type(ada.email)
  await tabTo('Password')
  await page.keyboard.type(ada.password)
  await page.keyboard.press('Enter')
  await expectSignedIn(page)

  async function tabTo(label: string): Promise<void> {
    const field = passwordForm(page).getByLabel(label)
    for (let presses = 0; presses < 16; presses++) {
      await page.keyboard.press('Tab')
      if (await field.evaluate((element) => element === document.activeElement)) return
    }
    throw new Error(`Tab does not lead to "${label}".`)
  }
})
