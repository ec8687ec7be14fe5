import { quoteName } from '../../sql/identifiers.ts'

/** The name of the table of a store. */
export interface PostgresStoreTable {
  /** Default: `latchkey_store`. */
  readonly table?: string
  /** Schema of the table. Default: the first one in the search path of the connection. */
  readonly schema?: string
}

/** Returns the quoted name of the table. */
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
