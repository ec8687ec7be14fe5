import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { database, test } from './browser.ts'
import { expectSignInPage, expectSignInRequired, openProfile, readSession, startAsNewUser } from './steps.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('An expired session', () => {
  // proves A-17
  test('redirects from the protected page to the sign-in page, and its cookie is deleted', async ({
    open,
  }) => {
    const page = await open()
    setSessionExpiry(await startAsNewUser(page), 0)
    await page.goto('/account')
    await expectSignInPage(page)
    expect(await sessionCookie(page)).toBeUndefined()
    expect(await readSession(page)).toBeNull()
  })

  test('is noticed when a tab becomes visible again', async ({ open }) => {
    const page = await open()
    const email = await startAsNewUser(page)
    await openProfile(page)
    setSessionExpiry(email, 0)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expectSignInRequired(page)
  })
})

// proves A-16, SES-6
test('Opening the protected page after a day renews the session', async ({ open }) => {
  const page = await open()
  const email = await startAsNewUser(page)
  const soon = Date.now() + 28 * DAY_MS
  setSessionExpiry(email, soon)
  await page.goto('/account')
  await page.getByRole('region', { name: 'Your account' }).waitFor()
  expect(sessionExpiry(email)).toBeGreaterThan(soon + DAY_MS)
})

async function sessionCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'latchkey.session-token')
}

const OF_USER = 'WHERE userId = (SELECT id FROM users WHERE email = ?)'

/** Returns when the only session of a user expires, in milliseconds since 1970. */
function sessionExpiry(email: string): unknown {
  using db = openDatabase()
  return db.prepare(`SELECT expires FROM sessions ${OF_USER}`).get(email)?.expires
}

/** Changes when the only session of a user expires. */
function setSessionExpiry(email: string, expires: number): void {
  using db = openDatabase()
  expect(db.prepare(`UPDATE sessions SET expires = ? ${OF_USER}`).run(expires, email).changes).toBe(1)
}

function openDatabase(): DatabaseSync {
  return new DatabaseSync(database, { timeout: 5000 })
}
