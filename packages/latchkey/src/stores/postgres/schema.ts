import { quoteName } from '../../sql/identifiers.ts'

/** A store table's name. */
export interface PostgresStoreTable {
  /** Default: `latchkey_store`. */
  readonly table?: string
  /** The table's schema. Default: the first one in the connection's search path. */
  readonly schema?: string
}

/** Returns the table's quoted name. */
export function storeTable({ table = 'latchkey_store', schema }: PostgresStoreTable = {}): string {
  const name = quoteName(table, '"')
  return schema === undefined ? name : `${quoteName(schema, '"')}.${name}`
}

/** Returns the statements that create the table in an empty database. */
export function buildStoreSchema(options: PostgresStoreTable = {}): readonly string[] {
  const name = storeTable(options)
  return [
    `CREATE TABLE ${name} (
  key text COLLATE "C" PRIMARY KEY,
  value text NOT NULL,
  expires timestamptz(3) NOT NULL
)`,
    `CREATE INDEX ${quoteName(`${options.table ?? 'latchkey_store'}_expires_idx`, '"')} ON ${name} (expires)`,
  ]
}
