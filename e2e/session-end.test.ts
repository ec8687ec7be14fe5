import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { database, test } from './browser.ts'
import { haveNewPerson, openProfile, readSession, seeSignInFirst, seeSignInPage } from './steps.ts'

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000

describe('A session that is over', () => {
  // proves A-17
  test('leads from the protected page to the sign-in page, and its cookie is cleared', async ({ open }) => {
    const page = await open()
    letSessionEnd(await haveNewPerson(page), 0)
    await page.goto('/account')
    await seeSignInPage(page)
    expect(await sessionCookie(page)).toBeUndefined()
    expect(await readSession(page)).toBeNull()
  })

  test('shows in a tab that is looked at again', async ({ open }) => {
    const page = await open()
    const email = await haveNewPerson(page)
    await openProfile(page)
    letSessionEnd(email, 0)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await seeSignInFirst(page)
  })
})

// proves A-16, SES-6
test('A session that is read on the protected page after a day is renewed there', async ({ open }) => {
  const page = await open()
  const email = await haveNewPerson(page)
  const soon = Date.now() + 28 * DAY
  letSessionEnd(email, soon)
  await page.goto('/account')
  await page.getByRole('region', { name: 'Your account' }).waitFor()
  expect(sessionEnd(email)).toBeGreaterThan(soon + DAY)
})

async function sessionCookie(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === 'latchkey.session-token')
}

const OF_THEM = 'WHERE userId = (SELECT id FROM users WHERE email = ?)'

/** When the only session of somebody ends, as the database has it: milliseconds since 1970. */
function sessionEnd(email: string): unknown {
  using db = openDatabase()
  return db.prepare(`SELECT expires FROM sessions ${OF_THEM}`).get(email)?.expires
}

/** Changes when it ends. */
function letSessionEnd(email: string, expires: number): void {
  using db = openDatabase()
  expect(db.prepare(`UPDATE sessions SET expires = ? ${OF_THEM}`).run(expires, email).changes).toBe(1)
}

function openDatabase(): DatabaseSync {
  return new DatabaseSync(database, { timeout: 5000 })
}
