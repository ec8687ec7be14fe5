import type { SqlTablePreset } from 'latchkey/adapters/postgres'
import { sqliteStatements } from '../../../packages/latchkey/src/cli/schema/sqlite-tables.ts'
import { buildAccountSchema } from '../../../packages/latchkey/src/sql/accounts/schema.ts'
import { TABLE_OPTIONS } from '../../../packages/latchkey/src/sql/mysql/table-options.ts'
import { TABLE_PRESETS } from '../../../packages/latchkey/src/sql/tables.ts'

type AuthjsPreset = Extract<SqlTablePreset, `auth.js/${string}`>

/** The types of user ids in the tables of Auth.js's adapters. */
const USER_IDS = {
  postgres: {
    'auth.js/pg': 'INTEGER',
    'auth.js/prisma': 'TEXT',
    'auth.js/drizzle': 'TEXT',
    'auth.js/kysely': 'UUID',
  },
  mysql: {
    'auth.js/prisma': 'varchar(191)',
    'auth.js/drizzle': 'varchar(255)',
    'auth.js/kysely': 'varchar(36)',
  },
} as const

/** The tables for accounts, in the order in which `migrate` creates them. */
export const ACCOUNT_TABLES: readonly string[] = [
  'latchkey_user_details',
  'latchkey_passwords',
  'latchkey_second_factors',
  'latchkey_recovery_codes',
  'latchkey_session_details',
  'latchkey_passkey_details',
  'latchkey_security_events',
]

/** Returns what `migrate` adds to a preset's tables in PostgreSQL. */
export function postgresAccountTables(preset: AuthjsPreset): readonly string[] {
  return buildAccountSchema('postgres', TABLE_PRESETS[preset], USER_IDS.postgres[preset])
}

/** Returns the same for MySQL, with the server's collation, as the other tables have it. */
export function mysqlAccountTables(preset: keyof (typeof USER_IDS)['mysql']): readonly string[] {
  const statements = buildAccountSchema('mysql', TABLE_PRESETS[preset], USER_IDS.mysql[preset])
  return statements.map((statement) => statement.replace(TABLE_OPTIONS, 'ENGINE=InnoDB'))
}

/** Returns the same for SQLite. */
export function sqliteAccountTables(preset: AuthjsPreset): readonly string[] {
  const about = /latchkey_(?!store)/
  return sqliteStatements(TABLE_PRESETS[preset]).filter((statement) => about.test(statement))
}
