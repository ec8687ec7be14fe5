/** Codes of Node.js, drivers and servers for a connection that ended during a call. */
const CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_SOCKET_CLOSED',
  // PostgreSQL: the server shuts down, crashes or ends the connection; class 08 is below.
  '57P01',
  '57P02',
  // postgres.js
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  // Bun.sql
  'ERR_POSTGRES_CONNECTION_CLOSED',
  // MySQL and MariaDB
  'PROTOCOL_CONNECTION_LOST',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_CONNECTION_KILLED',
  'ER_SERVER_SHUTDOWN',
  'ER_SOCKET_UNEXPECTED_CLOSE',
  'ER_CMD_CONNECTION_CLOSED',
])

/** What drivers report where they set no code, in lower case. */
const MESSAGES = ['connection terminated', 'connection ended unexpectedly', 'connection is in closed state']

/**
 * How long the retry waits, so that a pool notices its other ended connections, in milliseconds.
 */
const PAUSE_MILLISECONDS = 50

/** How many of an error's causes are examined. */
const MAX_CAUSES = 4

/**
 * Returns whether an error reports that the connection ended, for example after a pooler's restart
 * or a failover. The statement may have taken effect or not.
 */
export function isCutConnection(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth++) {
    const { code, errno, message, cause } = current as Error & { code?: unknown; errno?: unknown }
    // `Bun.sql` has the PostgreSQL code in `errno`.
    if ([code, errno].some(isCutCode)) return true
    const text = message.toLowerCase()
    if (MESSAGES.some((known) => text.includes(known))) return true
    current = cause
  }
  return false
}

function isCutCode(code: unknown): boolean {
  return typeof code === 'string' && (CODES.has(code) || /^08\w{3}$/.test(code))
}

/**
 * Runs a read, and repeats it once if its connection was cut. Never use it for a write, which may
 * have taken effect.
 */
export async function repeatRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isCutConnection(error)) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS))
    return read()
  }
}
