import type { RedisClient } from './client.ts'

/** The minimum time between log lines about lost connections. */
const LOG_MILLISECONDS = 60_000

/** The parts of an event emitter and of a client of `redis`. */
interface Connection {
  on?(event: 'error', listener: (error: unknown) => void): unknown
  listenerCount?(event: 'error'): number
  readonly isOpen?: boolean
  connect?(): Promise<unknown>
}

/**
 * Logs connection errors unless the application listens to them. Without any listener, a lost
 * connection would end the process.
 */
export function logConnectionErrors(client: RedisClient): void {
  const connection = client as Connection
  if (typeof connection.on !== 'function' || typeof connection.listenerCount !== 'function') return
  let loggedAt = Number.NEGATIVE_INFINITY
  connection.on('error', (error) => {
    if ((connection.listenerCount?.('error') ?? 0) > 1 || Date.now() - loggedAt < LOG_MILLISECONDS) return
    loggedAt = Date.now()
    console.warn(`[latchkey] redis-connection The connection to Redis failed: ${describe(error)}`)
  })
}

function describe(error: unknown): string {
  const { message = String(error), code } = error as { message?: string; code?: string }
  return (message || code || 'unknown reason').replaceAll(/\s+/g, ' ')
}

/**
 * Returns a function that connects a `redis` client that the application has not connected. It does
 * so once: a client that was closed later stays closed.
 */
export function connectOnce(client: RedisClient): () => Promise<void> {
  const connection = client as Connection
  let isDone = typeof connection.connect !== 'function' || connection.isOpen !== false
  let connecting: Promise<unknown> | undefined
  return async () => {
    if (isDone || (connecting === undefined && connection.isOpen)) return
    connecting ??= connection.connect?.()
    try {
      await connecting
      isDone = true
    } catch (error) {
      connecting = undefined
      throw error
    }
  }
}
