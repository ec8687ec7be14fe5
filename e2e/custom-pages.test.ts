import { describe, expect } from 'vitest'
import { app, test, ways } from './browser.ts'
import {
  askForLink,
  haveSession,
  linkTo,
  newAddress,
  openHome,
  readSession,
  seeSignedIn,
  seeWelcome,
} from './steps.ts'

describe.for(ways)('Pages of the application, $way', ({ javaScriptEnabled }) => {
  // proves CFG-26, §12.1
  test('say that a mail is on its way, and ask who is new for a name', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await askForLink(page, email)
    expect(new URL(page.url()).pathname).toBe('/check-your-mail')
    await page.goto(await linkTo(email))
    const welcome = await seeWelcome(page)
    expect(page.url()).toBe(`${app}/welcome?${new URLSearchParams({ callbackUrl: `${app}/` })}`)
    await welcome.getByLabel('Display name').fill('Edith Clarke')
    await welcome.getByRole('button', { name: 'Go on' }).click()
    await seeSignedIn(page, { name: 'Edith Clarke', email })
    expect(await readSession(page)).toMatchObject({ user: { name: 'Edith Clarke', email } })
  })

  // proves CFG-26
  test('lead who is new to where they wanted to go', async ({ open }) => {
    const email = newAddress()
    const page = await open({ javaScriptEnabled })
    await page.goto('/account?tab=1')
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Sign in with e-mail' }) })
    await form.getByLabel('E-mail').fill(email)
    await form.getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: 'Check your e-mail' }).waitFor()
    await page.goto(await linkTo(email))
    const welcome = await seeWelcome(page)
    await welcome.getByLabel('Display name').fill('Edith Clarke')
    await welcome.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('region', { name: 'Your account' }).waitFor()
    expect(page.url()).toBe(`${app}/account?tab=1`)
  })
})

test.for(['https://evil.test/', 'https://evil.test//evil.test', '//evil.test', 'javascript:alert(1)', ''])(
  'The page for who is new stays in the application when its address says %j',
  async (callbackUrl, { open }) => {
    const page = await open()
    await haveSession(page)
    await page.goto(`/welcome?${new URLSearchParams({ callbackUrl })}`)
    const welcome = await seeWelcome(page)
    await welcome.getByRole('button', { name: 'Go on' }).click()
    await welcome.waitFor({ state: 'detached' })
    expect(new URL(page.url()).origin).toBe(app)
  },
)
