import { DatabaseSync } from 'node:sqlite'
import { type Guide, openGuide } from '@latchkey/test-support/applications/guide.ts'
import { SECRET } from '@latchkey/test-support/kit/app.ts'
import { mailTo, useInbox } from '@latchkey/test-support/kit/email.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { BetterSqlite3Adapter } from '@lucia-auth/adapter-sqlite'
import type { AuthConfig } from 'latchkey'
import { Lucia, Scrypt } from 'lucia'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MigratedSite, NEW_HASH, openSite, PASSWORD } from './migrated-site.ts'

/** The tables of an application with Lucia, passwords and GitHub. */
const TABLES = `
  CREATE TABLE user (
    id TEXT PRIMARY KEY NOT NULL, email TEXT UNIQUE, email_verified INTEGER DEFAULT 0, password_hash TEXT);
  CREATE TABLE session (
    id TEXT PRIMARY KEY NOT NULL, expires_at INTEGER NOT NULL, user_id TEXT NOT NULL REFERENCES user (id));
  CREATE TABLE oauth_account (
    provider_id TEXT NOT NULL, provider_user_id TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES user (id),
    PRIMARY KEY (provider_id, provider_user_id));`

let guide: Guide
let site: MigratedSite
let db: DatabaseSync
let lucia: Lucia
let sessionId: string

/** Its `prepare` has the methods of better-sqlite3 that the adapter calls. */
function luciaOver(database: DatabaseSync): Lucia {
  return new Lucia(new BetterSqlite3Adapter(database as never, { user: 'user', session: 'session' }))
}

const rowsOf = (table: string): unknown[] => db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()

isolateEnvironment()
useInbox()
beforeAll(async () => {
  guide = openGuide('lucia', import.meta.dirname)
  db = new DatabaseSync(guide.database, { timeout: 5000 })
  db.exec(TABLES)
  lucia = luciaOver(db)
  const insert = db.prepare('INSERT INTO user VALUES (?, ?, ?, ?)')
  insert.run('ann', 'Ann@Example.com', 1, await new Scrypt().hash(PASSWORD))
  insert.run('ben', 'ben@example.com', 0, await new Scrypt().hash(PASSWORD))
  insert.run('dee', 'dee@example.com', 1, 'a hash of a program that is gone')
  insert.run('cem', null, 0, null)
  db.prepare('INSERT INTO oauth_account VALUES (?, ?, ?)').run('github', '583231', 'ann')
  db.prepare('INSERT INTO oauth_account VALUES (?, ?, ?)').run('google', '1097', 'cem')
  ;({ id: sessionId } = await lucia.createSession('ann', {}))
  db.prepare('INSERT INTO session VALUES (?, ?, ?)').run('expired', 1_000_000_000, 'ben')
  await guide.run('copy-lucia.ts')
  await guide.run('import-passwords.ts', { AUTH_SECRET: SECRET })
  vi.stubEnv('DATABASE_PATH', guide.database)
  const { authConfig } = await guide.import<{ authConfig: AuthConfig }>('src/auth-config.ts')
  site = openSite(authConfig, 'github')
})
afterAll(() => {
  vi.unstubAllEnvs()
  db.close()
  guide.remove()
})

// proves VER-1
describe('the guide for Lucia', () => {
  it('copies nothing if two addresses differ only in case', async () => {
    const other = openGuide('lucia', import.meta.dirname)
    const clash = new DatabaseSync(other.database, { timeout: 5000 })
    clash.exec(`${TABLES} INSERT INTO user (id, email) VALUES ('a', 'x@a.test'), ('b', 'X@a.test')`)
    await expect(other.run('copy-lucia.ts')).rejects.toThrow('UNIQUE constraint failed: users.email')
    expect(clash.prepare('SELECT * FROM users').all()).toEqual([])
    clash.close()
    other.remove()
  })

  it('copies every user, account and valid session, and only once', async () => {
    const counts = 'users 4\naccounts 2\nsessions 1\n'
    const tables = ['users', 'accounts', 'sessions']
    const before = tables.map(rowsOf)
    expect(await guide.run('copy-lucia.ts')).toBe(counts)
    expect(tables.map(rowsOf)).toEqual(before)
    expect(rowsOf('users')).toMatchObject([
      { id: 'ann', email: 'ann@example.com', emailVerified: expect.any(Number) },
      { id: 'ben', email: 'ben@example.com', emailVerified: null },
      { id: 'cem', email: null, emailVerified: null },
      { id: 'dee', email: 'dee@example.com', emailVerified: expect.any(Number) },
    ])
    expect(rowsOf('accounts')).toMatchObject([
      { provider: 'github', providerAccountId: '583231', userId: 'ann', type: 'oauth' },
      { provider: 'google', providerAccountId: '1097', userId: 'cem', type: 'oidc' },
    ])
  })

  it('keeps a user signed in with the cookie of Lucia', async () => {
    const browser = site.browser()
    browser.plant(site.origin, lucia.sessionCookieName, sessionId)
    expect(await site.sessionOf(browser)).toMatchObject({ user: { id: 'ann', email: 'ann@example.com' } })
    const other = site.browser()
    other.plant(site.origin, lucia.sessionCookieName, `${sessionId.slice(1)}a`)
    expect(await site.sessionOf(other)).toBeNull()
  })

  it('signs in with the old account at the provider', async () => {
    const browser = site.browser()
    await site.signInAtProvider(browser, { sub: '583231', email: 'ann@example.com' })
    expect(await site.sessionOf(browser)).toMatchObject({ user: { id: 'ann' } })
    expect([rowsOf('users').length, rowsOf('accounts').length]).toEqual([4, 2])
  })

  it('imports every hash unchanged, and lists those that it cannot read', async () => {
    const report = await guide.run('import-passwords.ts', { AUTH_SECRET: SECRET })
    expect(report).toContain('kept: 2')
    expect(report).toMatch(/row: 3,\s+reason: 'hash'/)
    const users = rowsOf('user') as { id: string; password_hash: string }[]
    const [ann, ben] = users
    expect(rowsOf('latchkey_passwords')).toMatchObject([
      { user_id: 'ann', hash: ann?.password_hash, must_change: 0 },
      { user_id: 'ben', hash: ben?.password_hash, must_change: 0 },
    ])
  })

  it('signs in with the old password, and replaces its hash', async () => {
    const browser = site.browser()
    await site.signInWithPassword(browser, 'ann@example.com', 'another password')
    expect(await site.sessionOf(browser)).toBeNull()
    await site.signInWithPassword(browser, 'Ann@example.com', PASSWORD)
    expect(await site.sessionOf(browser)).toMatchObject({ user: { id: 'ann' } })
    expect(rowsOf('latchkey_passwords')[0]).toMatchObject({ user_id: 'ann', hash: NEW_HASH })
    const again = site.browser()
    await site.signInWithPassword(again, 'ann@example.com', PASSWORD)
    expect(await site.sessionOf(again)).toMatchObject({ user: { id: 'ann' } })
  })

  it('lets a user verify an address that was not verified', async () => {
    const browser = site.browser()
    expect(await site.signInWithPassword(browser, 'ben@example.com', PASSWORD)).toMatch(/\/auth\/verify$/)
    expect(await site.sessionOf(browser)).toBeNull()
    const { text } = await mailTo('ben@example.com')
    await site.verifyAddress(browser, /\b\d{8}\b/.exec(text)?.[0] ?? '')
    expect(await site.sessionOf(browser)).toMatchObject({ user: { id: 'ben' } })
  })

  it('adds new users to the table of Lucia with its trigger', async () => {
    db.exec(guide.read('new-users.sql'))
    const browser = site.browser()
    await site.signInAtProvider(browser, { sub: 'new', email: 'dora@example.com' })
    const users = rowsOf('user') as { email: string }[]
    expect(users.map(({ email }) => email)).toContain('dora@example.com')
  })

  it('does not change the tables of Lucia', async () => {
    const back = luciaOver(db)
    const { session, user } = await back.validateSession(sessionId)
    expect({ session: session?.id, user: user?.id }).toEqual({ session: sessionId, user: 'ann' })
    const users = rowsOf('user') as { id: string; email: string; password_hash: string }[]
    const ann = users.find(({ id }) => id === 'ann')
    expect(ann?.email).toBe('Ann@Example.com')
    expect(await new Scrypt().verify(ann?.password_hash ?? '', PASSWORD)).toBe(true)
  })
})
