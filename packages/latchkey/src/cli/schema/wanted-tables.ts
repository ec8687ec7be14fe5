import {
  ACCOUNT_ENTITIES,
  ACCOUNT_TABLES,
  type AccountEntity,
  accountColumn,
} from '../../sql/accounts/tables.ts'
import { columnName, type SqlEntity, type SqlTables } from '../../sql/tables.ts'
import { type EntityRules, type Field, RULES } from './fields.ts'

/** A column as the adapters need it. */
export interface WantedColumn extends Field {
  /** The field's name. */
  readonly field: string
  readonly name: string
}

/** A table as the adapters need it, with the names that it has in the database. */
export interface WantedTable {
  readonly entity: SqlEntity | AccountEntity
  readonly name: string
  readonly columns: readonly WantedColumn[]
  readonly unique: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  /** The column that needs an index over its lower case, if it distinguishes case. */
  readonly lowerIndex?: string | undefined
  /** The column with the user id. */
  readonly userId?: string | undefined
}

const ENTITIES: readonly SqlEntity[] = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
]

/** Returns the tables that adapters need, under their names. */
export function wantedTables(tables: SqlTables): readonly WantedTable[] {
  return [
    ...ENTITIES.map((entity) => wantedTable(tables, entity, RULES[entity])),
    ...ACCOUNT_ENTITIES.map(wantedAccountTable),
  ]
}

/** Returns whether a table's names are the same with every preset. */
export function isAccountTable({ entity }: WantedTable): boolean {
  return Object.hasOwn(ACCOUNT_TABLES, entity)
}

function wantedAccountTable(entity: AccountEntity): WantedTable {
  const { name, fields, key, indexes } = ACCOUNT_TABLES[entity]
  return {
    entity,
    name,
    columns: fields.map(({ name: field, column, contains, isRequired }) => ({
      field,
      name: column,
      type: contains,
      isRequired,
    })),
    unique: [key.map(accountColumn)],
    indexes: indexes.map((each) => each.map(accountColumn)),
    userId: accountColumn('userId'),
  }
}

function wantedTable(tables: SqlTables, entity: SqlEntity, rules: EntityRules): WantedTable {
  const table = tables[entity]
  const named = (fields: readonly string[]): string[] => fields.map((field) => columnName(table, field))
  return {
    entity,
    name: table.name,
    columns: Object.entries(rules.fields).map(([field, rest]) => ({
      ...rest,
      field,
      name: columnName(table, field),
    })),
    unique: rules.unique.map(named),
    indexes: rules.indexes.map(named),
    lowerIndex: rules.lowerIndex === undefined ? undefined : columnName(table, rules.lowerIndex),
    userId: rules.userId === undefined ? undefined : columnName(table, rules.userId),
  }
}
