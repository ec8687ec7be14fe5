import { quotedColumn, quotedTable, quoteName, type SqlQuote } from '../identifiers.ts'
import { TABLE_OPTIONS } from '../mysql/table-options.ts'
import type { SqlTables } from '../tables.ts'
import {
  ACCOUNT_ENTITIES,
  ACCOUNT_TABLES,
  type AccountEntity,
  type AccountField,
  type AccountFieldType,
  accountColumn,
  accountTable,
} from './tables.ts'

/** How a database writes the tables. */
interface Writing {
  readonly quote: SqlQuote
  readonly types: Readonly<Record<AccountFieldType, string>>
  /** A user id's type, if Latchkey or the database creates the ids. */
  readonly userId: Readonly<Record<SqlTables['userIds'], string>>
}

const WRITING: Readonly<Record<'postgres' | 'mysql', Writing>> = {
  postgres: {
    quote: '"',
    types: {
      key: 'text COLLATE "C"',
      text: 'text',
      long: 'text',
      date: 'timestamptz(3)',
      boolean: 'boolean',
    },
    userId: { latchkey: 'text COLLATE "C"', database: 'uuid' },
  },
  mysql: {
    quote: '`',
    types: {
      key: 'VARCHAR(255)',
      text: 'VARCHAR(255)',
      long: 'TEXT',
      date: 'DATETIME(3)',
      boolean: 'BOOLEAN',
    },
    userId: { latchkey: 'VARCHAR(255)', database: 'BIGINT' },
  },
}

/**
 * Returns the statements that create the tables for accounts, in PostgreSQL or MySQL.
 *
 * @param userId the type of user ids, if it is not the one that the preset has
 */
export function buildAccountSchema(
  dialect: 'postgres' | 'mysql',
  tables: SqlTables,
  userId?: string,
): readonly string[] {
  return ACCOUNT_ENTITIES.flatMap((entity) => [
    tableStatement(dialect, tables, entity, userId ?? WRITING[dialect].userId[tables.userIds]),
    ...(dialect === 'postgres' ? indexStatements(entity, tables) : []),
  ])
}

function tableStatement(
  dialect: 'postgres' | 'mysql',
  tables: SqlTables,
  entity: AccountEntity,
  userId: string,
): string {
  const { quote, types } = WRITING[dialect]
  const { fields, key, name, indexes } = ACCOUNT_TABLES[entity]
  const users = quotedTable(tables, 'users', quote)
  const reference = `REFERENCES ${users} (${quotedColumn(tables.users, 'id', quote)}) ON DELETE CASCADE`
  const columns = (names: readonly string[]): string =>
    names.map((field) => quoteName(accountColumn(field), quote)).join(', ')
  const typeOf = ({ name: field, contains }: AccountField): string => {
    if (field === 'userId') return userId
    // As long as in the passkeys table.
    return dialect === 'mysql' && field === 'credentialID' ? 'VARCHAR(600)' : types[contains]
  }
  const lines = fields.map((field) => {
    const end = dialect === 'postgres' && field.name === 'userId' ? ` ${reference}` : ''
    return `${columns([field.name])} ${typeOf(field)} ${field.isRequired ? 'NOT NULL' : 'NULL'}${end}`
  })
  lines.push(`PRIMARY KEY (${columns(key)})`)
  if (dialect === 'mysql') {
    for (const index of indexes)
      lines.push(`INDEX ${quoteName(indexName(name, index), quote)} (${columns(index)})`)
    lines.push(`FOREIGN KEY (${columns(['userId'])}) ${reference}`)
  }
  const end = dialect === 'mysql' ? ` ${TABLE_OPTIONS}` : ''
  return `CREATE TABLE ${accountTable(entity, tables.schema, quote)} (\n  ${lines.join(',\n  ')}\n)${end}`
}

function indexStatements(entity: AccountEntity, { schema }: SqlTables): string[] {
  const { name, indexes } = ACCOUNT_TABLES[entity]
  return indexes.map((index) => {
    const columns = index.map((field) => quoteName(accountColumn(field), '"')).join(', ')
    return `CREATE INDEX ${quoteName(indexName(name, index), '"')} ON ${accountTable(entity, schema, '"')} (${columns})`
  })
}

function indexName(table: string, fields: readonly string[]): string {
  return [table, ...fields.map(accountColumn), 'idx'].join('_')
}
