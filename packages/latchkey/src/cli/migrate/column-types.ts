import type { FieldType } from '../schema/fields.ts'
import type { Target } from './target.ts'

/** Returns the SQL type of a column that is added to a table. */
export function columnType(type: FieldType, target: Target): string {
  switch (target.dialect) {
    case 'postgres':
      return postgresType(type, target.dates)
    case 'mysql':
      return mysqlType(type, target)
    case 'sqlite':
      return type === 'date' || type === 'integer' || type === 'boolean' ? 'INTEGER' : 'TEXT'
  }
}

function postgresType(type: FieldType, dates: Target['dates']): string {
  switch (type) {
    case 'date':
      return dates === 'utc' ? 'timestamp(3)' : 'timestamptz(3)'
    case 'integer':
      return 'bigint'
    case 'boolean':
      return 'boolean'
    case 'key':
    case 'address':
      return 'text COLLATE "C"'
    case 'text':
    case 'long':
      return 'text'
  }
}

function mysqlType(type: FieldType, target: Pick<Target, 'isMariaDb'>): string {
  switch (type) {
    case 'date':
      return 'DATETIME(3)'
    case 'integer':
      return 'BIGINT'
    case 'boolean':
      return 'BOOLEAN'
    case 'key':
    case 'address':
      return `VARCHAR(255) CHARACTER SET utf8mb4 COLLATE ${exactCollation(target)}`
    case 'text':
      return 'VARCHAR(255)'
    case 'long':
      return 'TEXT'
  }
}

/** Returns the MySQL or MariaDB collation that compares every byte, including trailing blanks. */
export function exactCollation({ isMariaDb }: Pick<Target, 'isMariaDb'>): string {
  return isMariaDb ? 'utf8mb4_nopad_bin' : 'utf8mb4_0900_bin'
}
