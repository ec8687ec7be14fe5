import { buildAccountSchema } from '../../sql/accounts/schema.ts'
import { quotedColumn, quotedTable, quoteName } from '../../sql/identifiers.ts'
import { TABLE_OPTIONS } from '../../sql/mysql/table-options.ts'
import { FIELDS, type SqlEntity, type SqlTables } from '../../sql/tables.ts'
import { mysqlTables } from './tables.ts'

/** Stands for a user id, which the database may create. */
const USER = 'USER'

/**
 * The column types. An index has at most 3,072 bytes, which are 768 characters: that limits keys
 * with several columns.
 */
const TYPES: Readonly<Record<SqlEntity, Readonly<Record<string, string>>>> = {
  users: {
    id: USER,
    name: 'TEXT',
    email: 'VARCHAR(320)',
    // On some servers, a TIMESTAMP column would be NOT NULL.
    emailVerified: 'DATETIME(3) NULL',
    // Some providers send the picture itself as a URL.
    image: 'MEDIUMTEXT',
  },
  accounts: {
    provider: 'VARCHAR(128) NOT NULL',
    // A passkey's id is longer than a provider's ids.
    providerAccountId: 'VARCHAR(600) NOT NULL',
    userId: USER,
    type: 'VARCHAR(32) NOT NULL',
    refresh_token: 'MEDIUMTEXT',
    access_token: 'MEDIUMTEXT',
    expires_at: 'BIGINT',
    token_type: 'TEXT',
    scope: 'TEXT',
    id_token: 'MEDIUMTEXT',
    session_state: 'TEXT',
  },
  sessions: { sessionToken: 'VARCHAR(255) NOT NULL', userId: USER, expires: 'DATETIME(3) NOT NULL' },
  verificationTokens: {
    identifier: 'VARCHAR(320) NOT NULL',
    token: 'VARCHAR(255) NOT NULL',
    expires: 'DATETIME(3) NOT NULL',
  },
  authenticators: {
    credentialID: 'VARCHAR(600) NOT NULL',
    userId: USER,
    providerAccountId: 'VARCHAR(600) NOT NULL',
    credentialPublicKey: 'TEXT NOT NULL',
    counter: 'BIGINT NOT NULL',
    credentialBackedUp: 'BOOLEAN NOT NULL',
    credentialDeviceType: 'VARCHAR(32) NOT NULL',
    transports: 'TEXT',
  },
}

const PRIMARY_KEYS: Readonly<Record<SqlEntity, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
}

/** Fields with their own index. Foreign keys need one, and `clean` reads the dates. */
const INDEXES: Readonly<Record<SqlEntity, readonly string[]>> = {
  users: [],
  accounts: ['userId'],
  sessions: ['userId', 'expires'],
  verificationTokens: ['expires'],
  authenticators: ['userId'],
}

/**
 * Returns the statements that create the tables in an empty database. Columns that only the
 * application knows (`extraColumns`) are not created.
 */
export function buildSchema(tables: SqlTables = mysqlTables()): readonly string[] {
  return [
    ...(Object.keys(TYPES) as SqlEntity[]).map((entity) => tableStatement(tables, entity)),
    ...buildAccountSchema('mysql', tables),
  ]
}

function tableStatement(tables: SqlTables, entity: SqlEntity): string {
  const table = tables[entity]
  const column = (field: string): string => quotedColumn(table, field, '`')
  const isUserOrAccount = entity === 'users' || entity === 'accounts'
  const lines = FIELDS[entity].map((field) => `${column(field)} ${defineColumn(tables, entity, field)}`)
  if (isUserOrAccount && tables.extra !== undefined) lines.push(`${quoteName(tables.extra, '`')} JSON`)
  if (tables.updatedAt !== undefined && (isUserOrAccount || entity === 'sessions'))
    lines.push(`${quoteName(tables.updatedAt, '`')} ${dateType(tables)} NOT NULL`)
  lines.push(`PRIMARY KEY (${PRIMARY_KEYS[entity].map(column).join(', ')})`)
  if (entity === 'users') lines.push(`UNIQUE (${column('email')})`)
  for (const field of INDEXES[entity])
    lines.push(`INDEX ${quoteName(`${table.name}_${field}_idx`, '`')} (${column(field)})`)
  if (FIELDS[entity].includes('userId')) lines.push(foreignKey(tables, column('userId')))
  return `CREATE TABLE ${quotedTable(tables, entity, '`')} (\n  ${lines.join(',\n  ')}\n) ${TABLE_OPTIONS}`
}

function defineColumn(tables: SqlTables, entity: SqlEntity, field: string): string {
  const definition = TYPES[entity][field] ?? 'TEXT'
  if (definition === USER && tables.userIds === 'database')
    return entity === 'users' ? 'BIGINT NOT NULL AUTO_INCREMENT' : 'BIGINT NOT NULL'
  if (definition === USER) return 'VARCHAR(255) NOT NULL'
  return definition.replace(/^DATETIME\(3\)/, dateType(tables))
}

function dateType({ dates }: SqlTables): string {
  return dates === 'with-zone' ? 'TIMESTAMP(3)' : 'DATETIME(3)'
}

function foreignKey(tables: SqlTables, column: string): string {
  const users = `${quotedTable(tables, 'users', '`')} (${quotedColumn(tables.users, 'id', '`')})`
  return `FOREIGN KEY (${column}) REFERENCES ${users} ON DELETE CASCADE`
}
