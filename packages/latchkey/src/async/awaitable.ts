import type { Awaitable } from '../types/basics.ts'

/**
 * For the session check, which every request takes: a value that is there is used at once, and a promise is made only
 * where the application, its store or the platform makes one. Elsewhere use `await`: it reads better, and what it
 * costs does not matter there.
 */

/** Passes a value on, now or when it is there. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Promise<R>): Promise<R>
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R>
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPending(value) ? Promise.resolve(value).then(next) : next(value)
}

/** Returns what a function returns, or what `recover` makes of the error that it throws or rejects with. */
export function orElse<T, R>(run: () => Awaitable<T>, recover: (error: unknown) => R): Awaitable<T | R> {
  try {
    const value = run()
    return isPending(value) ? Promise.resolve(value).catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}

/** Returns all of several values, now or when the last of them is there. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isPending) ? Promise.all(values) : (values as readonly T[])
}

/** Returns whether a value must be awaited: `isPending(value) ? await value : value` makes no promise for one that is there. */
export function isPending<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | undefined | null)?.then === 'function'
}
