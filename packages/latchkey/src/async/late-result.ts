const lateResults = new WeakMap<object, unknown>()

/** Returns an error, after remembering the result of the call that was given up with it. */
export function withLateResult<E extends object>(error: E, result: unknown): E {
  lateResults.set(error, result)
  return error
}

/**
 * Undoes what a call did that took place only after its caller had given up. A call that failed, or
 * never ends, has nothing to undo. Does not wait.
 *
 * @param error the error of the caller
 * @param undo receives the late result; its failures are ignored
 */
export function undoWhenLate<T>(error: unknown, undo: (result: T) => unknown): void {
  if (typeof error !== 'object' || error === null || !lateResults.has(error)) return
  Promise.resolve(lateResults.get(error) as T)
    .then(undo)
    .catch(() => {})
}
