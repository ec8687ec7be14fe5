import { DatabaseSync } from 'node:sqlite'
import { type Guide, openGuide } from '@latchkey/test-support/applications/guide.ts'
import { useInbox } from '@latchkey/test-support/kit/email.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import type { AuthConfig } from 'latchkey'
import sqlite from 'latchkey/adapters/sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type MigratedSite, NEW_HASH, openSite, PASSWORD } from './migrated-site.ts'

const SECRET = 'the secret of better-auth in this test'
const COOKIE = '__Secure-better-auth.session_token'
const EXPIRES = new Date('2100-01-01T00:00:00Z')

let guide: Guide
let site: MigratedSite
let db: DatabaseSync
let annId: string
let benId: string
/** The value of Ann's session cookie, as better-auth set it. */
let sessionCookie: string

type OldApplication = ReturnType<typeof applicationOver>

function applicationOver(database: DatabaseSync) {
  return betterAuth({
    database,
    secret: SECRET,
    baseURL: 'https://app.test',
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  })
}

async function signUp(old: OldApplication, name: string): Promise<{ id: string; cookie: string }> {
  const body = { name, email: `${name}@Example.com`, password: PASSWORD }
  const response = await old.api.signUpEmail({ body, asResponse: true })
  const { user } = (await response.json()) as { user: { id: string } }
  const header = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${COOKIE}=`)) ?? ''
  return { id: user.id, cookie: header.slice(COOKIE.length + 1, header.indexOf(';')) }
}

const rowsOf = (table: string): Record<string, unknown>[] =>
  db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()

const oldSession = (old: OldApplication): ReturnType<OldApplication['api']['getSession']> =>
  old.api.getSession({ headers: new Headers({ cookie: `${COOKIE}=${sessionCookie}` }) })

const runCopy = (): Promise<string> => guide.run('copy-better-auth.ts', { BETTER_AUTH_SECRET: SECRET })

isolateEnvironment()
useInbox()
beforeAll(async () => {
  guide = openGuide('better-auth', import.meta.dirname)
  db = new DatabaseSync(guide.database, { timeout: 5000 })
  const old = applicationOver(db)
  await (await getMigrations(old.options)).runMigrations()
  ;({ id: annId, cookie: sessionCookie } = await signUp(old, 'Ann'))
  ;({ id: benId } = await signUp(old, 'Ben'))
  const { internalAdapter } = await old.$context
  await internalAdapter.updateUser(annId, { emailVerified: true, image: 'https://a.test/ann.png' })
  await internalAdapter.createAccount({
    userId: annId,
    providerId: 'github',
    accountId: '583231',
    accessToken: 'the access token',
    refreshToken: 'the refresh token',
    accessTokenExpiresAt: EXPIRES,
    scope: 'read:user,user:email',
  })
  await internalAdapter.createAccount({ userId: benId, providerId: 'microsoft', accountId: 'oid' })
  db.prepare('UPDATE session SET expiresAt = ? WHERE userId = ?').run('2001-01-01T00:00:00.000Z', benId)
  await runCopy()
  await guide.run('import-passwords.ts', { AUTH_SECRET: SECRET })
  vi.stubEnv('DATABASE_PATH', guide.database)
  vi.stubEnv('AUTH_URL', 'https://app.test')
  const { authConfig } = await guide.import<{ authConfig: AuthConfig }>('src/auth-config.ts')
  site = openSite(authConfig, 'github')
})
afterAll(() => {
  vi.unstubAllEnvs()
  db.close()
  guide.remove()
})

// proves VER-1
describe('the guide for better-auth', () => {
  it('names the secret that the script needs', async () => {
    const run = guide.run('copy-better-auth.ts', { BETTER_AUTH_SECRET: '' })
    await expect(run).rejects.toThrow('`BETTER_AUTH_SECRET` is not set.')
  })

  it('copies every user, account and valid session, and only once', async () => {
    const tables = ['users', 'accounts', 'sessions']
    const before = tables.map(rowsOf)
    expect(await runCopy()).toBe('users 2\naccounts 2\nsessions 1\n')
    expect(tables.map(rowsOf)).toEqual(before)
    const adapter = sqlite(db)
    expect(adapter.getUser(annId)).toMatchObject({
      name: 'Ann',
      email: 'ann@example.com',
      emailVerified: expect.any(Date),
      image: 'https://a.test/ann.png',
    })
    expect(adapter.getUser(benId)).toMatchObject({ email: 'ben@example.com', emailVerified: null })
  })

  it('copies the tokens of an account in the form of OAuth', () => {
    expect(sqlite(db).getAccount('583231', 'github')).toEqual({
      userId: annId,
      type: 'oauth',
      provider: 'github',
      providerAccountId: '583231',
      access_token: 'the access token',
      refresh_token: 'the refresh token',
      expires_at: EXPIRES.getTime() / 1000,
      scope: 'read:user user:email',
    })
    expect(sqlite(db).getAccount('oid', 'microsoft-entra-id')).toEqual({
      userId: benId,
      type: 'oidc',
      provider: 'microsoft-entra-id',
      providerAccountId: 'oid',
    })
  })

  it('keeps a user signed in with the cookie of better-auth', async () => {
    const browser = site.browser()
    browser.plant(site.origin, COOKIE, sessionCookie)
    expect(await site.sessionOf(browser)).toMatchObject({ user: { id: annId, email: 'ann@example.com' } })
  })

  it('rejects the token of a session without its signature', async () => {
    const [, token = ''] = /^([^.]+)\./.exec(decodeURIComponent(sessionCookie)) ?? []
    expect(token).not.toBe('')
    const browser = site.browser()
    browser.plant(site.origin, COOKIE, token)
    expect(await site.sessionOf(browser)).toBeNull()
  })

  it('signs in with the old account at the provider', async () => {
    const browser = site.browser()
    await site.signInAtProvider(browser, { sub: '583231', email: 'ann@example.com' })
    expect(await site.sessionOf(browser)).toMatchObject({ user: { id: annId } })
    expect([rowsOf('users').length, rowsOf('accounts').length]).toEqual([2, 2])
  })

  it('imports every password, and stores none in a dry run', async () => {
    const imported = rowsOf('latchkey_passwords')
    expect(imported.map(({ user_id: userId }) => userId).sort()).toEqual([annId, benId].sort())
    db.exec('DELETE FROM latchkey_passwords')
    expect(await guide.run('import-passwords.ts --dry-run', { AUTH_SECRET: SECRET })).toContain('imported: 2')
    expect(rowsOf('latchkey_passwords')).toEqual([])
    expect(await guide.run('import-passwords.ts', { AUTH_SECRET: SECRET })).toContain('refused: 0')
    const hashes = rowsOf('latchkey_passwords').map(({ hash }) => hash)
    expect(hashes.sort()).toEqual(imported.map(({ hash }) => hash).sort())
  })

  it('signs in with the old password, and replaces its hash', async () => {
    const browser = site.browser()
    await site.signInWithPassword(browser, 'ann@example.com', 'another password')
    expect(await site.sessionOf(browser)).toBeNull()
    await site.signInWithPassword(browser, 'ann@example.com', PASSWORD)
    expect(await site.sessionOf(browser)).toMatchObject({ user: { id: annId } })
    const hashes = Object.fromEntries(rowsOf('latchkey_passwords').map((row) => [row.user_id, row.hash]))
    expect(hashes).toEqual({
      [annId]: NEW_HASH,
      [benId]: expect.stringMatching(/^[\da-f]{32}:[\da-f]{128}$/),
    })
  })

  it('lets a user whose address is not verified verify it first', async () => {
    const browser = site.browser()
    expect(await site.signInWithPassword(browser, 'ben@example.com', PASSWORD)).toMatch(/\/auth\/verify$/)
    expect(await site.sessionOf(browser)).toBeNull()
  })

  it('adds new users to the table of better-auth with its trigger', async () => {
    db.exec(guide.read('new-users.sql'))
    await site.signInAtProvider(site.browser(), { sub: 'new', email: 'dora@example.com' })
    const { internalAdapter } = await applicationOver(db).$context
    const found = await internalAdapter.findUserByEmail('dora@example.com')
    expect(found?.user).toMatchObject({ email: 'dora@example.com', createdAt: expect.any(Date) })
  })

  it('keeps the users, passwords and sessions of better-auth', async () => {
    const old = applicationOver(db)
    expect(await oldSession(old)).toMatchObject({ user: { id: annId, email: 'ann@example.com' } })
    const body = { email: 'ben@example.com', password: PASSWORD }
    expect(await old.api.signInEmail({ body })).toMatchObject({ user: { id: benId } })
  })
})
