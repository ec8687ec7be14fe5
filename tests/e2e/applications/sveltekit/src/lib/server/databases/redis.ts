import { redisStore } from 'latchkey/stores/redis'
import { createClient } from 'redis'

/** Opens Redis, which can keep the store instead of the database. */
export const openRedisStore = (url: string) => redisStore(createClient({ url }))
