import type { Output } from '../output.ts'
import { Problem } from '../problem.ts'
import type { Database } from './database.ts'
import { describeFailure } from './failure.ts'
import { connectMysql } from './mysql.ts'
import { connectPostgres } from './postgres.ts'
import { connectLibsql, openFile } from './sqlite.ts'
import { type DatabaseLocation, listSecretParts } from './url.ts'

/** How a command uses a database. */
export interface ConnectOptions {
  /** The application's folder, in which drivers and files are found. */
  readonly folder: string
  readonly access: 'read' | 'write'
}

/**
 * Opens one connection. Never prints passwords from the URL.
 *
 * @throws {Problem} that describes the problem in one sentence
 */
export async function connect(
  location: DatabaseLocation,
  options: ConnectOptions,
  output: Output,
): Promise<Database> {
  for (const secret of listSecretParts(location)) output.hide(secret)
  try {
    return await open(location, options)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(describeFailure(error, location))
  }
}

function open(location: DatabaseLocation, { folder, access }: ConnectOptions): Promise<Database> {
  if ('path' in location) return openFile(location.path, folder, access)
  switch (location.dialect) {
    case 'postgres':
      return connectPostgres(location.url, folder)
    case 'mysql':
      return connectMysql(location.url, folder)
    case 'sqlite':
      return connectLibsql(location.url.href, folder)
  }
}
