import { skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import { type MariadbServer, startMariadb } from '@latchkey/test-support/servers/mariadb.ts'
import { type PostgresServer, startPostgres } from '@latchkey/test-support/servers/postgres.ts'
import { type RedisServer, startRedis } from '@latchkey/test-support/servers/redis.ts'

/** Each function returns the URL of an empty database, and starts the server if it has to. */
export interface Servers {
  readonly postgres: () => Promise<string>
  readonly mariadb: () => Promise<string>
  readonly redis: () => Promise<string>
}

/** Servers that are started when a combination needs them. */
export interface StoppableServers extends Servers {
  readonly stop: () => Promise<void>
}

export function startServers(): StoppableServers {
  let postgres: Promise<PostgresServer> | undefined
  let mariadb: Promise<MariadbServer> | undefined
  let redis: Promise<RedisServer> | undefined
  let databases = 0
  return {
    async postgres() {
      postgres ??= startPostgres()
      databases += 1
      return (await postgres).createDatabase(`matrix_${databases}`)
    },
    async mariadb() {
      mariadb ??= startMariadb()
      const { user, host, port, createDatabase } = await mariadb
      return `mysql://${user}@${host}:${port}/${await createDatabase()}`
    },
    async redis() {
      redis ??= startRedis()
      const { url, run } = await redis
      await run('flushall')
      return url
    },
    async stop() {
      for (const server of [postgres, mariadb, redis]) await (await server)?.stop()
    },
  }
}

/** Returns the servers that are not installed; none in continuous integration, which needs all. */
export function missingServers(env: NodeJS.ProcessEnv = process.env): readonly (keyof Servers)[] {
  const missing = (['postgresql', 'mariadb', 'redis'] as const).filter((name) => skipWithout(name, env))
  return missing.map((name) => (name === 'postgresql' ? 'postgres' : name))
}
