import type { Pool } from 'pg'
import { sessionRequest as betterSessionRequest } from '../subjects/better-auth.ts'
import { ANN } from '../subjects/fixtures.ts'
import { sessionRequest } from '../subjects/latchkey.ts'
import { authCoreOnPostgres, betterAuthOnPostgres, latchkeyOnPostgres } from '../subjects/postgresql.ts'
import { isAnn, type Subject } from '../subjects/subject.ts'
import { baseline } from './session.ts'

/** A session check from `Request` to `Response` with sessions in PostgreSQL, over `pg`. */
export async function withPostgres(): Promise<Subject[]> {
  const latchkey = await latchkeyOnPostgres()
  const core = await authCoreOnPostgres()
  const better = await betterAuthOnPostgres()
  return [
    createSubject(latchkey),
    {
      library: '@auth/core',
      variant: '@auth/pg-adapter',
      run: () => core.handle(sessionRequest(core.cookie)),
      check: isAnn,
    },
    {
      library: 'better-auth',
      run: () => better.auth.handler(betterSessionRequest(better.cookie)),
      check: isAnn,
    },
    {
      library: 'baseline',
      variant: 'one statement of pg',
      run: () => latchkey.pool.query('SELECT * FROM users WHERE email = $1', [ANN.email]),
      check: (result) => isAnn((result as { rows: unknown[] }).rows),
    },
    baseline(latchkey.cookie),
  ]
}

/** A session check in a small and in a large table, and how many pages each reads. */
export async function postgresGrowth(): Promise<{
  readonly small: Subject
  readonly large: Subject
  readonly pages: Readonly<Record<'small' | 'large', number>>
}> {
  const small = await latchkeyOnPostgres('small')
  const large = await latchkeyOnPostgres('large')
  await fill(small.pool, 10_000)
  await fill(large.pool, 10_000_000)
  const pages = { small: await pagesRead(small.pool), large: await pagesRead(large.pool) }
  return { small: createSubject(small), large: createSubject(large), pages }
}

/** Returns how many pages of the index and the table a look-up of a session reads. */
async function pagesRead(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
    SELECT * FROM sessions WHERE "sessionToken" = $1`,
    [(await pool.query('SELECT "sessionToken" FROM sessions LIMIT 1')).rows[0].sessionToken],
  )
  const [{ Plan: plan }] = rows[0]['QUERY PLAN']
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

function createSubject({ auth, another }: Awaited<ReturnType<typeof latchkeyOnPostgres>>): Subject {
  return {
    library: 'latchkey',
    variant: 'PostgreSQL',
    run: () => auth.handle(sessionRequest(another())),
    check: isAnn,
  }
}

async function fill(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO sessions ("sessionToken", "userId", expires)
    SELECT md5(random()::text) || md5(number::text), (SELECT id FROM users), now() + interval '20 days'
    FROM generate_series(1, $1::integer) AS number`,
    [count],
  )
  await pool.query('VACUUM ANALYZE sessions')
}
