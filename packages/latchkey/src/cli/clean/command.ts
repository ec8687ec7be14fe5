import type { SqlTablePreset } from '../../sql/tables.ts'
import { connect } from '../connect/connect.ts'
import { findDatabaseUrl } from '../connect/environment.ts'
import { parseLocation } from '../connect/url.ts'
import { tablesFor } from '../options.ts'
import type { Output } from '../output.ts'
import { clean } from './clean.ts'

/** The options of `clean`, as the command line has them. */
export interface CleanCommandOptions {
  readonly url?: string
  readonly tables?: SqlTablePreset
  readonly batch: number
  readonly json?: boolean
}

/** @returns the exit code */
export async function cleanCommand(
  { url, tables = 'latchkey', batch, json }: CleanCommandOptions,
  folder: string,
  output: Output,
): Promise<number> {
  const location = parseLocation(findDatabaseUrl(url, folder))
  const database = await connect(location, { folder, access: 'read' }, output)
  try {
    const cleaned = await clean(database, {
      tables: tablesFor(location.dialect, tables, location),
      batch,
      onProgress: ({ table, deleted }) => output.progress(`${table}: ${deleted} deleted`),
    })
    const lines = cleaned.map(({ table, deleted }) => `${table}: ${deleted} expired rows deleted`)
    output.print(json ? JSON.stringify(cleaned) : lines.join('\n'))
    return 0
  } finally {
    await database.close()
  }
}
