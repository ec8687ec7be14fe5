import { AuthError, asError, factsOf } from '../errors.ts'
import type { AuthConfig, LoggerInstance, WarningCode } from '../types/config.ts'
import { describe, oneLine, redact } from './redact.ts'

/**
 * The application's logger, level by level; the console for the levels that it leaves out. `debug` is for the console alone: an application's
 * own level is always called. What goes with a message is redacted for either.
 */
export function resolveLogger({ logger = {}, debug = false }: Partial<AuthConfig>): LoggerInstance {
  return {
    error: guarded((error, ...details) =>
      logger.error ? logger.error(error, ...details.map(redactDetail)) : logError(error, details),
    ),
    warn: guarded((code, ...details) =>
      logger.warn ? logger.warn(code, ...details.map(redactDetail)) : logWarning(code, details),
    ),
    debug: logsDebug(logger, debug)
      ? guarded((message, ...details) =>
          logger.debug ? logger.debug(message, ...details.map(redactDetail)) : logDetails(message, details),
        )
      : () => {},
  }
}

function logsDebug(logger: Partial<LoggerInstance>, debug: boolean): boolean {
  return logger.debug !== undefined || debug
}

/** `map` hands over an index, too. */
function redactDetail(detail: unknown): unknown {
  return redact(detail)
}

/** A logger that throws, or rejects later, must not decide whether somebody is signed in. */
function guarded<A extends unknown[]>(write: (...args: A) => unknown): (...args: A) => void {
  return (...args) => {
    try {
      const outcome = write(...args)
      if (outcome instanceof Promise) outcome.catch(logFault)
    } catch (error) {
      logFault(error)
    }
  }
}

function logFault(thrown: unknown): void {
  console.error(`[latchkey] The logger threw: ${oneLine(asError(thrown).message)}`)
}

const warned = new WeakMap<object, Set<WarningCode>>()

/** A warning about the configuration, once for each logger: a function may make the same configuration anew for every request. */
export function warnOnce(
  config: Partial<AuthConfig>,
  logger: LoggerInstance,
  code: WarningCode,
  advice: string,
): void {
  const known = warned.get(config.logger ?? console) ?? new Set()
  if (known.has(code)) return
  warned.set(config.logger ?? console, known.add(code))
  logger.warn(code, advice)
}

function logWarning(code: string, details: readonly unknown[]): void {
  console.warn([`[latchkey] ${oneLine(code)}`, ...details.map(asText)].join(' '))
}

function logDetails(message: string, details: readonly unknown[]): void {
  console.log([`[latchkey] ${oneLine(message)}`, ...details.map(describe)].join(' '))
}

function asText(detail: unknown): string {
  return typeof detail === 'string' ? oneLine(detail) : describe(detail)
}

/** One line for what whoever asked did wrong; for what we or the application do wrong also where it happened. */
function logError(error: Error, details: readonly unknown[]): void {
  const { err, ...facts } = error instanceof AuthError ? (error.cause ?? {}) : {}
  const line = [
    `[latchkey] ${oneLine(error.name)}: ${oneLine(error.message)}`,
    ...[facts, ...details].filter(isWorthLogging).map(describe),
  ].join(' ')
  console.error(
    isClientFault(error, err) ? line : [line, ...causeOf(error, err), ...framesOf(err ?? error)].join('\n'),
  )
}

/** A cookie of nonsense is theirs, too: nothing failed, and who sends many must not fill the log. */
function isClientFault(error: Error, err: unknown): boolean {
  if (!(error instanceof AuthError)) return false
  const { status, place } = factsOf(error)
  return status < 500 || (place === 'log' && err === undefined)
}

/** The words of the error that led to this one, where it does not repeat them. */
function causeOf(error: Error, err: unknown): string[] {
  return err instanceof Error && !error.message.includes(err.message)
    ? [`${oneLine(err.name)}: ${oneLine(err.message)}`]
    : []
}

/** Where it happened. The message, which a stack begins with, is left out: it could hold lines that look like these. */
function framesOf({ message, stack = '' }: Error): string[] {
  const start = stack.indexOf(message)
  const frames = start === -1 ? [] : stack.slice(start + message.length).split('\n')
  return frames.filter((frame) => /^ {4}at /.test(frame)).map((frame) => `    ${oneLine(frame.trimStart())}`)
}

function isWorthLogging(detail: unknown): boolean {
  return typeof detail !== 'object' || detail === null || Object.keys(detail).length > 0
}
