import { ServiceUnavailable } from '../errors/services.ts'
import type { Awaitable } from '../types/basics.ts'

/** The maximum number of simultaneous calls to one service. */
const MAX_RUNNING = 100
/** Failures in a row after which a service counts as down. */
const MAX_FAILURES = 3
/** How long a service that is down is not called, and when a client should try again. */
export const RETRY_AFTER_SECONDS = 5

/** What is known about a service that is called: a provider's host, or a mail service. */
export interface ServiceHealth {
  /** When each running call started, in milliseconds since 1970. */
  readonly running: Set<{ readonly startedAt: number }>
  /** Failures in a row. */
  failures: number
  /** In milliseconds since 1970. */
  failedAt: number
}

/** Returns the health of a service that has not been called yet. */
export function unknownHealth(): ServiceHealth {
  return { running: new Set(), failures: 0, failedAt: 0 }
}

/**
 * Returns whether something happened in the last five seconds. If the clock was set back since
 * then, it did not.
 */
export function isRecent(happenedAt: number, now: number): boolean {
  return now >= happenedAt && now - happenedAt < RETRY_AFTER_SECONDS * 1000
}

/** A call whose time and number are limited. */
export interface BoundedCall<T> {
  /** The service, for the message: `provider "github" at https://github.com`. */
  readonly service: string
  readonly now: () => number
  /** The call's time limit, in seconds. */
  readonly timeout: number
  /** The call. Its signal is aborted at the time limit. */
  readonly work: (limit: AbortSignal) => Awaitable<T>
  /**
   * Returns the error for what the call threw, or for a `TimeoutError`: `ServiceUnavailable` if the
   * service cannot be reached.
   */
  readonly failure: (thrown: unknown) => Error
}

/**
 * Calls a service within a time limit, unless it is down or too many calls are running. After three
 * failures in a row, it counts as down: it is then called once every five seconds until it
 * responds.
 *
 * @throws {ServiceUnavailable} without a call; the error that `failure` returns
 */
export async function callIfHealthy<T>(
  health: ServiceHealth,
  { service, now, timeout, work, failure }: BoundedCall<T>,
): Promise<T> {
  const call = { startedAt: now() }
  forgetCancelledCalls(health, call.startedAt - timeout * 1000)
  if (health.running.size >= MAX_RUNNING) throw notCalled(service, `${MAX_RUNNING} calls are running`)
  if (health.failures >= MAX_FAILURES) {
    if (isRecent(health.failedAt, call.startedAt))
      throw notCalled(service, `the last ${health.failures} calls failed`)
    // This call finds out whether the service is back, and the next one waits.
    health.failedAt = call.startedAt
  }
  health.running.add(call)
  try {
    const value = await withinTimeLimit(timeout, work)
    health.failures = 0
    return value
  } catch (thrown) {
    const error = failure(thrown)
    health.failures = error instanceof ServiceUnavailable ? health.failures + 1 : 0
    health.failedAt = now()
    throw error
  } finally {
    health.running.delete(call)
  }
}

/** Some runtimes cancel the calls of a client that disconnects, and never settle their promises. */
function forgetCancelledCalls({ running }: ServiceHealth, before: number): void {
  for (const call of running) if (call.startedAt < before) running.delete(call)
}

function notCalled(service: string, reason: string): ServiceUnavailable {
  return new ServiceUnavailable(
    `The ${service} was not called, because ${reason}. It is called again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryAfter: RETRY_AFTER_SECONDS },
  )
}

/**
 * Runs work until a time limit. Work that ignores its signal continues, but its result is dropped.
 *
 * @param seconds the limit; fractions are allowed
 * @param work receives a signal that is aborted at the limit
 * @throws {DOMException} with the name `TimeoutError` at the limit; the work's error before it
 */
export async function withinTimeLimit<T>(
  seconds: number,
  work: (signal: AbortSignal) => Awaitable<T>,
): Promise<T> {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DOMException(`No result within ${seconds} seconds.`, 'TimeoutError')
      // First, so that the aborted work's error is not the result.
      reject(error)
      controller.abort(error)
    }, seconds * 1000)
  })
  try {
    return await Promise.race([limit, work(controller.signal)])
  } finally {
    clearTimeout(timer)
  }
}
