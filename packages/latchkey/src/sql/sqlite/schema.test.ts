import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import sqlite from '../../adapters/sqlite.ts'
import { migrate, migrations } from './schema.ts'

const USER = { id: 'u', name: 'Ann', email: 'ann@example.com', image: null, emailVerified: null }

describe('the SQLite schema', () => {
  it('is created once in an empty database', () => {
    using db = new DatabaseSync(':memory:')
    sqlite(db).createUser(USER)
    expect(sqlite(db).getUser('u')).toEqual(USER)
    expect(readVersion(db)).toBe(migrations.length)
  })

  it('is migrated from version 1 and keeps the records', () => {
    using db = new DatabaseSync(':memory:')
    migrate(db, migrations.slice(0, 1))
    expect(readVersion(db)).toBe(1)
    db.exec(`INSERT INTO users VALUES ('u', 'Ann', 'ann@example.com', NULL, NULL, '{"role":"admin"}')`)
    const adapter = sqlite(db)
    expect(readVersion(db)).toBe(migrations.length)
    expect(adapter.getUser('u')).toEqual({ ...USER, role: 'admin' })
    expect(adapter.listAuthenticatorsByUserId('u')).toEqual([])
  })

  it('of a newer release is rejected and stays unchanged', () => {
    using db = new DatabaseSync(':memory:')
    db.exec('PRAGMA user_version = 99')
    expect(() => sqlite(db)).toThrow(
      `The database schema has version 99, but this release supports only ${migrations.length}. ` +
        'Update latchkey. If another program sets "PRAGMA user_version", use a separate database.',
    )
    expect(listTables(db)).toEqual([])
  })

  it('is rolled back when a migration fails', () => {
    using db = new DatabaseSync(':memory:')
    expect(() =>
      migrate(db, ['CREATE TABLE one (a); CREATE TABLE two (a', 'CREATE TABLE three (a)']),
    ).toThrow('incomplete input')
    expect({
      tables: listTables(db),
      version: readVersion(db),
      isTransaction: db.isTransaction,
    }).toEqual({ tables: [], version: 0, isTransaction: false })
  })

  it('has only strict tables', () => {
    using db = new DatabaseSync(':memory:')
    sqlite(db)
    const looseTables = db.prepare(`
      SELECT name FROM pragma_table_list
      WHERE type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'`)
    expect(looseTables.all()).toEqual([])
  })

  function readVersion(db: DatabaseSync): unknown {
    return db.prepare('PRAGMA user_version').get()?.user_version
  }

  function listTables(db: DatabaseSync): unknown[] {
    return db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  }
})
