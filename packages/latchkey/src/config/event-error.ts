import { asError } from '../errors/auth-error.ts'
import { EventError } from '../errors/callbacks.ts'
import type { LoggerInstance } from '../types/config.ts'

/** Logs the error of one of the application's listeners. */
export function logListenerError(logger: LoggerInstance, name: string, thrown: unknown): void {
  logger.error(
    new EventError(`\`events.${name}\` threw. Catch the error in the listener.`, {
      cause: { err: asError(thrown), event: name },
    }),
  )
}
