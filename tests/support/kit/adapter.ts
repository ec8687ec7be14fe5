import type { Adapter } from 'latchkey'

type Method = (...args: unknown[]) => unknown

/** Wraps an adapter or a store so that `onCall` runs, and is awaited, before each method. */
export function watched<T extends object>(
  target: T,
  onCall: (method: string, args: unknown[]) => unknown,
): T {
  const methods = Object.entries(target).map(([name, method]): [string, Method] => [
    name,
    async (...args) => {
      await onCall(name, args)
      return (method as Method)(...args)
    },
  ])
  return Object.fromEntries(methods) as T
}

/**
 * Wraps an adapter so that each method takes 5 milliseconds, as a database would: concurrent
 * requests overlap.
 */
export function slow(adapter: Adapter): Adapter {
  return watched(adapter, () => new Promise((resolve) => setTimeout(resolve, 5)))
}
