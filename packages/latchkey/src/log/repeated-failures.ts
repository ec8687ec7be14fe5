import type { AuthError, LogEntry } from '../errors/auth-error.ts'
import type { LoggerInstance } from '../types/config.ts'

/** How often failures with the same cause are logged, in milliseconds. */
const PERIOD_MS = 60_000
/** How many causes are remembered per log. The oldest one is forgotten first. */
const MAX_CAUSES = 100

/** The failures with one cause since the last log entry. */
interface Period {
  readonly reference: string
  /** In milliseconds since 1970. */
  readonly startedAt: number
  /** How many were not logged. */
  repeated: number
}

interface Log {
  readonly logger: LoggerInstance
  readonly channel: object
}

const periods = new WeakMap<object, Map<string, Period>>()

/**
 * Returns a failure's log entry: a new one once a minute for each cause, with the number of
 * failures since the last one. Failures in between have that entry's reference. Their number is
 * logged at the end of the minute, unless the runtime ends timers with the request.
 */
export function entryFor(log: Log, cause: string, reference: string, error: AuthError): LogEntry {
  const known = periods.get(log.channel) ?? new Map<string, Period>()
  periods.set(log.channel, known)
  const now = Date.now()
  const current = known.get(cause)
  if (current && now >= current.startedAt && now - current.startedAt < PERIOD_MS) {
    if (current.repeated++ === 0) logLater(log, known, cause, error)
    return { reference: current.reference }
  }
  start(known, cause, { reference, startedAt: now, repeated: 0 })
  return { reference, ...(current?.repeated && { repeated: current.repeated }) }
}

function start(known: Map<string, Period>, cause: string, period: Period): void {
  // At the end of the map, which is in insertion order.
  known.delete(cause)
  for (const oldest of known.keys()) if (known.size >= MAX_CAUSES) known.delete(oldest)
  known.set(cause, period)
}

function logLater({ logger }: Log, known: Map<string, Period>, cause: string, error: AuthError): void {
  const period = known.get(cause) as Period
  const log = (): void => {
    // The next failure logged the number.
    if (known.get(cause) !== period) return
    const { reference, repeated } = period
    logger.error(error, { reference, repeated })
    start(known, cause, { reference, startedAt: Date.now(), repeated: 0 })
  }
  const wait = Math.max(0, period.startedAt + PERIOD_MS - Date.now())
  const timer: { unref?: () => void } | number = setTimeout(log, wait)
  // A process without other work may exit.
  if (typeof timer === 'object') timer.unref?.()
}
