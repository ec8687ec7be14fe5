import { describe, expect } from 'vitest'
import { app, scriptModes, test } from './browser.ts'
import {
  expectCodeRequired,
  expectSignedIn,
  expectWelcome,
  newAddress,
  openHome,
  readSession,
  receiveLink,
  requestLink,
  startSignedIn,
} from './steps.ts'

describe.for(scriptModes)('Custom pages, $mode', ({ javaScriptEnabled }) => {
  // proves CFG-26, §12.1
  test('ask new users for a name', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await requestLink(page, email)
    await page.goto(await receiveLink(email))
    const welcome = await expectWelcome(page)
    expect(page.url()).toBe(`${app}/welcome?${new URLSearchParams({ callbackUrl: `${app}/` })}`)
    await welcome.getByLabel('Display name').fill('Edith Clarke')
    await welcome.getByRole('button', { name: 'Continue' }).click()
    await expectSignedIn(page, { name: 'Edith Clarke', email })
    expect(await readSession(page)).toMatchObject({ user: { name: 'Edith Clarke', email } })
  })

  // proves CFG-26
  test('return new users to the page that they requested', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await page.goto('/account?tab=1')
    const submit = page.getByRole('button', { name: /e-mail/i })
    await page.locator('form', { has: submit }).getByLabel('E-mail').fill(email)
    await submit.click()
    await expectCodeRequired(page)
    await page.goto(await receiveLink(email))
    const welcome = await expectWelcome(page)
    await welcome.getByLabel('Display name').fill('Edith Clarke')
    await welcome.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('region', { name: 'Your account' }).waitFor()
    expect(page.url()).toBe(`${app}/account?tab=1`)
  })
})

test.for(['https://evil.test/', 'https://evil.test//evil.test', '//evil.test', 'javascript:alert(1)', ''])(
  'The page for new users redirects only within the application for the callbackUrl %j',
  async (callbackUrl, { open }) => {
    const page = await open()
    await startSignedIn(page)
    await page.goto(`/welcome?${new URLSearchParams({ callbackUrl })}`)
    const welcome = await expectWelcome(page)
    await welcome.getByRole('button', { name: 'Continue' }).click()
    await welcome.waitFor({ state: 'detached' })
    expect(new URL(page.url()).origin).toBe(app)
  },
)
