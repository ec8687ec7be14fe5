import { describe, expect, it } from 'vitest'
import { quotedColumn, quotedTable, quoteName } from './identifiers.ts'
import { isCutConnection, repeatRead } from './retry.ts'
import { listFields, toChanges, toRecord, toValues } from './rows.ts'
import { LATCHKEY_TABLES, TABLE_PRESETS } from './tables.ts'

const USERS = listFields(LATCHKEY_TABLES, 'users')
const DATE = new Date('2037-11-20T12:00:00.123Z')

describe('the rows of a SQL database', () => {
  it('stores fields without a column in the JSON object, and returns them', () => {
    const user = {
      id: 'u',
      name: 'Ann',
      email: 'ann@example.com',
      emailVerified: DATE,
      role: 'admin',
      x: undefined,
    }
    const values = toValues(USERS, user)
    expect(values).toEqual(['u', 'Ann', 'ann@example.com', DATE, null, '{"role":"admin"}'])
    const row = Object.fromEntries(USERS.map(({ alias }, index) => [alias, values[index]]))
    expect(toRecord(USERS, row)).toEqual({
      id: 'u',
      name: 'Ann',
      email: 'ann@example.com',
      emailVerified: DATE,
      image: null,
      role: 'admin',
    })
  })

  it('lets a column take precedence over a member of the JSON object', () => {
    const row = { U0: 'u', U2: 'ann@example.com', U5: { id: 'eve', email: 'eve@example.com' } }
    expect(toRecord(USERS, row)).toMatchObject({ id: 'u', email: 'ann@example.com' })
  })

  it('changes the given fields only', () => {
    const changes = toChanges(USERS, { id: 'u', name: null, email: undefined })
    expect(changes.map(({ field, value }) => [field.name, value])).toEqual([
      ['id', 'u'],
      ['name', null],
    ])
    expect(toChanges(USERS, { role: 'admin' }).map(({ value }) => value)).toEqual(['{"role":"admin"}'])
  })

  it('drops fields without a column where the tables have no JSON object', () => {
    const fields = listFields(TABLE_PRESETS['auth.js/prisma'], 'users')
    expect(toValues(fields, { id: 'u', role: 'admin' })).toEqual(['u', null, null, null, null])
  })

  it('returns no record for no row, and for an outer join without the record', () => {
    expect([toRecord(USERS, undefined), toRecord(USERS, { U0: null })]).toEqual([null, null])
  })

  it.each([
    ['milliseconds', DATE.getTime()],
    ['milliseconds as text', String(DATE.getTime())],
    ['a date', DATE],
    ['text with a time zone', '2037-11-20 14:00:00.123+02'],
    ['text without one', '2037-11-20 12:00:00.123'],
    ['text of ISO 8601', DATE.toISOString()],
  ])('reads a date from %s', (_, value) => {
    expect(toRecord(USERS, { U0: 'u', U3: value })).toMatchObject({ emailVerified: DATE })
  })

  // proves DB-26
  it.each([0, 0n, '0', false, 'false', 'f', '0000-00-00 00:00:00'])(
    'reads no verified address from %s',
    (value) => {
      expect(toRecord(USERS, { U0: 'u', U3: value })).toMatchObject({ emailVerified: null })
    },
  )

  it('reads a verified address from `true`, and an expired session from 0', () => {
    expect(toRecord(USERS, { U0: 'u', U3: true })).toMatchObject({ emailVerified: expect.any(Date) })
    const sessions = listFields(LATCHKEY_TABLES, 'sessions')
    expect(toRecord(sessions, { S0: 's', S1: 'u', S2: 0 })).toMatchObject({ expires: new Date(0) })
  })

  it('returns ids as text, and numbers and booleans of every driver', () => {
    const passkeys = listFields(LATCHKEY_TABLES, 'authenticators')
    const row = (counter: unknown, isBackedUp: unknown): object => ({
      K0: 'c',
      K1: 7,
      K4: counter,
      K5: isBackedUp,
    })
    for (const [counter, isBackedUp] of [
      [3, true],
      ['3', 1],
      [3n, 't'],
    ])
      expect(toRecord(passkeys, row(counter, isBackedUp) as Record<string, unknown>)).toMatchObject({
        userId: '7',
        counter: 3,
        credentialBackedUp: true,
      })
    expect(toRecord(passkeys, { K0: 'c', K5: 0 })).toMatchObject({ credentialBackedUp: false })
  })
})

it('a record does not get the prototype that a field without a column names', () => {
  const [id, json] = [USERS.find(({ name }) => name === 'id'), USERS.find(({ type }) => type === 'json')]
  const row = { [id?.alias ?? '']: 'u', [json?.alias ?? '']: '{"__proto__":{"isAdmin":true}}' }
  const user = toRecord<{ isAdmin?: boolean }>(USERS, row)
  expect(user?.isAdmin).toBeUndefined()
  expect(Object.getPrototypeOf(user)).toBe(Object.prototype)
})

it('stores fields named like a property that every object inherits', () => {
  const extraColumns = ['constructor', 'toString']
  const users = { ...LATCHKEY_TABLES.users, extraColumns, columns: { name: 'full_name' } }
  const fields = listFields({ ...LATCHKEY_TABLES, users }, 'users')
  expect(fields.map(({ column }) => column)).toEqual(expect.arrayContaining(['full_name', ...extraColumns]))
  const user = { id: 'u', email: 'ann@example.com' }
  expect(toValues(fields, user)).toEqual(['u', null, 'ann@example.com', null, null, null, null, '{}'])
  expect(toChanges(fields, { name: 'Ann' }).map(({ field }) => field.name)).toEqual(['name'])
  const stored = { ...user, constructor: 'builder', toString: 'text' }
  const row = Object.fromEntries(toValues(fields, stored).map((value, index) => [`U${index}`, value]))
  expect(toRecord(fields, row)).toMatchObject(stored)
})

describe('the names of a SQL database', () => {
  it('are quoted, so that no name is part of the statement', () => {
    expect(quoteName('a"; DROP TABLE users; --', '"')).toBe('"a""; DROP TABLE users; --"')
    expect(quoteName('a`b', '`')).toBe('`a``b`')
    expect(quotedTable({ ...LATCHKEY_TABLES, schema: 'auth' }, 'verificationTokens', '"')).toBe(
      '"auth"."verification_tokens"',
    )
    expect(quotedColumn(TABLE_PRESETS.snake_case.sessions, 'userId', '"')).toBe('"user_id"')
  })

  it.each(['', 'a\0b'])('are rejected if no database accepts them', (name) => {
    expect(() => quoteName(name, '"')).toThrow('A table or column name in `tables` is empty or invalid.')
  })
})

// proves DB-12
describe('a read whose connection was cut', () => {
  const cut = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

  it.each([
    cut,
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('server conn crashed?'), { code: '08P01' }),
    new Error('Connection terminated unexpectedly'),
    new Error('The query failed.', { cause: cut }),
  ])('is recognized by its error %#', (error) => {
    expect(isCutConnection(error)).toBe(true)
  })

  it.each([new Error('x'), Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), 'ECONNRESET'])(
    'is not assumed for another error %#',
    (error) => {
      expect(isCutConnection(error)).toBe(false)
    },
  )

  it('is repeated once', async () => {
    let calls = 0
    const read = async (): Promise<number> => {
      if (++calls === 1) throw cut
      return calls
    }
    expect(await repeatRead(read)).toBe(2)
    calls = 0
    const fails = async (): Promise<never> => {
      calls++
      throw cut
    }
    await expect(repeatRead(fails)).rejects.toBe(cut)
    expect(calls).toBe(2)
  })
})
