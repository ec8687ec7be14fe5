import { createHash } from 'node:crypto'
import { runIn } from '@latchkey/test-support/servers/database-url.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { database } from './browser.ts'

const HOUR_SECONDS = 60 * 60
const COLUMNS = [
  { table: 'sessions', column: '"sessionToken"' },
  { table: 'latchkey_session_details', column: 'session_token' },
]

/** Makes the session of a browser one whose user signed in an hour ago. */
export async function ageSession(page: Page): Promise<void> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'latchkey.session-token')
  const old = decodeURIComponent(cookie?.value ?? '')
  const aged = old.replace(/~(\d+)/, (_, time) => `~${Number(time) - HOUR_SECONDS}`)
  expect(aged).not.toBe(old)
  for (const { table, column } of COLUMNS) {
    await runIn(database, `UPDATE ${table} SET ${column} = '${hash(aged)}' WHERE ${column} = '${hash(old)}'`)
    const found = `SELECT ${column} FROM ${table} WHERE ${column} = '${hash(aged)}'`
    expect(await runIn(database, found)).toHaveLength(1)
  }
  if (cookie) await page.context().addCookies([{ ...cookie, value: encodeURIComponent(aged) }])
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
