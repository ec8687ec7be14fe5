type Method = (...args: never[]) => unknown

/**
 * Returns methods that never throw. A failed call returns a rejected promise, as callers expect
 * from a database. A successful call still returns its value immediately: the session check, which
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
