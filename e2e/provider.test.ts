import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, basePath, test, ways } from './browser.ts'
import {
  ada,
  allow,
  choosePerson,
  goHome,
  goToProvider,
  haveSession,
  openHome,
  readSession,
  seeSignedIn,
  seeSignInPage,
  signInAtProvider,
} from './steps.ts'

describe.for(ways)('A provider, $way', ({ javaScriptEnabled }) => {
  // proves
  test('signs in from the home page and comes back to it', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await signInAtProvider(page)
    await seeSignedIn(page)
    expect(page.url()).toBe(`${app}/`)
  })

  // proves §14 OAuthCallbackError
  test('says no: the sign-in page tells it, and nobody is signed in', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await openHome(page)
    await goToProvider(page)
    await choosePerson(page, ada.name)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await seeSignInPage(page)
    expect(await page.getByRole('alert').textContent()).toBe(
      'The provider did not sign you in. Try again, or use another account or sign-in method.',
    )
    expect(await readSession(page)).toBeNull()
  })
})

test.for([
  { who: 'somebody without a picture', name: 'Grace Hopper', email: 'grace@example.org' },
  { who: 'somebody with letters beyond ASCII', name: 'Chloé Nguyễn', email: 'chloe@example.com' },
])('A provider signs in $who', async (person, { open }) => {
  const page = await open()
  await openHome(page)
  await signInAtProvider(page, person.name)
  await goHome(page)
  await seeSignedIn(page, person)
})

describe('A sign-in under way', () => {
  test('does not disturb another one in a second tab', async ({ open }) => {
    const first = await open()
    const second = await first.context().newPage()
    for (const tab of [first, second]) await openHome(tab)
    for (const tab of [first, second]) await goToProvider(tab)
    await choosePerson(first, ada.name)
    await allow(first)
    await seeSignedIn(first)
    await choosePerson(second, 'Grace Hopper')
    await allow(second)
    await goHome(second)
    await seeSignedIn(second, { name: 'Grace Hopper', email: 'grace@example.org' })
  })
})

describe('A callback address', () => {
  // proves P-OA-1
  test('works once: used again it is an error, and the session stays', async ({ open }) => {
    const page = await open()
    const address = await callbackAddress(page)
    await page.goto(address)
    await seeSignedIn(page)
    await seeRefusal(page, address)
    expect(await readSession(page)).toMatchObject({ user: { email: ada.email } })
  })

  // proves P-OA-1, P-CS-5
  test('of another browser is an error: nobody is signed in as somebody else', async ({ open }) => {
    const attacker = await open()
    const victim = await open()
    await seeRefusal(victim, await callbackAddress(attacker))
    expect(await readSession(victim)).toBeNull()
  })

  // proves P-OA-1, P-OA-4
  test.for(['state', 'code', 'iss'])(
    'with a changed %s is an error, and the session stays',
    async (parameter, { open }) => {
      const page = await open()
      await haveSession(page)
      const address = new URL(await callbackAddress(page, `${basePath}/signin`))
      const value = address.searchParams.get(parameter) ?? ''
      expect(value).not.toBe('')
      address.searchParams.set(parameter, `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`)
      await seeRefusal(page, address.href)
      expect(await readSession(page)).toMatchObject({ user: { email: ada.email } })
    },
  )
})

/** Goes to the provider from a page with its button, allows everything, and gives the address back instead of opening it. */
async function callbackAddress(page: Page, from = '/'): Promise<string> {
  await page.goto(from)
  await goToProvider(page)
  await choosePerson(page, ada.name)
  let address = await sentTo(page, page.url(), { choice: 'allow' })
  while (!address.startsWith(app)) address = await sentTo(page, address)
  return address
}

async function sentTo(page: Page, url: string, form?: Record<string, string>): Promise<string> {
  const response = await page.request.fetch(url, { method: form ? 'POST' : 'GET', form, maxRedirects: 0 })
  return new URL(response.headers().location ?? '', url).href
}

/** The error page, with the status of an error, something to quote, and no word of what it was. */
async function seeRefusal(page: Page, address: string): Promise<void> {
  const response = await page.goto(address)
  expect(response?.status()).toBeGreaterThanOrEqual(400)
  expect(new URL(page.url()).pathname).toBe(`${basePath}/error`)
  await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
  expect(await page.getByText(/quote this reference/).textContent()).toMatch(/[0-9a-f]{8}$/)
}
