import type { ExistingColumn, ExistingTable } from '../inspect/existing.ts'
import { quote, quoteTable } from '../schema/names.ts'
import type { WantedColumn, WantedTable } from '../schema/wanted-tables.ts'
import { columnType } from './column-types.ts'
import type { Advice } from './plan.ts'
import type { Target } from './target.ts'

const NUMBER = /^(?:(?:small|big|medium|tiny)?(?:int|serial)|numeric|decimal|float|double|real|number)/
const BOOLEAN = /^(?:bool|tinyint\(1\)|bit)/

/** Returns the changes that are needed because a column's type loses what Latchkey stores. */
export function wrongTypes(existing: ExistingTable, wanted: WantedTable, target: Target): Advice[] {
  return wanted.columns.flatMap((column) => {
    const found = existing.columns.find(({ name }) => name === column.name)
    if (found === undefined) return []
    if (isAccountId(wanted, column) && NUMBER.test(found.type)) return [numericId(existing, found, target)]
    const isVerification = column.field === 'emailVerified' && BOOLEAN.test(found.type)
    return isVerification ? [booleanDate(existing, found, target)] : []
  })
}

function isAccountId({ entity }: WantedTable, { field }: WantedColumn): boolean {
  return entity === 'accounts' && (field === 'provider' || field === 'providerAccountId')
}

function numericId(existing: ExistingTable, { name, type }: ExistingColumn, target: Target): Advice {
  const { dialect, schema } = target
  const table = quoteTable(dialect, existing.name, schema)
  const column = quote(dialect, name)
  const text = columnType('key', target)
  const change =
    dialect === 'postgres' ? `ALTER COLUMN ${column} TYPE ${text}` : `MODIFY ${column} ${text} NOT NULL`
  return {
    type: 'type',
    table: existing.name,
    columns: [name],
    text:
      `${existing.name}.${name} has the type ${type}, for which "007" and "7" are the same. ` +
      'Provider ids are strings. Change the type.',
    // A SQLite column cannot be changed. The table must be created again.
    sql: dialect === 'sqlite' ? [] : [`ALTER TABLE ${table} ${change}`],
  }
}

function booleanDate(existing: ExistingTable, { name, type }: ExistingColumn, target: Target): Advice {
  return {
    type: 'type',
    table: existing.name,
    columns: [name],
    text:
      `${existing.name}.${name} has the type ${type}. Latchkey stores the verification date. ` +
      'Change the type.',
    sql: dateStatements(existing, name, target),
  }
}

/** Users with a verified address get the date of the change. */
function dateStatements({ name: tableName }: ExistingTable, name: string, target: Target): string[] {
  const { dialect, schema } = target
  const table = quoteTable(dialect, tableName, schema)
  const column = quote(dialect, name)
  const date = columnType('date', target)
  switch (dialect) {
    case 'postgres':
      return [
        `ALTER TABLE ${table} ALTER COLUMN ${column} DROP DEFAULT, ALTER COLUMN ${column} DROP NOT NULL, ` +
          `ALTER COLUMN ${column} TYPE ${date} USING CASE WHEN ${column} THEN now() END`,
      ]
    case 'mysql': {
      const former = quote(dialect, `${name}_boolean`)
      return [
        `ALTER TABLE ${table} CHANGE ${column} ${former} BOOLEAN NULL, ADD COLUMN ${column} ${date} NULL`,
        `UPDATE ${table} SET ${column} = UTC_TIMESTAMP(3) WHERE ${former}`,
        `ALTER TABLE ${table} DROP COLUMN ${former}`,
      ]
    }
    case 'sqlite':
      return []
  }
}
