import { buildAccountSchema } from '../../sql/accounts/schema.ts'
import { quotedColumn, quotedTable, quoteName } from '../../sql/identifiers.ts'
import { lowerAddress } from '../../sql/postgres/lower-address.ts'
import { columnName, FIELDS, LATCHKEY_TABLES, type SqlEntity, type SqlTables } from '../../sql/tables.ts'

/**
 * A text that each database compares exactly: ids that differ in case, accents or blanks are
 * different.
 */
const EXACT = 'text COLLATE "C"'

/** The columns that are not just `text`, by entity and field. */
const DEFINITIONS: Readonly<Record<SqlEntity, Readonly<Record<string, string>>>> = {
  users: { email: `${EXACT} UNIQUE`, emailVerified: 'DATE' },
  accounts: {
    provider: `${EXACT} NOT NULL`,
    providerAccountId: `${EXACT} NOT NULL`,
    userId: 'USER',
    type: 'text NOT NULL',
    expires_at: 'bigint',
  },
  sessions: { sessionToken: `${EXACT} PRIMARY KEY`, userId: 'USER', expires: 'DATE NOT NULL' },
  verificationTokens: {
    identifier: `${EXACT} NOT NULL`,
    token: `${EXACT} NOT NULL`,
    expires: 'DATE NOT NULL',
  },
  authenticators: {
    credentialID: `${EXACT} PRIMARY KEY`,
    userId: 'USER',
    providerAccountId: `${EXACT} NOT NULL`,
    credentialPublicKey: 'text NOT NULL',
    counter: 'bigint NOT NULL',
    credentialBackedUp: 'boolean NOT NULL',
    credentialDeviceType: 'text NOT NULL',
  },
}

/** The primary keys with two columns. */
const KEYS: Partial<Readonly<Record<SqlEntity, readonly string[]>>> = {
  accounts: ['provider', 'providerAccountId'],
  verificationTokens: ['identifier', 'token'],
}

/** The columns other than keys by which rows are found. Each has its own index. */
const INDEXES: readonly (readonly [entity: SqlEntity, field: string])[] = [
  ['accounts', 'userId'],
  ['sessions', 'userId'],
  ['sessions', 'expires'],
  ['verificationTokens', 'expires'],
  ['authenticators', 'userId'],
]

const ENTITIES: readonly SqlEntity[] = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
]

/**
 * Returns the statements that create the tables in an empty database. Columns that only the
 * application knows (`extraColumns`) are not created.
 */
export function buildSchema(tables: SqlTables = LATCHKEY_TABLES): readonly string[] {
  return [
    ...ENTITIES.map((entity) => tableStatement(tables, entity)),
    ...INDEXES.map(([entity, field]) => indexStatement(tables, entity, field)),
    lowerIndexStatement(tables),
    ...buildAccountSchema('postgres', tables),
  ]
}

function tableStatement(tables: SqlTables, entity: SqlEntity): string {
  const lines = FIELDS[entity].map(
    (field) => `${quotedColumn(tables[entity], field, '"')} ${defineColumn(tables, entity, field)}`,
  )
  const hasExtra = entity === 'users' || entity === 'accounts'
  if (hasExtra && tables.extra !== undefined)
    lines.push(`${quoteName(tables.extra, '"')} jsonb NOT NULL DEFAULT '{}'`)
  if (tables.updatedAt !== undefined && (hasExtra || entity === 'sessions'))
    lines.push(`${quoteName(tables.updatedAt, '"')} ${dateType(tables)} NOT NULL`)
  const key = KEYS[entity]?.map((field) => quotedColumn(tables[entity], field, '"'))
  if (key) lines.push(`PRIMARY KEY (${key.join(', ')})`)
  return `CREATE TABLE ${quotedTable(tables, entity, '"')} (\n  ${lines.join(',\n  ')}\n)`
}

function defineColumn(tables: SqlTables, entity: SqlEntity, field: string): string {
  if (entity === 'users' && field === 'id')
    return tables.userIds === 'latchkey'
      ? `${EXACT} PRIMARY KEY`
      : 'uuid PRIMARY KEY DEFAULT gen_random_uuid()'
  const definition = DEFINITIONS[entity][field] ?? 'text'
  if (definition !== 'USER') return definition.replace(/^DATE/, dateType(tables))
  const id = quotedColumn(tables.users, 'id', '"')
  const reference = `REFERENCES ${quotedTable(tables, 'users', '"')} (${id}) ON DELETE CASCADE`
  return `${tables.userIds === 'latchkey' ? EXACT : 'uuid'} NOT NULL ${reference}`
}

function dateType({ dates }: SqlTables): string {
  return dates === 'with-zone' ? 'timestamptz(3)' : 'timestamp(3)'
}

function indexStatement(tables: SqlTables, entity: SqlEntity, field: string): string {
  const name = `${tables[entity].name}_${field}_idx`
  const column = quotedColumn(tables[entity], field, '"')
  return `CREATE INDEX ${quoteName(name, '"')} ON ${quotedTable(tables, entity, '"')} (${column})`
}

function lowerIndexStatement(tables: SqlTables): string {
  const name = quoteName(`${tables.users.name}_${columnName(tables.users, 'email')}_lower_idx`, '"')
  const column = quotedColumn(tables.users, 'email', '"')
  return `CREATE INDEX ${name} ON ${quotedTable(tables, 'users', '"')} (${lowerAddress(column)})`
}
