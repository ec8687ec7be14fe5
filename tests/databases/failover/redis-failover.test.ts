import { setTimeout as delay } from 'node:timers/promises'
import {
  type RedisServer,
  startRedisClusterWithReplicas,
  startRedisSentinel,
} from '@latchkey/test-support/servers/redis.ts'
import { expect, it } from 'vitest'
import type { Quietly } from './fault.ts'
import { expectPromises } from './redis-applications.ts'

const nothing = async (): Promise<void> => {}

// proves DB-31
it('Redis fails under load: sentinel', async () => {
  const { servers, sentinel, stop } = await startRedisSentinel()
  const ports = [sentinel.port]
  try {
    await expectPromises(
      'sentinel',
      { servers: 'sentinel', ports },
      { inject: (quietly) => killReplicated(quietly, servers[0]), heal: nothing },
    )
  } finally {
    await stop()
  }
})

// proves DB-31
it('Redis fails under load: cluster', async () => {
  const { servers, stop } = await startRedisClusterWithReplicas()
  const ports = servers.map(({ port }) => port)
  try {
    await expectPromises(
      'cluster',
      { servers: 'cluster', ports },
      { inject: (quietly) => killReplicated(quietly, servers[0]), heal: nothing },
    )
  } finally {
    await stop()
  }
})

/** Kills a master whose replica has all sign-outs: Redis responds before it copies them. */
async function killReplicated(quietly: Quietly, master: RedisServer | undefined): Promise<void> {
  await quietly(async () => {
    expect(await master?.run('wait', '1', '1000')).toBe('1\n')
    await delay(100)
    await master?.kill()
  })
}
