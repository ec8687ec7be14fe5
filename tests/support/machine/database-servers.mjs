import { installMariadb, skipWithoutMariadb } from './mariadb.mjs'
import { installPostgres, skipWithoutPostgres } from './postgresql.mjs'
import { installRedis, skipWithoutRedis } from './redis.mjs'

/**
 * The folders of `tests/databases` with tests of one server. All other tests need every server,
 * except those in `FREE`.
 */
const FOLDERS = { redis: skipWithoutRedis, postgres: skipWithoutPostgres, mysql: skipWithoutMariadb }

/** Folders with tests that need no server, or skip what a missing one concerns by themselves. */
const FREE = ['sqlite', 'matrix']

/** Installs the servers that are missing. Prints why one cannot be installed. */
export async function installDatabaseServers() {
  for (const install of [installRedis, installPostgres, installMariadb])
    await install().catch(({ message }) => console.log(message))
}

/**
 * Returns the tests of `tests/databases` that cannot run because a server is not installed.
 * There are none in continuous integration, where a missing server is a failure.
 *
 * @returns {{ exclude: string[]; lines: string[] }} patterns of the files, and a line for each
 *   missing server
 */
export function skippedDatabaseTests() {
  const missing = Object.entries(FOLDERS).flatMap(([folder, skip]) => {
    const line = skip()
    return line === undefined ? [] : [{ folder, line }]
  })
  if (missing.length === 0) return { exclude: [], lines: [] }
  const others = [...Object.keys(FOLDERS), ...FREE].join('|')
  return {
    exclude: [
      ...missing.map(({ folder }) => `tests/databases/${folder}/**`),
      `tests/databases/!(${others})/**`,
    ],
    lines: missing.map(({ line }) => line),
  }
}
