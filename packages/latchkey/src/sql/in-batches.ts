/** The maximum number of calls that share one `work` call. */
const MAX_SIZE = 100

interface Waiting<T> {
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
}

/**
 * Returns a function whose calls within one turn of the event loop share one `work` call. A server
 * under load handles many requests per turn. A single call does not wait for others.
 *
 * @param work returns the keys' values, in the same order; if it throws, all calls throw
 */
export function inBatches<T>(
  work: (keys: readonly string[]) => Promise<readonly T[]>,
): (key: string) => Promise<T> {
  let batch: Map<string, Waiting<T>[]> | undefined

  function add(key: string, waiting: Waiting<T>): void {
    if (batch === undefined || batch.size >= MAX_SIZE) {
      const started = new Map<string, Waiting<T>[]>()
      batch = started
      afterThisTurn(() => {
        if (batch === started) batch = undefined
        void settle(started)
      })
    }
    const others = batch.get(key)
    if (others === undefined) batch.set(key, [waiting])
    else others.push(waiting)
  }

  async function settle(started: ReadonlyMap<string, readonly Waiting<T>[]>): Promise<void> {
    try {
      const values = await work([...started.keys()])
      let index = 0
      for (const waiting of started.values()) {
        const value = values[index++] as T
        for (const { resolve } of waiting) resolve(value)
      }
    } catch (error) {
      for (const waiting of started.values()) for (const { reject } of waiting) reject(error)
    }
  }
  return (key) => new Promise((resolve, reject) => add(key, { resolve, reject }))
}

/** Node.js, Deno and Bun have `setImmediate`, which runs after the requests that have arrived. */
const afterThisTurn: (run: () => void) => void = globalThis.setImmediate ?? queueMicrotask
