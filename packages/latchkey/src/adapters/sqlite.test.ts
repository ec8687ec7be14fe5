import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { testAdapter } from '../testing/adapter-suite.ts'
import type { Adapter } from '../types/adapter.ts'
import sqlite, { type SqliteAdapter } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))
let files = 0
const newPath = (): string => join(folder, `${++files}.db`)

const USER = { id: 'u', name: 'Ann', email: 'ann@example.com', image: null, emailVerified: null }
const ACCOUNT = {
  provider: 'example',
  providerAccountId: 'account-1',
  type: 'oauth',
  access_token: 'secret-access',
} as const
const EXPIRES = new Date('2099-11-20T12:00:00.123Z')
const SESSION = { sessionToken: 'secret-session', userId: 'u', expires: EXPIRES }

describe('the SQLite adapter', () => {
  const runner = { describe, it }

  testAdapter({ name: 'in memory', create: () => stoppable(sqlite(':memory:')) }, runner)
  testAdapter({ name: 'with a file', create: () => stoppable(sqlite(newPath())) }, runner)

  const shared = sqlite(newPath())
  afterAll(() => shared.close())
  testAdapter(
    { name: 'with a file that already contains other records', create: () => ({ adapter: shared }) },
    runner,
  )

  testAdapter(
    {
      name: 'with a connection of the application',
      create: () => ({ adapter: sqlite(new DatabaseSync(':memory:')) }),
    },
    runner,
  )

  testAdapter(
    {
      name: 'with two connections in turn',
      create() {
        const path = newPath()
        const connections = [sqlite(path), sqlite(path)]
        const stop = (): void => {
          for (const each of connections) each.close()
        }
        return { adapter: alternating(connections), stop }
      },
    },
    runner,
  )
})

describe('a database file', () => {
  it('keeps all records after it is closed and opened again', () => {
    const path = newPath()
    using first = sqlite(path)
    first.createUserWithAccount({ ...USER, emailVerified: EXPIRES, ...{ role: 'admin' } }, ACCOUNT)
    first.createSession(SESSION)
    first.close()
    using second = sqlite(path)
    expect(second.getSessionAndUser(SESSION.sessionToken)).toEqual({
      session: SESSION,
      user: { ...USER, emailVerified: EXPIRES, role: 'admin' },
    })
    expect(second.getAccount('account-1', 'example')).toEqual({ ...ACCOUNT, userId: 'u' })
  })

  it('uses a write-ahead log, so it can be read during a write', () => {
    const path = newPath()
    sqlite(path).close()
    using db = new DatabaseSync(path)
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  it('stays unchanged if it is not a SQLite database', () => {
    const path = newPath()
    const text = 'Dear diary, '.repeat(100)
    writeFileSync(path, text)
    expect(() => sqlite(path)).toThrow(
      `The SQLite database "${path}" cannot be opened: file is not a database. ` +
        'Pass the path to a SQLite database, or to a new file in an existing folder.',
    )
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('cannot be in a missing folder or be a folder', () => {
    expect(() => sqlite(join(folder, 'missing', 'auth.db'))).toThrow(
      'missing/auth.db" cannot be opened: unable to open database file.',
    )
    const path = newPath()
    mkdirSync(path)
    expect(() => sqlite(path)).toThrow(`"${path}" cannot be opened: unable to open database file.`)
  })

  it('cannot have an empty path', () => {
    expect(() => sqlite('')).toThrow(
      "The SQLite database path is empty. Write sqlite('auth.db'), or ':memory:' to store nothing.",
    )
  })

  // proves DROP-18
  it('can be closed more than once, by `close` and at the end of a `using` block', async () => {
    const adapter = sqlite(newPath())
    adapter.close()
    adapter.close()
    adapter[Symbol.dispose]()
    // Without a field to change, `touchSessionDetails` needs no database.
    const { close, touchSessionDetails, [Symbol.dispose]: _, ...methods } = adapter
    for (const method of Object.values(methods)) {
      const call = (method as (argument: object) => unknown)({})
      await expect(call).rejects.toThrow()
    }
    await expect(adapter.getUser('u')).rejects.toThrow(/finalized|not open/)
  })
})

describe('a connection of the application', () => {
  it('stays open when the adapter is closed', () => {
    using db = new DatabaseSync(':memory:')
    sqlite(db).close()
    expect(db.isOpen).toBe(true)
  })

  it('enforces foreign keys even if the application disabled them', async () => {
    using db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
    await expect(sqlite(db).createSession(SESSION)).rejects.toThrow('There is no user with this id.')
  })
})

describe('an error of the SQLite adapter', () => {
  const passkey = {
    credentialID: 'secret-credential',
    userId: 'u',
    providerAccountId: 'p',
    credentialPublicKey: 'k',
    counter: 0,
    credentialBackedUp: false,
    credentialDeviceType: 'singleDevice',
  }
  const verificationToken = { identifier: 'ann@example.com', token: 'secret-token', expires: EXPIRES }

  // proves DROP-18
  it.each<[string, (adapter: SqliteAdapter) => unknown, string]>([
    [
      'a second user with the same e-mail address',
      (adapter) => adapter.createUser({ ...USER, id: 'v' }),
      'Another user has this e-mail address.',
    ],
    [
      'a second user with the same id',
      (adapter) => adapter.createUser({ ...USER, email: 'b@example.com' }),
      'A user with this id already exists.',
    ],
    [
      'an update of an unknown user',
      (adapter) => adapter.updateUser({ id: 'v' }),
      'There is no user with this id.',
    ],
    [
      'an account of an unknown user',
      (adapter) => adapter.linkAccount({ ...ACCOUNT, userId: 'v' }),
      'There is no user with this id.',
    ],
    [
      'an account that is already linked',
      (adapter) => twice(() => adapter.linkAccount({ ...ACCOUNT, userId: 'u' })),
      'This account is already linked.',
    ],
    [
      'a first sign-in with the e-mail address of another user',
      (adapter) => adapter.createUserWithAccount({ ...USER, id: 'v' }, ACCOUNT),
      'Another user has this e-mail address.',
    ],
    [
      'a session of an unknown user',
      (adapter) => adapter.createSession({ ...SESSION, userId: 'v' }),
      'There is no user with this id.',
    ],
    [
      'a second session with the same token',
      (adapter) => twice(() => adapter.createSession(SESSION)),
      'A session with this token already exists.',
    ],
    [
      'a session without an expiry date',
      (adapter) => adapter.createSession({ ...SESSION, expires: new Date('?') }),
      'NOT NULL constraint failed: sessions.expires',
    ],
    [
      'a second verification token with the same value',
      (adapter) => twice(() => adapter.createVerificationToken(verificationToken)),
      'This verification token already exists.',
    ],
    [
      'a passkey of an unknown user',
      (adapter) => adapter.createAuthenticator({ ...passkey, userId: 'v' }),
      'There is no user with this id.',
    ],
    [
      'a second passkey with the same credential id',
      (adapter) => twice(() => adapter.createAuthenticator(passkey)),
      'An authenticator with this credentialID already exists.',
    ],
  ])('explains why it rejects %s, and contains no token', async (_, attempt, message) => {
    using adapter = sqlite(':memory:')
    adapter.createUser(USER)
    const error = await catchError(attempt(adapter))
    expect(error.message).toBe(message)
    expect(`${error.stack} ${(error.cause as Error | undefined)?.message}`).not.toContain('secret')
  })

  it('explains why it rejects an update to the e-mail address of another user', async () => {
    using adapter = sqlite(':memory:')
    adapter.createUser(USER)
    adapter.createUser({ ...USER, id: 'v', email: 'bea@example.com' })
    await expect(adapter.updateUser({ id: 'v', email: USER.email })).rejects.toThrow(
      'Another user has this e-mail address.',
    )
    expect(adapter.updateUser({ id: 'v', name: 'Bea' })).toMatchObject({
      name: 'Bea',
      email: 'bea@example.com',
    })
  })

  it('rejects a call whose commit fails, and returns no record', async () => {
    using db = new DatabaseSync(':memory:')
    const adapter = sqlite(db)
    adapter.createUser(USER)
    db.exec(`CREATE TABLE deferred (id TEXT REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER fails_at_commit AFTER INSERT ON sessions
        BEGIN INSERT INTO deferred VALUES ('unknown'); END`)
    await expect(adapter.createSession(SESSION)).rejects.toThrow()
    expect(adapter.getSessionAndUser(SESSION.sessionToken)).toBeNull()
  })

  it('leaves no user behind when the account of a first sign-in cannot be stored', async () => {
    using adapter = sqlite(':memory:')
    await expect(
      adapter.createUserWithAccount(USER, { ...ACCOUNT, type: null as unknown as 'oauth' }),
    ).rejects.toThrow('NOT NULL constraint failed: accounts.type')
    expect(adapter.getUserByEmail(USER.email)).toBeNull()
    expect(adapter.createUserWithAccount(USER, ACCOUNT)).toEqual({ user: USER, isNewUser: true })
  })

  function twice(attempt: () => unknown): unknown {
    attempt()
    return attempt()
  }

  async function catchError(call: unknown): Promise<Error> {
    const failed = (call as Promise<unknown>).then(() => new Error('the call did not fail'))
    return failed.catch((error: Error) => error)
  }
})

it('the SQLite adapter generates an id for a user without one', () => {
  using adapter = sqlite(':memory:')
  const { id: _, ...user } = USER
  expect(adapter.createUser(user as typeof USER)).toEqual({
    ...user,
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  })
})

it('the SQLite adapter finds nothing when the e-mail address is missing', () => {
  using adapter = sqlite(':memory:')
  adapter.createUser({ ...USER, email: null as unknown as string })
  adapter.createVerificationToken({ identifier: 'ann@example.com', token: 't', expires: EXPIRES })
  const nothing = undefined as unknown as string
  expect(adapter.getUserByEmail(nothing)).toBeNull()
  expect(adapter.useVerificationToken({ identifier: nothing, token: 't' })).toBeNull()
})

it('the SQLite adapter does not let an extra field replace a column or reach a prototype', () => {
  using adapter = sqlite(':memory:')
  const user = adapter.createUser({
    ...USER,
    extra: 'mine',
    ...JSON.parse('{"__proto__":{"isAdmin":true}}'),
  } as typeof USER)
  expect(user).toMatchObject({ ...USER, extra: 'mine' })
  expect((user as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

function stoppable(adapter: ReturnType<typeof sqlite>): { adapter: Adapter; stop: () => void } {
  return { adapter, stop: adapter.close }
}

/** Returns an adapter whose calls go to the given adapters in turn. */
function alternating(adapters: readonly Adapter[]): Adapter {
  let turn = 0
  return new Proxy({} as Adapter, {
    get: (_, method: keyof Adapter) => (adapters[++turn % adapters.length] as Adapter)[method],
  })
}
