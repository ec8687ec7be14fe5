import { createSlots, type Slots } from '../async/slots.ts'
import { ServiceUnavailable } from '../errors/services.ts'

/**
 * Node.js hashes on four threads, which files and DNS also use. Two stay free. Further calls wait.
 * Two hashes with scrypt take 256 MB of memory.
 */
const LIMITS = { maxRunning: 2, maxWaiting: 30, maxWaitMs: 10_000 }
/** When a client whose call was rejected should try again, in seconds. */
const RETRY_AFTER = 10

const slotsKey = Symbol.for('latchkey.password-slots')

/**
 * Runs work that hashes a password. Two run at the same time, and 30 more wait for at most ten
 * seconds.
 *
 * @throws {ServiceUnavailable} when more wait, or one waits for longer
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const slots = processSlots()
  if (!(await slots.enter()))
    throw new ServiceUnavailable(
      'Too many passwords are hashed at the same time. Set `limits.clientAddress`, ' +
        'so that one client cannot cause this, or start more processes.',
      { retryAfter: RETRY_AFTER },
    )
  try {
    return await work()
  } finally {
    slots.leave()
  }
}

/**
 * Returns the slots of the whole process. They are stored globally, because a bundler can give each
 * entry point of an application its own copy of this module.
 */
function processSlots(): Slots {
  const shared = globalThis as { [slotsKey]?: Slots }
  shared[slotsKey] ??= createSlots(LIMITS)
  return shared[slotsKey]
}
