import { setTimeout as delay } from 'node:timers/promises'
import { type PostgresServer, type PostgresSettings, startPostgres, startStandby } from './postgres.ts'

/** Only this standby is synchronous: others of the same server may lag behind. */
const NAME = 'synchronous'

/** A server, and a standby that has every transaction before it is reported as committed. */
export interface PostgresPair {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** Makes the standby a primary. */
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts a server whose standby is synchronous: a failover loses no transaction. */
export async function startSynchronousPair(settings: PostgresSettings = {}): Promise<PostgresPair> {
  const primary = await startPostgres({ synchronous_commit: 'remote_apply', ...settings })
  const standby = await startStandby(primary, { cluster_name: NAME, ...settings }).catch(async (error) => {
    await primary.stop()
    throw error
  })
  await primary.run(`ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`)
  await primary.run('SELECT pg_reload_conf()')
  const isSynchronous = async (): Promise<boolean> =>
    (await primary.run("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length > 0
  while (!(await isSynchronous())) await delay(50)
  return {
    primary,
    standby,
    promote: async () => void (await standby.run('SELECT pg_promote()')),
    async stop() {
      await standby.stop()
      await primary.stop()
    },
  }
}
