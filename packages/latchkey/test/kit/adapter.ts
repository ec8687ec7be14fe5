import type { Adapter } from 'latchkey'

type Method = (...args: unknown[]) => unknown

/** An adapter whose every call is told first; what that returns is waited for. */
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

/** An adapter that answers as late as a database does, so that requests overlap between its steps. */
export function slow(adapter: Adapter): Adapter {
  return watched(adapter, () => new Promise((resolve) => setTimeout(resolve, 5)))
}
