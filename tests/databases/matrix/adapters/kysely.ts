import { KyselyAdapter } from '@auth/kysely-adapter'
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'
import { createPool } from 'mysql2'
import { Pool } from 'pg'
import type { Combination, OpenAdapter } from '../combination.ts'

interface Types {
  readonly id: string
  readonly text: string
  readonly date: string
}

/** The tables that the adapter documents. */
function listTables(quote: (name: string) => string, { id, text, date }: Types): string[] {
  const [user, userId, account, providerAccountId] = ['User', 'userId', 'Account', 'providerAccountId'].map(
    quote,
  )
  const owner = `${userId} ${id} NOT NULL, FOREIGN KEY (${userId}) REFERENCES ${user} (id) ON DELETE CASCADE`
  return [
    `CREATE TABLE ${user} (
       id ${id} PRIMARY KEY, name ${text}, email ${text} UNIQUE, ${quote('emailVerified')} ${date} NULL,
       image TEXT
     )`,
    `CREATE TABLE ${account} (
       provider ${text} NOT NULL, ${providerAccountId} ${text} NOT NULL, type ${text} NOT NULL,
       refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT, scope TEXT,
       session_state TEXT, token_type TEXT, ${owner}, PRIMARY KEY (provider, ${providerAccountId})
     )`,
    `CREATE TABLE ${quote('Session')} (
       ${quote('sessionToken')} ${text} PRIMARY KEY, expires ${date} NOT NULL, ${owner}
     )`,
    `CREATE TABLE ${quote('VerificationToken')} (
       identifier ${text} NOT NULL, token ${text} NOT NULL, expires ${date} NOT NULL,
       PRIMARY KEY (identifier, token)
     )`,
  ]
}

/** Creates the tables, and the adapter over them. */
// biome-ignore lint/suspicious/noExplicitAny: the adapter exports no type for its parameter.
async function openWith(database: Kysely<any>, tables: string[]): Promise<OpenAdapter> {
  for (const statement of tables) await sql.raw(statement).execute(database)
  return { adapter: KyselyAdapter(database), close: () => database.destroy() }
}

export const KYSELY: readonly Combination[] = [
  {
    adapter: '@auth/kysely-adapter',
    database: 'PostgreSQL, pg',
    needs: ['postgres'],
    storesExtraFields: false,
    async open({ postgres }) {
      const pool = new Pool({ connectionString: await postgres() })
      const tables = listTables((name) => `"${name}"`, { id: 'TEXT', text: 'TEXT', date: 'TIMESTAMPTZ' })
      return openWith(new Kysely({ dialect: new PostgresDialect({ pool }) }), tables)
    },
  },
  onMariadb('MariaDB, mysql2, default collation', 'VARCHAR(255)'),
  onMariadb(
    'MariaDB, mysql2, exact collation',
    'VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin',
  ),
]

function onMariadb(database: string, text: string): Combination {
  return {
    adapter: '@auth/kysely-adapter',
    database,
    needs: ['mariadb'],
    storesExtraFields: false,
    async open({ mariadb }) {
      const pool = createPool({ uri: await mariadb(), timezone: 'Z' })
      const tables = listTables((name) => `\`${name}\``, { id: 'CHAR(36)', text, date: 'DATETIME(3)' })
      return openWith(new Kysely({ dialect: new MysqlDialect({ pool }) }), tables)
    },
  }
}
