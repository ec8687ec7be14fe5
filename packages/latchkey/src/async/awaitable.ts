import type { Awaitable } from '../types/basics.ts'

/**
 * Steps of a session check, which every request takes: what is there is worked on at once, and a promise is made only where the application, its
 * store or the run time makes one. Elsewhere `await` is right: it reads better, and what it costs is lost in the rest.
 */

/** Goes on with a value, now or when it is there. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Promise<R>): Promise<R>
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R>
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isUnderWay(value) ? Promise.resolve(value).then(next) : next(value)
}

/** What a function gives, or what becomes of the error that it throws or rejects with. */
export function orElse<T, R>(run: () => Awaitable<T>, recover: (error: unknown) => R): Awaitable<T | R> {
  try {
    const value = run()
    return isUnderWay(value) ? Promise.resolve(value).catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}

/** All of several values, now or when the last of them is there. */
export function allOf<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isUnderWay) ? Promise.all(values) : (values as readonly T[])
}

function isUnderWay<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | undefined | null)?.then === 'function'
}
