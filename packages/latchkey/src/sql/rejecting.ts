type Method = (...args: never[]) => unknown

/**
 * Returns methods that never throw. A call that fails returns a rejected promise, as callers expect
 * of a database. A call that succeeds still returns its value at once: the session check, which
 * runs on every request, needs no promise.
 */
export function rejecting<T extends object>(methods: T): T {
  const wrapped = Object.entries(methods).map(([name, method]: [string, Method]) => [
    name,
    (...args: never[]) => {
      try {
        return method(...args)
      } catch (error) {
        return Promise.reject(error)
      }
    },
  ])
  return Object.fromEntries(wrapped) as T
}
