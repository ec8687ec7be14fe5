import type { Adapter } from 'latchkey'

type Method = (...args: unknown[]) => unknown

/** Wraps an adapter so that `onCall` runs, and is awaited, before each method. */
export function watched(adapter: Adapter, onCall: (method: string, args: unknown[]) => unknown): Adapter {
  const methods = Object.entries(adapter).map(([name, method]): [string, Method] => [
    name,
    async (...args) => {
      await onCall(name, args)
      return (method as Method)(...args)
    },
  ])
  return Object.fromEntries(methods)
}

/**
 * Wraps an adapter so that each method takes 5 milliseconds, as a database would: concurrent
 * requests overlap.
 */
export function slow(adapter: Adapter): Adapter {
  return watched(adapter, () => new Promise((resolve) => setTimeout(resolve, 5)))
}
