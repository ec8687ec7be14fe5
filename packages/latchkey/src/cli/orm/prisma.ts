import type { AccountEntity } from '../../sql/accounts/tables.ts'
import type { SqlEntity, SqlTables } from '../../sql/tables.ts'
import type { Dialect } from '../connect/url.ts'
import { isAccountTable, type WantedColumn, type WantedTable, wantedTables } from '../schema/wanted-tables.ts'

const MODELS: Readonly<Record<SqlEntity | AccountEntity, string>> = {
  users: 'User',
  accounts: 'Account',
  sessions: 'Session',
  verificationTokens: 'VerificationToken',
  authenticators: 'Authenticator',
  // The application may already have a model `Password`.
  userDetails: 'LatchkeyUserDetails',
  passwords: 'LatchkeyPassword',
  secondFactors: 'LatchkeySecondFactor',
  recoveryCodes: 'LatchkeyRecoveryCode',
  sessionDetails: 'LatchkeySessionDetails',
  passkeyDetails: 'LatchkeyPasskeyDetails',
  securityEvents: 'LatchkeySecurityEvent',
}

/** A model's line: name, type and attributes. */
type Line = readonly [name: string, type: string, attributes?: string]

/** Returns the tables as Prisma models. */
export function prismaSchema(dialect: Dialect, tables: SqlTables): string {
  const wanted = wantedTables(tables)
  return wanted.map((table) => model(dialect, table, tables, wanted)).join('\n\n')
}

function model(dialect: Dialect, table: WantedTable, tables: SqlTables, all: readonly WantedTable[]): string {
  const name = MODELS[table.entity]
  const lines: Line[] = [
    ...table.columns.map((column) => line(dialect, table, column, tables)),
    ...extraLines(table, tables),
    ...dateLines(table, tables),
    ...(table.entity === 'users' ? ownedLines(all) : relationLines(table)),
  ]
  const [key = []] = table.unique
  const blocks = [
    ...(key.length > 1 ? [`@@id([${quoteFields(table, key)}])`] : []),
    ...table.indexes.map((columns) => `@@index([${quoteFields(table, columns)}])`),
    ...(table.name === name ? [] : [`@@map("${table.name}")`]),
  ]
  const body = [...aligned(lines), ...(blocks.length > 0 ? ['', ...blocks.map((block) => `  ${block}`)] : [])]
  return `model ${name} {\n${body.join('\n')}\n}`
}

function line(dialect: Dialect, table: WantedTable, column: WantedColumn, { dates }: SqlTables): Line {
  const isKey = table.unique[0]?.length === 1 && table.unique[0][0] === column.name
  const isUnique =
    !isKey && table.unique.some((columns) => columns.length === 1 && columns[0] === column.name)
  const attributes = [
    isKey ? '@id' : '',
    isKey && table.entity === 'users' ? '@default(cuid())' : '',
    isUnique ? '@unique' : '',
    column.field === column.name ? '' : `@map("${column.name}")`,
    nativeType(dialect, column, isAccountTable(table) ? 'with-zone' : dates),
  ]
  const optional = column.isRequired ? '' : '?'
  return [column.field, `${scalar(column)}${optional}`, attributes.filter(Boolean).join(' ')]
}

function scalar({ type }: WantedColumn): string {
  switch (type) {
    case 'date':
      return 'DateTime'
    case 'integer':
      return 'Int'
    case 'boolean':
      return 'Boolean'
    default:
      return 'String'
  }
}

function nativeType(dialect: Dialect, { type }: WantedColumn, dates: SqlTables['dates']): string {
  if (dialect === 'mysql' && type === 'long') return '@db.Text'
  if (dialect === 'postgres' && type === 'date' && dates === 'with-zone') return '@db.Timestamptz(3)'
  return ''
}

function extraLines({ entity }: WantedTable, { extra }: SqlTables): Line[] {
  const hasExtra = extra !== undefined && (entity === 'users' || entity === 'accounts')
  return hasExtra ? [[extra, 'Json', '@default("{}")']] : []
}

/** The adapter sets the column for the last change if a preset has one. */
function dateLines({ entity }: WantedTable, { updatedAt }: SqlTables): Line[] {
  const hasDates = updatedAt !== undefined && ['users', 'accounts', 'sessions'].includes(entity)
  return hasDates
    ? [
        ['createdAt', 'DateTime', '@default(now())'],
        [updatedAt, 'DateTime', '@updatedAt'],
      ]
    : []
}

/** Returns a user's relations. Prisma needs the other side of each foreign key. */
function ownedLines(all: readonly WantedTable[]): Line[] {
  return all.flatMap((table): Line[] => {
    const { entity, userId, unique } = table
    if (userId === undefined) return []
    const [key = []] = unique
    const isOne = key.length === 1 && key[0] === userId
    const name = isAccountTable(table)
      ? `${MODELS[entity].charAt(0).toLowerCase()}${MODELS[entity].slice(1)}`
      : entity
    return [[name, `${MODELS[entity]}${isOne ? '?' : '[]'}`]]
  })
}

function relationLines({ userId, columns }: WantedTable): Line[] {
  const column = columns.find(({ name }) => name === userId)
  if (column === undefined) return []
  const type = column.isRequired ? 'User' : 'User?'
  return [['user', type, `@relation(fields: [${column.field}], references: [id], onDelete: Cascade)`]]
}

function quoteFields(table: WantedTable, columns: readonly string[]): string {
  return columns.map((name) => table.columns.find((column) => column.name === name)?.field ?? name).join(', ')
}

/** `prisma format` aligns names, types and attributes. */
function aligned(lines: readonly Line[]): string[] {
  const width = (position: 0 | 1): number => Math.max(...lines.map((each) => each[position].length))
  return lines.map(([name, type, attributes = '']) =>
    `  ${name.padEnd(width(0))} ${type.padEnd(width(1))} ${attributes}`.trimEnd(),
  )
}
