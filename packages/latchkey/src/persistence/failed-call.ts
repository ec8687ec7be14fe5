import { RETRY_AFTER_SECONDS } from '../async/bounded-call.ts'
import { withLateResult } from '../async/late-result.ts'
import { readFailure } from '../async/temporary.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import { type AuthError, asError, entryOf } from '../errors/auth-error.ts'
import { AdapterError, StoreError } from '../errors/services.ts'
import { entryFor } from '../log/repeated-failures.ts'
import type { Adapter } from '../types/adapter.ts'
import type { LoggerInstance } from '../types/config.ts'
import type { Store } from '../types/store.ts'
import { databaseAdvice, databaseMessage } from './database-advice.ts'

/** What an adapter's or a store's calls need. */
export interface BoundedCalls {
  readonly timeouts: ResolvedAuth['timeouts']
  readonly logger: LoggerInstance
  /** Identifies the log, also if a function creates the configuration for each request. */
  readonly channel: object
}

/** An adapter call that failed or took too long. */
interface FailedMethod {
  readonly adapter: Adapter
  readonly method: keyof Adapter
  readonly args: readonly unknown[]
  /** The method's result, which may still be pending. */
  readonly result: unknown
  readonly error: unknown
}

/** A store call that failed or took too long. */
interface FailedCommand {
  readonly command: keyof Store
  /** The store's result, which may still be pending. */
  readonly result: unknown
  readonly error: unknown
}

/**
 * Returns the error for an adapter method that failed or took too long.
 *
 * A late result changes nothing: no response depends on it. A session that is stored late is
 * deleted, although no browser has its token.
 */
export function failedMethod(
  calls: BoundedCalls,
  { adapter, method, args, result, error }: FailedMethod,
): AdapterError {
  const err = asError(error)
  if (err.name === 'TimeoutError' && method === 'createSession') void deleteLate(adapter, args, result)
  const message = isOwnLimit(err)
    ? `The adapter's \`${method}\` took longer than ${seconds(calls.timeouts.adapter)}. ` +
      'Check the database, and the network between it and this server. ' +
      '`timeouts.adapter` is the time limit.'
    : `The adapter's \`${method}\` failed: ${databaseMessage(err)}. ` +
      (databaseAdvice(err) ?? 'Check the database and its tables.')
  const failed = described(calls, AdapterError, message, err, { method })
  return isOwnLimit(err) ? withLateResult(failed, result) : failed
}

/** Returns the error for a store call that failed or took too long. */
export function failedCommand(calls: BoundedCalls, { command, result, error }: FailedCommand): StoreError {
  const err = asError(error)
  const message = isOwnLimit(err)
    ? `The store's \`${command}\` took longer than ${seconds(calls.timeouts.store)}. ` +
      'Check the store, and the network between it and this server. `timeouts.store` is the time limit.'
    : storeMessage(command, err)
  const failed = described(calls, StoreError, message, err, { command })
  return isOwnLimit(err) ? withLateResult(failed, result) : failed
}

/** If a store's server is not available, the store's own message describes it. */
function storeMessage(command: string, err: Error): string {
  const message = `The store's \`${command}\` failed: `
  const advice = readFailure(err).isTemporary ? undefined : databaseAdvice(err)
  return message + (advice === undefined ? err.message : `${databaseMessage(err)}. ${advice}`)
}

async function deleteLate(adapter: Adapter, [session]: readonly unknown[], result: unknown): Promise<void> {
  try {
    await result
    await adapter.deleteSession?.((session as { sessionToken: string }).sessionToken)
  } catch {
    // It was not stored, or it expires like any session that is not used.
  }
}

function seconds(limit: number | false): string {
  return limit === 1 ? '1 second' : `${limit} seconds`
}

/** Returns whether Latchkey gave the call up. Drivers have their own time limits. */
function isOwnLimit(error: Error): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}

/** Adds a database error's details to the error that is thrown. */
function described<E extends AuthError>(
  { logger, channel }: BoundedCalls,
  ErrorClass: new (message: string, options: { cause: object }) => E,
  message: string,
  err: Error,
  facts: object,
): E {
  const { isTimeout, isTemporary, cause } = readFailure(err)
  if (!isTemporary) return new ErrorClass(message, { cause: { err, ...facts } })
  const error = new ErrorClass(message, {
    // A call that was given up has no database error.
    cause: { ...(!isOwnLimit(err) && { err }), ...facts, retryAfter: RETRY_AFTER_SECONDS },
  })
  return Object.assign(error, {
    isTemporary,
    ...(isTimeout && { isTimeout }),
    [entryOf]: (reference: string, logged: AuthError) =>
      entryFor({ logger, channel }, `${logged.type} ${error.type} ${cause}`, reference, logged),
  })
}
