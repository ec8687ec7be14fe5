import { describe, expect } from 'vitest'
import { app, scriptModes, test } from './browser.ts'
import {
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
  test('confirm that a link was sent, and ask new users for a name', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await requestLink(page, email)
    expect(new URL(page.url()).pathname).toBe('/check-your-inbox')
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
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Sign in with e-mail' }) })
    await form.getByLabel('E-mail').fill(email)
    await form.getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'Check your inbox' }).waitFor()
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
