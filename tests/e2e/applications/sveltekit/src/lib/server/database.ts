import type { Database } from '#lib/server/databases/types.ts'

const { DATABASE_URL = '', DATABASE_PATH, REDIS_URL } = process.env

/** Opens one of three databases. In your application, keep the one that you use. */
async function open(): Promise<Database> {
  if (/^postgres(ql)?:/.test(DATABASE_URL))
    return (await import('#lib/server/databases/postgres.ts')).openPostgres(DATABASE_URL)
  if (/^(mysql|mariadb):/.test(DATABASE_URL))
    return (await import('#lib/server/databases/mysql.ts')).openMysql(DATABASE_URL)
  return (await import('#lib/server/databases/sqlite.ts')).openSqlite(DATABASE_PATH || '.data/app.db')
}

export const database = await open()

export const store = REDIS_URL
  ? (await import('#lib/server/databases/redis.ts')).openRedisStore(REDIS_URL)
  : database.store
