import type { Awaitable } from '../types/basics.ts'

/**
 * Helpers for the session check, which runs on every request. They process a value synchronously if
 * it is available, and create a promise only if the application, its store or the runtime returns
 * one. Use `await` everywhere else: it reads better, and its cost does not matter there.
 */

/** Calls `next` with a value: immediately, or when the value's promise resolves. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Promise<R>): Promise<R>
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R>
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return isPending(value) ? Promise.resolve(value).then(next) : next(value)
}

/** Returns a function's result. If it throws or rejects, returns the result of `recover`. */
export function orElse<T, R>(
  run: () => Awaitable<T>,
  recover: (error: unknown) => Awaitable<R>,
): Awaitable<T | R> {
  try {
    const value = run()
    return isPending(value) ? Promise.resolve(value).catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}

/** Returns all values: immediately, or as a promise if at least one of them is a promise. */
export function awaitAll<T>(values: readonly Awaitable<T>[]): Awaitable<readonly T[]> {
  return values.some(isPending) ? Promise.all(values) : (values as readonly T[])
}

/**
 * Returns whether a value must be awaited. `isPending(value) ? await value : value` avoids a
 * promise for a value that is available.
 */
export function isPending<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as PromiseLike<T> | undefined | null)?.then === 'function'
}

/**
 * Returns a function that loads a module on its first call and returns the loaded module
 * afterwards.
 *
 * Importing it again on every call would take longer than reading a session. Caches the loaded
 * module, never its promise: on Cloudflare Workers, a promise cannot be used after the request that
 * created it has ended.
 */
export function loadOnce<M>(load: () => Promise<M>): () => M | Promise<M> {
  let loaded: M | undefined
  return () => {
    if (loaded !== undefined) return loaded
    return load().then((module) => {
      loaded = module
      return module
    })
  }
}

/** Returns functions whose code is loaded when the first of them is called. */
export function onDemand<M extends object>(load: () => Awaitable<M>, ...names: readonly (keyof M)[]): M {
  const call =
    (name: keyof M) =>
    (...args: unknown[]) =>
      andThen(load(), (functions) => (functions[name] as (...args: unknown[]) => unknown)(...args))
  return Object.fromEntries(names.map((name) => [name, call(name)])) as M
}
