/** How often a transaction that others disturb is run. */
const MAX_ATTEMPTS = 5

/** The longest pause before the second attempt, in milliseconds. It doubles with each attempt. */
const PAUSE_MILLISECONDS = 20

/** Driver codes for a statement that others disturbed. */
const DISTURBED = new Set([1213, 1205])

/** MySQL and MariaDB codes for a duplicate key. */
const DUPLICATE = new Set([1062, 1586])

/** The MySQL and MariaDB code for a savepoint that does not exist. */
export const MISSING_SAVEPOINT = 1305

/** Errors after which the caller must not repeat the statement. */
const unrepeatable = new WeakSet<object>()

/** The MySQL and MariaDB code for a table that does not exist. */
export const MISSING_TABLE = 1146

interface DriverError {
  readonly errno?: unknown
  readonly message?: unknown
}

/**
 * Repeats a statement or transaction that waited too long for a lock, or that the database rolled
 * back because of a deadlock. The pause is random, so that two of them do not collide again.
 */
export async function untilUndisturbed<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !DISTURBED.has(readCode(error)) || unrepeatable.has(error as object))
        throw error
      const pause = Math.random() * PAUSE_MILLISECONDS * 2 ** (attempt - 1)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/**
 * Throws the error of a statement that may have been in one of the application's transactions. A
 * deadlock has rolled that transaction back, so the statement alone must not take effect.
 */
export function neverRepeat(error: unknown): never {
  if (error instanceof Error) unrepeatable.add(error)
  throw error
}

/** Returns whether a unique key already has the value. */
export function isDuplicate(error: unknown): boolean {
  return DUPLICATE.has(readCode(error))
}

/** Returns whether a table does not exist. */
export function isMissingTable(error: unknown): boolean {
  return readCode(error) === MISSING_TABLE
}

/** The HTTP driver has the code only in the message. */
function readCode(error: unknown): number {
  const { errno, message } = (error ?? {}) as DriverError
  if (typeof errno === 'number') return errno
  return Number(/\berrno (\d{4})\b/.exec(String(message))?.[1])
}
