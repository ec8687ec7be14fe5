/** A reply's first word while a server starts, fails over, is full or is busy. */
export const REPLIES: readonly string[] = [
  'BUSY',
  'CLUSTERDOWN',
  'EXECABORT',
  'LOADING',
  'MASTERDOWN',
  'MISCONF',
  'NOREPLICAS',
  'OOM',
  'READONLY',
  'TRYAGAIN',
]

/** What clients and servers report about a connection, in lower case. Clients often set no code. */
const CONNECTION = [
  'client is closed',
  'client is offline',
  'cluster redirections',
  'command timed out',
  'connection is closed',
  'connection timeout',
  'disconnects client',
  "isn't ready",
  "isn't writeable",
  'max number of clients',
  'max retries per request',
  'queue is full',
  'root nodes are unavailable',
  'sentinels are unreachable',
  'slots cache',
  'socket closed',
  'socket timeout',
  'startup nodes',
]

/**
 * Returns a client's error. If it is temporary, the result has a Node.js `code`, by which Latchkey
 * recognizes that Redis is unavailable.
 */
export function withCode(thrown: unknown): unknown {
  const error = findReason(thrown)
  if (!(error instanceof Error) || 'code' in error) return error
  // `redis` gives a command that waited too long for a connection an error without any text.
  const message = error.message || 'The command timed out.'
  const code = readCode(message)
  return code === undefined ? error : Object.assign(new Error(message, { cause: error }), { code })
}

/** `ioredis` reports a transaction as aborted, and keeps the reason, such as `OOM`, next to it. */
function findReason(thrown: unknown): unknown {
  const { previousErrors } = (thrown ?? {}) as { previousErrors?: unknown }
  return Array.isArray(previousErrors) ? (previousErrors[0] ?? thrown) : thrown
}

function readCode(message: string): string | undefined {
  if (REPLIES.includes(message.split(' ', 1)[0] ?? '')) return 'EAGAIN'
  const text = message.toLowerCase()
  if (!CONNECTION.some((part) => text.includes(part))) return undefined
  return /timeout|timed out/.test(text) ? 'ETIMEDOUT' : 'ECONNRESET'
}
