import { quoteName } from '../../sql/identifiers.ts'
import { TABLE_OPTIONS } from '../../sql/mysql/table-options.ts'

/** A store table's name. */
export interface MysqlStoreTable {
  /** Default: `latchkey_store`. */
  readonly table?: string
  /** The table's database. Default: the connection's database. */
  readonly schema?: string
}

/** Returns the table's quoted name. */
export function storeTable({ table = 'latchkey_store', schema }: MysqlStoreTable = {}): string {
  const name = quoteName(table, '`')
  return schema === undefined ? name : `${quoteName(schema, '`')}.${name}`
}

/** Returns the statements that create the table in an empty database. Its keys are bytes. */
export function buildStoreSchema(options: MysqlStoreTable = {}): readonly string[] {
  const index = quoteName(`${options.table ?? 'latchkey_store'}_expires_idx`, '`')
  return [
    `CREATE TABLE ${storeTable(options)} (
  \`key\` VARBINARY(264) NOT NULL PRIMARY KEY,
  \`value\` LONGTEXT NOT NULL,
  expires DATETIME(3) NOT NULL,
  INDEX ${index} (expires)
) ${TABLE_OPTIONS}`,
  ]
}
