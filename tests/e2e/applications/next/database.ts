import type { Database } from '@/databases/types'

const { DATABASE_URL = '', DATABASE_PATH, REDIS_URL } = process.env

/** Opens one of three databases. In your application, keep the one that you use. */
async function open(): Promise<Database> {
  if (/^postgres(ql)?:/.test(DATABASE_URL))
    return (await import('@/databases/postgres')).openPostgres(DATABASE_URL)
  if (/^(mysql|mariadb):/.test(DATABASE_URL))
    return (await import('@/databases/mysql')).openMysql(DATABASE_URL)
  return (await import('@/databases/sqlite')).openSqlite(DATABASE_PATH || '.data/app.db')
}

export const database = await open()

export const store = REDIS_URL
  ? (await import('@/databases/redis')).openRedisStore(REDIS_URL)
  : database.store
