import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { app, openHydrated, scriptModes, test } from './browser.ts'
import { expectSignInPage, signInWithPassword, startSignedIn } from './steps.ts'
import { ageSession } from './stored-session.ts'

describe.for(scriptModes)('A form that asks for a recent sign-in, $mode', ({ javaScriptEnabled }) => {
  test('runs at once after a recent sign-in', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    await invite(page, 'one@example.com')
    await expectSent(page, 'one@example.com')
  })

  test('is offered again after the user has signed in again, and runs once', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    const before = await countInvitations(page)
    await ageSession(page)
    await invite(page, "o'two+&x@example.com")
    await expectSignInPage(page)
    await signInWithPassword(page)
    await expectOffer(page)
    const offer = page.url()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectSent(page, "o'two+&x@example.com")
    expect(new URL(page.url()).pathname).toBe('/invite')
    // The page that offered the form, from the browser's history.
    const response = await page.goto(offer)
    expect(response?.status()).toBe(410)
    await page.getByRole('heading', { level: 1, name: 'Please fill in the form again' }).waitFor()
    await page.getByRole('link', { name: 'Go back' }).click()
    await page.getByRole('heading', { level: 1, name: 'Invite a friend' }).waitFor()
    expect(await countInvitations(page)).toBe(before + 2)
  })

  test('runs once after the back button and a second click', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await startSignedIn(page)
    const before = await countInvitations(page)
    await ageSession(page)
    await invite(page, 'three@example.com')
    await signInWithPassword(page)
    await expectOffer(page)
    const form = await readForm(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectSent(page, 'three@example.com')
    await repeat(page, form)
    await page.getByRole('heading', { level: 1, name: 'Please fill in the form again' }).waitFor()
    await repeat(page, { ...form, fields: { ...form.fields, 'latchkey-form': 'f'.repeat(64) } })
    await page.getByRole('heading', { level: 1, name: 'Please fill in the form again' }).waitFor()
    expect(await countInvitations(page)).toBe(before + 2)
  })

  test('leads signed-out users to the sign-in page and back', async ({ open }) => {
    const page = await open({ javaScriptEnabled })
    await page.goto('/invite')
    await expectSignInPage(page)
    await signInWithPassword(page)
    await page.getByRole('heading', { level: 1, name: 'Invite a friend' }).waitFor()
    expect(page.url()).toBe(`${app}/invite`)
  })
})

async function invite(page: Page, friend: string): Promise<void> {
  await openHydrated(page, '/invite')
  await page.getByLabel('Address of your friend').fill(friend)
  await page.getByRole('button', { name: 'Invite' }).click()
}

async function expectSent(page: Page, friend: string): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: `was sent to ${friend}.` })
    .waitFor()
}

async function expectOffer(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Continue where you left off' }).waitFor()
}

/** Sends one more invitation. @returns how many there were before */
async function countInvitations(page: Page): Promise<number> {
  await invite(page, 'count@example.com')
  await expectSent(page, 'count@example.com')
  return Number(new URL(page.url()).searchParams.get('count')) - 1
}

interface SentForm {
  readonly action: string
  readonly enctype: string
  readonly fields: Readonly<Record<string, string>>
}

function readForm(page: Page): Promise<SentForm> {
  return page.evaluate(() => {
    const form = document.querySelector('form') as HTMLFormElement
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    return { action: form.action, enctype: form.enctype, fields }
  })
}

/** Sends a form as a browser does after the back button. */
async function repeat(page: Page, { action, enctype, fields }: SentForm): Promise<void> {
  await page.goto('/invite')
  await page.setContent(formPage(action, enctype, fields))
  await page.getByRole('button', { name: 'Send' }).click()
}

function formPage(action: string, enctype: string, fields: Readonly<Record<string, string>>): string {
  const quote = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${quote(name)}" value="${quote(value)}">`,
  )
  return `<form method="post" action="${quote(action)}" enctype="${enctype}">${inputs.join('')}<button>Send</button></form>`
}
