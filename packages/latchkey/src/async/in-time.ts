import type { Awaitable } from '../types/basics.ts'
import { isPending } from './awaitable.ts'

/**
 * Returns a value. A promise rejects if it does not settle within a time limit. An available value
 * needs no timer. A promise has no effect after its time limit.
 *
 * @param seconds the limit; fractions are allowed. `false`: none
 * @throws {DOMException} with the name `TimeoutError` at the limit
 */
export function inTime<T>(value: Awaitable<T>, seconds: number | false): Awaitable<T> {
  if (seconds === false || !isPending(value)) return value
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timeoutAfter(seconds)), seconds * 1000)
    const stop = (): void => clearTimeout(timer)
    value.then(stop, stop)
    value.then(resolve, reject)
  })
}

function timeoutAfter(seconds: number): DOMException {
  return new DOMException(`No result within ${seconds} seconds.`, 'TimeoutError')
}
