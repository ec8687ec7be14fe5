const lateResults = new WeakMap<object, Promise<unknown>>()

/** Returns an error, and remembers the pending result of the call that was given up with it. */
export function withLateResult<E extends object>(error: E, result: unknown): E {
  lateResults.set(error, Promise.resolve(result))
  return error
}

/**
 * Undoes a call that took effect only after its caller had given up. A failed call has nothing to
 * undo. Does not wait.
 *
 * @param error the caller's error
 * @param undo receives the late result; its failures are ignored
 */
export function undoWhenLate<T>(error: unknown, undo: (result: T) => unknown): void {
  const late = findLateResult(error)
  if (late === undefined) return
  const undone = late.then((result) => undo(result as T))
  lateResults.set(error as object, undone)
  undone.catch(() => {})
}

/**
 * Runs work when the call that was given up has ended, and was undone if it took effect. Does not
 * wait, and never runs the work for a call that never ends.
 */
export function afterLateCall(error: unknown, work: () => Promise<void>): void {
  void findLateResult(error)?.then(work, work)
}

function findLateResult(error: unknown): Promise<unknown> | undefined {
  return typeof error === 'object' && error !== null ? lateResults.get(error) : undefined
}
