import { DatabaseSync } from 'node:sqlite'
import { describe, expect } from 'vitest'
import { database, openTab, test } from './browser.ts'
import {
  allow,
  choosePerson,
  goToProvider,
  haveNewPerson,
  haveSession,
  openHome,
  openProfile,
  readSession,
  seeSignedOut,
  seeSignInFirst,
  seeSignInPage,
} from './steps.ts'

describe('Signing out', () => {
  test.for(['/', '/account', '/profile'])('on %s shows in another tab', async (path, { open }) => {
    const page = await open()
    await haveSession(page)
    const other = await openTab(page)
    await openProfile(other)
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await seeSignedOut(page)
    await seeSignInFirst(other)
  })
})

describe('A session that is over', () => {
  test('leads from the protected page to the sign-in page, and its cookie is cleared [A-17]', async ({ open }) => {
    const page = await open()
    endSessionsOf(await haveNewPerson(page))
    await page.goto('/account')
    await seeSignInPage(page)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('latchkey.session-token')
    expect(await readSession(page)).toBeNull()
  })

  test('shows in a tab that is looked at again', async ({ open }) => {
    const page = await open()
    const email = await haveNewPerson(page)
    await openProfile(page)
    endSessionsOf(email)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await seeSignInFirst(page)
  })
})

test('Who cancelled at the provider can go on in the other tab', async ({ open }) => {
  const page = await open()
  const other = await openTab(page)
  for (const tab of [page, other]) {
    await openHome(tab)
    await goToProvider(tab)
  }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await seeSignInPage(page)
  await choosePerson(other, 'Grace Hopper')
  await allow(other)
  await other.getByRole('heading', { level: 1, name: 'Welcome, Grace Hopper' }).waitFor()
  await page.goto('/account')
  await page.getByRole('region', { name: 'Your account' }).getByText('grace@example.org', { exact: true }).waitFor()
})

test('The whole way by keyboard alone: provider, account, signing out', async ({ open }) => {
  const page = await open()
  await openHome(page)
  await press('Sign in with Playground ID')
  await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor()
  await press(/Grace Hopper/)
  await page.getByRole('heading', { name: /^Allow/ }).waitFor()
  await press('Allow')
  await page.getByRole('region', { name: 'You are signed in' }).waitFor()
  await press('Sign out')
  await seeSignedOut(page)

  async function press(name: string | RegExp): Promise<void> {
    const button = page.getByRole('button', { name })
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('Tab')
      if (await button.evaluate((element) => element === document.activeElement)) return page.keyboard.press('Enter')
    }
    throw new Error(`Tab does not lead to "${name}".`)
  }
})

/** Lets the time of somebody's sessions be over. */
function endSessionsOf(email: string): void {
  const db = new DatabaseSync(database, { timeout: 5000 })
  const { changes } = db.prepare('UPDATE sessions SET expires = 0 WHERE userId = (SELECT id FROM users WHERE email = ?)').run(email)
  db.close()
  expect(changes).toBe(1)
}
