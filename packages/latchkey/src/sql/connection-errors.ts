/** The minimum time between log lines about lost connections. */
const LOG_MILLISECONDS = 60_000

/** The parts of an event emitter that count its listeners. */
interface Emitter {
  on(event: 'error', listener: (error: unknown) => void): unknown
  listenerCount(event: 'error'): number
}

/** Clients that have a listener, so that an adapter and a store that share a client log once. */
const listening = new WeakSet<object>()

/**
 * Logs a client's connection errors unless the application listens to them. Without any listener, a
 * lost connection would end the process.
 *
 * @param label the line's start: a code and a sentence, without the reason
 */
export function logConnectionErrors(client: unknown, label: string): void {
  if (!isEmitter(client) || listening.has(client)) return
  listening.add(client)
  let loggedAt = Number.NEGATIVE_INFINITY
  client.on('error', (error) => {
    if (client.listenerCount('error') > 1 || Date.now() - loggedAt < LOG_MILLISECONDS) return
    loggedAt = Date.now()
    console.warn(`[latchkey] ${label}: ${describeReason(error)}`)
  })
}

function isEmitter(client: unknown): client is Emitter {
  const { on, listenerCount } = (client ?? {}) as Partial<Emitter>
  return typeof on === 'function' && typeof listenerCount === 'function'
}

function describeReason(error: unknown): string {
  const { message = String(error), code } = error as { message?: string; code?: string }
  return (message || code || 'unknown reason').replaceAll(/\s+/g, ' ')
}
