import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import memory from '../adapters/memory.ts'
import mysql from '../adapters/mysql.ts'
import postgres from '../adapters/postgres.ts'
import sqlite from '../adapters/sqlite.ts'
import type { Adapter } from '../types/adapter.ts'
import { sealsTokens } from './seals-tokens.ts'

const query = async (): Promise<never> => Promise.reject(new Error('no database'))
const mysqlClient = { execute: query, transaction: query } as never

// proves TOK-8
it.each<[string, Adapter, boolean]>([
  ['memory', memory(), true],
  ['sqlite', sqlite(':memory:'), true],
  ['sqlite with given tables', sqlite(new DatabaseSync(':memory:'), { tables: 'auth.js/prisma' }), true],
  ['postgres', postgres({ query }), true],
  ['mysql', mysql(mysqlClient), true],
  ['mysql with the tables of Prisma', mysql(mysqlClient, { tables: 'auth.js/prisma' }), true],
  // Its token columns have 255 characters.
  ['mysql with the tables of Drizzle', mysql(mysqlClient, { tables: 'auth.js/drizzle' }), false],
])('the tokens of the adapter %s are encrypted: %3$s', (_, adapter, isSealed) => {
  expect(sealsTokens in adapter).toBe(isSealed)
})
