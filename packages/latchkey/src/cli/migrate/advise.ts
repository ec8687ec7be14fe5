import type { ExistingColumn, ExistingReference, ExistingTable } from '../inspect/existing.ts'
import { quote, quoteTable } from '../schema/names.ts'
import type { WantedColumn, WantedTable } from '../schema/wanted-tables.ts'
import { wrongTypes } from './advise-types.ts'
import { exactCollation } from './column-types.ts'
import type { Advice } from './plan.ts'
import type { Target } from './target.ts'

/** Returns the changes that a table needs and that cannot be made by adding something. */
export function adviceFor(
  existing: ExistingTable,
  wanted: WantedTable,
  users: string,
  target: Target,
): Advice[] {
  return [
    ...foldingColumns(existing, wanted, target),
    ...missingCascade(existing, wanted, users, target),
    ...dates(existing, wanted, target),
    ...shortTokens(existing, wanted, target),
    ...wrongTypes(existing, wanted, target),
  ]
}

function foldingColumns(existing: ExistingTable, wanted: WantedTable, target: Target): Advice[] {
  return wanted.columns.flatMap((column) => {
    const found = existing.columns.find(({ name }) => name === column.name)
    if (found?.folds === undefined || !isHarmful(column, wanted, found)) return []
    const { by, ignores } = found.folds
    return {
      type: 'collation',
      table: existing.name,
      columns: [column.name],
      text:
        `${existing.name}.${column.name} ignores ${ignores} (${by}), ` +
        'so two different values can count as the same. Use an exact collation.',
      sql: exactly(existing, found, target),
    } as const
  })
}

/**
 * E-mail addresses arrive in lower case, so only ignored accents change which address is found.
 * User ids are never compared with input.
 */
function isHarmful(
  { name, type }: WantedColumn,
  { entity, userId }: WantedTable,
  found: ExistingColumn,
): boolean {
  if (type === 'address') return found.folds?.ignores === 'case and accents'
  return type === 'key' && entity !== 'users' && name !== userId
}

function exactly(existing: ExistingTable, column: ExistingColumn, target: Target): string[] {
  const { dialect, schema } = target
  const table = quoteTable(dialect, existing.name, schema)
  const name = quote(dialect, column.name)
  switch (dialect) {
    case 'postgres':
      return [`ALTER TABLE ${table} ALTER COLUMN ${name} TYPE text COLLATE "C"`]
    case 'mysql': {
      const rest = `COLLATE ${exactCollation(target)}${column.isNullable ? '' : ' NOT NULL'}`
      return [`ALTER TABLE ${table} MODIFY ${name} ${column.type} CHARACTER SET utf8mb4 ${rest}`]
    }
    // A SQLite column cannot be changed. The table must be created again.
    case 'sqlite':
      return []
  }
}

function missingCascade(
  existing: ExistingTable,
  { userId }: WantedTable,
  users: string,
  target: Target,
): Advice[] {
  if (userId === undefined) return []
  const found = existing.references.find(({ columns }) => columns.length === 1 && columns[0] === userId)
  if (found?.deletesRows) return []
  const what = found === undefined ? 'has no foreign key' : 'has a foreign key without ON DELETE CASCADE'
  return [
    {
      type: 'cascade',
      table: existing.name,
      columns: [userId],
      text:
        `${existing.name}.${userId} ${what}, so a deleted user's rows can remain. ` +
        'Add a foreign key with ON DELETE CASCADE.',
      sql: cascading(existing, userId, users, found, target),
    },
  ]
}

function cascading(
  existing: ExistingTable,
  userId: string,
  users: string,
  found: ExistingReference | undefined,
  { dialect, schema }: Target,
): string[] {
  if (dialect === 'sqlite') return []
  const table = quoteTable(dialect, existing.name, schema)
  const name = found?.name ?? `${existing.name}_${userId}_fkey`
  const drop = dialect === 'mysql' ? 'DROP FOREIGN KEY' : 'DROP CONSTRAINT'
  const add =
    `ADD CONSTRAINT ${quote(dialect, name)} FOREIGN KEY (${quote(dialect, userId)}) ` +
    `REFERENCES ${quoteTable(dialect, users, schema)} (${quote(dialect, 'id')}) ON DELETE CASCADE`
  const dropped = found === undefined ? [] : [`ALTER TABLE ${table} ${drop} ${quote(dialect, name)}`]
  return [...dropped, `ALTER TABLE ${table} ${add}`]
}

/** The encrypted fields. */
const TOKENS: readonly string[] = ['refresh_token', 'access_token', 'id_token']

/** The token columns. An encrypted token is longer than 255 characters. */
function shortTokens(existing: ExistingTable, wanted: WantedTable, target: Target): Advice[] {
  const { dialect, schema } = target
  if (wanted.entity !== 'accounts' || dialect === 'sqlite') return []
  const short = existing.columns.filter(
    ({ name, type }) =>
      /char/.test(type) &&
      /\(\d+\)/.test(type) &&
      wanted.columns.some((column) => column.name === name && TOKENS.includes(column.field)),
  )
  if (short.length === 0) return []
  const names = short.map(({ name }) => name)
  const change = (name: string): string =>
    dialect === 'mysql' ? `MODIFY ${name} TEXT` : `ALTER COLUMN ${name} TYPE text`
  const table = quoteTable(dialect, existing.name, schema)
  return [
    {
      type: 'length',
      table: existing.name,
      columns: names,
      text:
        `${names.map((name) => `${existing.name}.${name}`).join(' and ')} cannot store a long token. ` +
        "Encrypted tokens are longer than the provider's. Use TEXT.",
      sql: [`ALTER TABLE ${table} ${names.map((name) => change(quote(dialect, name))).join(', ')}`],
    },
  ]
}

function dates(existing: ExistingTable, wanted: WantedTable, target: Target): Advice[] {
  return wanted.columns.flatMap((column) => {
    const found = existing.columns.find(({ name }) => name === column.name)
    if (column.type !== 'date' || found === undefined) return []
    return dateAdvice(existing, found, target)
  })
}

function dateAdvice(existing: ExistingTable, column: ExistingColumn, target: Target): Advice[] {
  const { dialect, schema } = target
  const table = quoteTable(dialect, existing.name, schema)
  const name = quote(dialect, column.name)
  const advice = { type: 'date', table: existing.name, columns: [column.name] } as const
  if (dialect === 'mysql' && column.type.startsWith('timestamp'))
    return [
      {
        ...advice,
        text:
          `${existing.name}.${column.name} is a TIMESTAMP, which ends in January 2038. ` +
          "Use DATETIME(3) in UTC. Change it in the time zone that your application's connections use.",
        sql: [`ALTER TABLE ${table} MODIFY ${name} DATETIME(3)${column.isNullable ? ' NULL' : ' NOT NULL'}`],
      },
    ]
  if (
    dialect === 'postgres' &&
    target.dates === 'with-zone' &&
    /^timestamp.* without time zone$/.test(column.type)
  )
    return [
      {
        ...advice,
        text:
          `${existing.name}.${column.name} has no time zone, so its times depend on each ` +
          "connection's settings. Use timestamptz, or a preset of `--tables` whose dates are in UTC.",
        sql: [
          `ALTER TABLE ${table} ALTER COLUMN ${name} TYPE timestamptz(3) USING ${name} AT TIME ZONE 'UTC'`,
        ],
      },
    ]
  return []
}
