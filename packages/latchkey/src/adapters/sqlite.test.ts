import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { testAdapter } from '../testing/adapter-suite.ts'
import type { Adapter } from '../types/adapter.ts'
import sqlite from './sqlite.ts'

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

describe('the adapter', () => {
  const runner = { describe, it }

  testAdapter({ name: 'in memory', create: () => stoppable(sqlite(':memory:')) }, runner)
  testAdapter({ name: 'over a file', create: () => stoppable(sqlite(newPath())) }, runner)

  const shared = sqlite(newPath())
  afterAll(() => shared.close())
  testAdapter(
    { name: 'over a file that holds other records already', create: () => ({ adapter: shared }) },
    runner,
  )

  testAdapter(
    {
      name: 'over a connection of the application',
      create: () => ({ adapter: sqlite(new DatabaseSync(':memory:')) }),
    },
    runner,
  )

  testAdapter(
    {
      name: 'over two connections that take turns',
      create() {
        const path = newPath()
        const connections = [sqlite(path), sqlite(path)]
        const stop = (): void => {
          for (const each of connections) each.close()
        }
        return { adapter: takingTurns(connections), stop }
      },
    },
    runner,
  )
})

describe('a file', () => {
  it('keeps everything from one process to the next', () => {
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

  it('is read while it is written: it has a write-ahead log', () => {
    const path = newPath()
    sqlite(path).close()
    using db = new DatabaseSync(path)
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  })

  it('that is no database is refused and left as it is', () => {
    const path = newPath()
    const text = 'Dear diary, '.repeat(100)
    writeFileSync(path, text)
    expect(() => sqlite(path)).toThrow(
      `The SQLite database "${path}" cannot be opened: file is not a database. ` +
        'Pass the path of a SQLite database, or of a new file in an existing folder.',
    )
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('cannot be where there is no folder, nor be a folder itself', () => {
    expect(() => sqlite(join(folder, 'missing', 'auth.db'))).toThrow(
      'missing/auth.db" cannot be opened: unable to open database file.',
    )
    const path = newPath()
    mkdirSync(path)
    expect(() => sqlite(path)).toThrow(`"${path}" cannot be opened: unable to open database file.`)
  })

  it('has a path', () => {
    expect(() => sqlite('')).toThrow(
      "The path of the SQLite database is empty. Write sqlite('auth.db'), or ':memory:' to store nothing.",
    )
  })

  it('is closed once, by name or at the end of a block', () => {
    const adapter = sqlite(newPath())
    adapter.close()
    adapter.close()
    adapter[Symbol.dispose]()
    expect(() => adapter.getUser('u')).toThrow(/finalized|not open/)
  })
})

describe('a connection of the application', () => {
  it('stays open', () => {
    using db = new DatabaseSync(':memory:')
    sqlite(db).close()
    expect(db.isOpen).toBe(true)
  })

  it('obeys references even if it did not before', () => {
    using db = new DatabaseSync(':memory:', { enableForeignKeyConstraints: false })
    expect(() => sqlite(db).createSession(SESSION)).toThrow('There is no user with this id.')
  })
})

describe('what the database refuses is told in words, and no token with it', () => {
  const passkey = {
    credentialID: 'secret-credential',
    userId: 'u',
    providerAccountId: 'p',
    credentialPublicKey: 'k',
    counter: 0,
    credentialBackedUp: false,
    credentialDeviceType: 'singleDevice',
  }
  const link = { identifier: 'ann@example.com', token: 'secret-token', expires: EXPIRES }

  it.each<[string, (adapter: Required<Adapter>) => unknown, string]>([
    [
      'an e-mail address twice',
      (to) => to.createUser({ ...USER, id: 'v' }),
      'Another user has this e-mail address.',
    ],
    [
      'an id twice',
      (to) => to.createUser({ ...USER, email: 'b@example.com' }),
      'A user with this id already exists.',
    ],
    ['an update of nobody', (to) => to.updateUser({ id: 'v' }), 'There is no user with this id.'],
    [
      'an account of nobody',
      (to) => to.linkAccount({ ...ACCOUNT, userId: 'v' }),
      'There is no user with this id.',
    ],
    [
      'an account twice',
      (to) => twice(() => to.linkAccount({ ...ACCOUNT, userId: 'u' })),
      'This account is already linked.',
    ],
    [
      'a taken address',
      (to) => to.createUserWithAccount({ ...USER, id: 'v' }, ACCOUNT),
      'Another user has this e-mail address.',
    ],
    [
      'a session of nobody',
      (to) => to.createSession({ ...SESSION, userId: 'v' }),
      'There is no user with this id.',
    ],
    [
      'a session twice',
      (to) => twice(() => to.createSession(SESSION)),
      'A session with this token already exists.',
    ],
    [
      'a session without end',
      (to) => to.createSession({ ...SESSION, expires: new Date('?') }),
      'NOT NULL constraint failed: sessions.expires',
    ],
    [
      'a link twice',
      (to) => twice(() => to.createVerificationToken(link)),
      'This verification token already exists.',
    ],
    [
      'a passkey of nobody',
      (to) => to.createAuthenticator({ ...passkey, userId: 'v' }),
      'There is no user with this id.',
    ],
    [
      'a passkey twice',
      (to) => twice(() => to.createAuthenticator(passkey)),
      'An authenticator with this credentialID already exists.',
    ],
  ])('%s', (_, attempt, message) => {
    using adapter = sqlite(':memory:')
    adapter.createUser(USER)
    const error = errorOf(() => attempt(adapter))
    expect(error.message).toBe(message)
    expect(`${error.stack} ${(error.cause as Error | undefined)?.message}`).not.toContain('secret')
  })

  it('an update to an e-mail address that another user has', () => {
    using adapter = sqlite(':memory:')
    adapter.createUser(USER)
    adapter.createUser({ ...USER, id: 'v', email: 'bea@example.com' })
    expect(() => adapter.updateUser({ id: 'v', email: USER.email })).toThrow(
      'Another user has this e-mail address.',
    )
    expect(adapter.updateUser({ id: 'v', name: 'Bea' })).toMatchObject({
      name: 'Bea',
      email: 'bea@example.com',
    })
  })

  it('a commit that fails is a failure: what was not stored is not given back', () => {
    using db = new DatabaseSync(':memory:')
    const adapter = sqlite(db)
    adapter.createUser(USER)
    db.exec(`CREATE TABLE late (id TEXT REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER fails_at_commit AFTER INSERT ON sessions BEGIN INSERT INTO late VALUES ('nobody'); END`)
    expect(() => adapter.createSession(SESSION)).toThrow()
    expect(adapter.getSessionAndUser(SESSION.sessionToken)).toBeNull()
  })

  it('a first sign-in whose account cannot be stored leaves no user behind', () => {
    using adapter = sqlite(':memory:')
    expect(() =>
      adapter.createUserWithAccount(USER, { ...ACCOUNT, type: null as unknown as 'oauth' }),
    ).toThrow('NOT NULL constraint failed: accounts.type')
    expect(adapter.getUserByEmail(USER.email)).toBeNull()
    expect(adapter.createUserWithAccount(USER, ACCOUNT)).toEqual({ user: USER, isNewUser: true })
  })

  function twice(attempt: () => unknown): unknown {
    attempt()
    return attempt()
  }

  function errorOf(attempt: () => unknown): Error {
    try {
      attempt()
    } catch (error) {
      return error as Error
    }
    throw new Error('nothing was refused')
  }
})

it('a user who comes without id gets one', () => {
  using adapter = sqlite(':memory:')
  const { id: _, ...user } = USER
  expect(adapter.createUser(user as typeof USER)).toEqual({
    ...user,
    id: expect.stringMatching(/^[\da-f-]{36}$/),
  })
})

it('what is asked for without an address is not there', () => {
  using adapter = sqlite(':memory:')
  adapter.createUser({ ...USER, email: null as unknown as string })
  adapter.createVerificationToken({ identifier: 'ann@example.com', token: 't', expires: EXPIRES })
  const nothing = undefined as unknown as string
  expect(adapter.getUserByEmail(nothing)).toBeNull()
  expect(adapter.useVerificationToken({ identifier: nothing, token: 't' })).toBeNull()
})

it('a field of a user cannot shadow a column, nor reach a prototype', () => {
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

/** Each call goes to the next connection. */
function takingTurns(adapters: readonly Adapter[]): Adapter {
  let turn = 0
  return new Proxy({} as Adapter, {
    get: (_, method: keyof Adapter) => (adapters[++turn % adapters.length] as Adapter)[method],
  })
}
