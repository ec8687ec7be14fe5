import { AuthError, asError, getFacts } from '../errors/auth-error.ts'
import type { LoggerInstance, ReadonlyAuthConfig, WarningCode } from '../types/config.ts'
import { describe, oneLine, redact, redactSecrets } from './redact.ts'
import { redactError } from './redact-error.ts'

/**
 * Returns the application's logger, with the console for methods that it omits. The option `debug`
 * applies only to the console: the application's own `debug` function is always called. Errors and
 * details are redacted for both; only debug messages contain e-mail addresses.
 */
export function resolveLogger({ logger = {}, debug = false }: Partial<ReadonlyAuthConfig>): LoggerInstance {
  return {
    error: guarded((error, ...details) =>
      logger.error
        ? logger.error(redactError(error), ...details.map(redactDetail))
        : logError(error, details),
    ),
    warn: guarded((code, ...details) =>
      logger.warn ? logger.warn(code, ...details.map(redactDetail)) : logWarning(code, details),
    ),
    debug: logsDebug(logger, debug)
      ? guarded((message, ...details) =>
          logger.debug
            ? logger.debug(message, ...details.map((detail) => redact(detail, FOR_DEBUG)))
            : logDetails(message, details),
        )
      : () => {},
  }
}

function logsDebug(logger: Partial<LoggerInstance>, debug: boolean): boolean {
  return logger.debug !== undefined || debug
}

/** Debug messages help to follow one user. The warning `debug-enabled` says what they contain. */
const FOR_DEBUG = { copyText: redactSecrets }

/** Used with `map`, which passes an index as the second argument. */
function redactDetail(detail: unknown): unknown {
  return redact(detail)
}

/** A logger's error, thrown or rejected, must not fail the request. */
function guarded<A extends unknown[]>(write: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      const result = write(...args)
      if (result instanceof Promise) result.catch(logFault)
    } catch (error) {
      logFault(error)
    }
  }
}

function logFault(thrown: unknown): void {
  console.error(`[latchkey] The logger threw: ${oneLine(asError(thrown).message)}`)
}

const warned = new WeakMap<object, Set<string>>()

/**
 * Logs a configuration warning once for each logger, even if a function creates the same
 * configuration again for each request.
 */
export function warnOnce(
  config: Partial<ReadonlyAuthConfig>,
  logger: LoggerInstance,
  code: WarningCode,
  advice: string,
): void {
  const known = warned.get(config.logger ?? console) ?? new Set()
  const warning = `${code} ${advice}`
  if (known.has(warning)) return
  warned.set(config.logger ?? console, known.add(warning))
  logger.warn(code, advice)
}

function logWarning(code: string, details: readonly unknown[]): void {
  console.warn([`[latchkey] ${oneLine(code)}`, ...details.map(asText)].join(' '))
}

function logDetails(message: string, details: readonly unknown[]): void {
  console.log(
    [`[latchkey] ${oneLine(message)}`, ...details.map((detail) => describe(detail, FOR_DEBUG))].join(' '),
  )
}

function asText(detail: unknown): string {
  return typeof detail === 'string' ? oneLine(detail) : describe(detail)
}

/**
 * Logs one line for a client's fault. For a fault in Latchkey or the application, also logs the
 * cause and the stack.
 */
function logError(error: Error, details: readonly unknown[]): void {
  const { err, ...facts } = error instanceof AuthError ? (error.cause ?? {}) : {}
  const line = [
    `[latchkey] ${oneLine(error.name)}: ${oneLine(describeError(error))}`,
    ...[facts, ...details].filter(isWorthLogging).map((detail) => describe(detail)),
  ].join(' ')
  console.error(
    isClientFault(error, err)
      ? line
      : [line, ...describeCause(error, err), ...stackFrames(err ?? error)].join('\n'),
  )
}

/** An application's own `CredentialsSignin` often has a code but no message. */
function describeError({ message, code }: Error & { code?: unknown }): string {
  return message || (code ? `code ${code}` : 'no message')
}

/**
 * An invalid cookie and too many simultaneous requests count as client faults: many of them must
 * not fill the log.
 */
function isClientFault(error: Error, err: unknown): boolean {
  if (!(error instanceof AuthError)) return false
  const { status, place } = getFacts(error)
  return status < 500 || (err === undefined && (place === 'log' || status === 503))
}

/** Returns the cause's message, unless the error already contains it. */
function describeCause(error: Error, err: unknown): string[] {
  return err instanceof Error && !error.message.includes(err.message)
    ? [`${oneLine(err.name)}: ${oneLine(err.message)}`]
    : []
}

/**
 * Returns the stack frames. Omits the message at the stack's start, which could contain lines that
 * look like frames.
 */
function stackFrames({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message)
  const frames = stack.slice(start + message.length).match(/^ {4}at .*$/gm) ?? []
  return start === -1 ? [] : frames.map(oneLine)
}

function isWorthLogging(detail: unknown): boolean {
  return typeof detail !== 'object' || detail === null || Object.keys(detail).length > 0
}
