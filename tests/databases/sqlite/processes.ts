import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** How often each process adds, or signs in. */
export const ROUNDS = 20

/** The drivers of processes that share one file. */
export const PROCESS_DRIVERS = ['node:sqlite', 'better-sqlite3', 'libsql', 'node:sqlite'] as const

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url))

/**
 * Runs a task in a process of its own. Copies of SQLite in one process do not see each other's
 * locks, so drivers may share a file only across processes.
 */
export async function runProcess(
  task: 'count' | 'sign-in',
  path: string,
  driver: (typeof PROCESS_DRIVERS)[number],
): Promise<unknown[]> {
  const args = ['--conditions=@latchkey/source', PROGRAM, task, path, driver, String(ROUNDS)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}
