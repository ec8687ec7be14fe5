import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { database } from './browser.ts'
import { ada } from './steps.ts'

const HOUR_SECONDS = 60 * 60
const RENAME = [
  'UPDATE sessions SET sessionToken = ? WHERE sessionToken = ?',
  'UPDATE latchkey_session_details SET session_token = ? WHERE session_token = ?',
]

/** Makes the session of a browser one whose user signed in an hour ago. */
export async function ageSession(page: Page): Promise<void> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'latchkey.session-token')
  const old = decodeURIComponent(cookie?.value ?? '')
  const aged = old.replace(/~(\d+)/, (_, time) => `~${Number(time) - HOUR_SECONDS}`)
  expect(aged).not.toBe(old)
  using db = new DatabaseSync(database, { timeout: 5000 })
  for (const statement of RENAME) {
    const change = db.prepare(statement)
    expect(change.run(hash(aged), hash(old)).changes).toBe(1)
  }
  if (cookie) await page.context().addCookies([{ ...cookie, value: encodeURIComponent(aged) }])
}

/** Gives a user Ada's password. */
export function givePassword(email: string): void {
  using db = new DatabaseSync(database, { timeout: 5000 })
  const change = db.prepare(
    `INSERT INTO latchkey_passwords (user_id, hash, changed_at, must_change)
      SELECT users.id, hash, changed_at, must_change FROM users,
        (SELECT latchkey_passwords.* FROM latchkey_passwords JOIN users ON users.id = user_id WHERE email = ?)
      WHERE email = ?`,
  )
  expect(change.run(ada.email, email).changes).toBe(1)
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
