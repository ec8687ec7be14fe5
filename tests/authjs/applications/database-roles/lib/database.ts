import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type Database as AuthDatabase, KyselyAuth } from '@auth/kysely-adapter'
import { type ColumnType, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Role } from './roles'

export interface Database extends Omit<AuthDatabase, 'User'> {
  User: AuthDatabase['User'] & { role: ColumnType<Role, Role | undefined, Role> }
}

export const db = new KyselyAuth<Database>({
  dialect: new SqliteDialect({ database: async () => open(process.env.DATABASE_PATH ?? 'app.db') }),
})

/** Opens the database, which is created with `schema.sql`. */
function open(path: string): SqliteDatabase {
  const database = new DatabaseSync(path)
  return {
    prepare(sql) {
      const statement = database.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
    close: () => database.close(),
  }
}
