import PostgresAdapter from '@auth/pg-adapter'
import { Pool } from 'pg'
import type { Combination } from '../combination.ts'

/** The tables that the adapter documents. */
const DOCUMENTED = `
  CREATE TABLE users (
    id SERIAL PRIMARY KEY, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT
  );
  CREATE TABLE accounts (
    id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL,
    provider VARCHAR(255) NOT NULL, "providerAccountId" VARCHAR(255) NOT NULL,
    refresh_token TEXT, access_token TEXT, expires_at BIGINT, id_token TEXT, scope TEXT,
    session_state TEXT, token_type TEXT
  );
  CREATE TABLE sessions (
    id SERIAL PRIMARY KEY, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL,
    "sessionToken" VARCHAR(255) NOT NULL
  );
  CREATE TABLE verification_token (
    identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL,
    PRIMARY KEY (identifier, token)
  );`

/** Constraints that an application can add to them. */
const CONSTRAINTS = `
  ALTER TABLE users ADD UNIQUE (email);
  ALTER TABLE accounts ADD UNIQUE (provider, "providerAccountId");
  ALTER TABLE accounts ADD FOREIGN KEY ("userId") REFERENCES users (id) ON DELETE CASCADE;
  ALTER TABLE sessions ADD UNIQUE ("sessionToken");
  ALTER TABLE sessions ADD FOREIGN KEY ("userId") REFERENCES users (id) ON DELETE CASCADE;`

export const PG: readonly Combination[] = [
  pgWith('PostgreSQL, pg, tables as documented', DOCUMENTED),
  pgWith('PostgreSQL, pg, with constraints', DOCUMENTED + CONSTRAINTS),
]

function pgWith(database: string, tables: string): Combination {
  return {
    adapter: '@auth/pg-adapter',
    database,
    needs: ['postgres'],
    storesExtraFields: false,
    async open({ postgres }) {
      const pool = new Pool({ connectionString: await postgres() })
      await pool.query(tables)
      return { adapter: PostgresAdapter(pool), close: () => pool.end() }
    },
  }
}
