import type { AuthConfig, LoggerInstance, WarningCode } from '../contract.ts'
import { AuthError, factsOf } from '../errors.ts'
import { describe, oneLine } from './redact.ts'

/** The application's logger, level by level; the console for the levels that it leaves out. */
export function resolveLogger({ logger = {}, debug = false }: Partial<AuthConfig>): LoggerInstance {
  return {
    error: guarded((error, ...details) => (logger.error ? logger.error(error, ...details) : logError(error, details))),
    warn: guarded((code, ...details) => (logger.warn ? logger.warn(code, ...details) : console.warn(`[latchkey] ${code}`, ...details))),
    debug: guarded((message, ...details) => {
      if (logger.debug) logger.debug(message, ...details)
      else if (debug) console.log(`[latchkey] ${message}`, ...details.map(describe))
    }),
  }
}

/** A logger that throws must not decide whether somebody is signed in. */
function guarded<A extends unknown[]>(write: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    try {
      write(...args)
    } catch (error) {
      console.error('[latchkey] The logger threw:', error)
    }
  }
}

const told = new WeakMap<object, Set<WarningCode>>()

/** A warning about the configuration, once for each logger: a function may make the same configuration anew for every request. */
export function warnOnce(config: Partial<AuthConfig>, logger: LoggerInstance, code: WarningCode, advice: string): void {
  const known = told.get(config.logger ?? console) ?? new Set()
  if (known.has(code)) return
  told.set(config.logger ?? console, known.add(code))
  logger.warn(code, advice)
}

/** One line for what whoever asked did wrong; for what we or the application do wrong also where it happened. */
function logError(error: Error, details: readonly unknown[]): void {
  const { err, ...facts } = error instanceof AuthError ? (error.cause ?? {}) : {}
  const line = [`[latchkey] ${error.name}: ${oneLine(error.message)}`, ...[facts, ...details].filter(isTold).map(describe)].join(' ')
  const isTheirs = error instanceof AuthError && factsOf(error).status < 500
  console.error(isTheirs ? line : `${line}\n${framesOf(err ?? error)}`)
}

/** A stack without its first lines, which repeat the message. */
function framesOf({ stack = '' }: Error): string {
  return stack.slice(stack.indexOf('\n    at ') + 1)
}

function isTold(detail: unknown): boolean {
  return typeof detail !== 'object' || detail === null || Object.keys(detail).length > 0
}
