import { DatabaseSync } from 'node:sqlite'
import { createConnection } from 'mysql2/promise'
import { runOnce } from './postgres.ts'

/**
 * Runs one statement on a separate connection. Quote names with double quotes.
 *
 * @param database a URL of PostgreSQL or MySQL, or the path of an SQLite file
 * @returns the rows
 */
export async function runIn(database: string, statement: string): Promise<Record<string, unknown>[]> {
  if (database.startsWith('postgres:')) return runOnce(database, statement)
  if (database.startsWith('mysql:')) return runOnMysql(database, statement)
  using file = new DatabaseSync(database, { timeout: 5000 })
  return file.prepare(statement).all()
}

async function runOnMysql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const connection = await createConnection(url)
  try {
    const [rows] = await connection.query(statement.replaceAll('"', '`'))
    return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
  } finally {
    await connection.end()
  }
}
