/**
 * A process of an application: sends requests that all find the same expired access token, and
 * prints their results.
 */
import { Cluster, Redis } from 'ioredis'
import { refreshOnce } from 'latchkey/refresh'
import { redisStore } from 'latchkey/stores/redis'

const { PROVIDER = '', TOKEN = '', REQUESTS = '1', TIMEOUT = '10', REDIS = '' } = process.env
const urls = REDIS.split(',')
const client = urls.length > 1 ? new Cluster(urls) : new Redis(REDIS)
const store = redisStore(client)

async function refresh(): Promise<{ refresh_token: string }> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: TOKEN })
  const response = await fetch(PROVIDER, { method: 'POST', body })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as { refresh_token: string }
}

const calls = Array.from({ length: Number(REQUESTS) }, () =>
  refreshOnce(TOKEN, refresh, { store, timeout: Number(TIMEOUT) }),
)
const outcomes = await Promise.allSettled(calls)
const results = outcomes.map((outcome) =>
  outcome.status === 'fulfilled' ? outcome.value.refresh_token : String(outcome.reason),
)
process.stdout.write(JSON.stringify(results))
client.disconnect()
