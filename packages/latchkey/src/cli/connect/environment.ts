import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { usageProblem } from '../problem.ts'

/** Files with variables, in order of preference. A variable that is already set stays. */
const FILES = ['.env.local', '.env']

/**
 * Returns the database URL: the option `--url`, or `DATABASE_URL` in the environment, `.env.local`
 * or `.env`.
 *
 * @throws {Problem} if there is none
 */
export function findDatabaseUrl(option: string | undefined, folder: string): string {
  for (const file of FILES) {
    const path = join(folder, file)
    if (existsSync(path)) loadEnvFile(path)
  }
  const url = option ?? process.env.DATABASE_URL
  if (url) return url
  throw usageProblem(
    '`DATABASE_URL` is not set. Set it in the environment, `.env.local` or `.env`, or pass `--url`, for ' +
      'example `--url postgres://user:password@localhost:5432/app`.',
  )
}
