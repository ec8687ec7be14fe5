import type { ResolvedAuth } from '../contract/context.ts'
import type { WarningCode } from '../types/config.ts'

/** More than any application has; a limit, because an advice may name a provider. */
const MAX_WARNINGS = 1000

const warned = new Set<string>()

/** Logs a warning that a request caused, once for each process. */
export function warnOncePerProcess({ logger }: ResolvedAuth, code: WarningCode, advice: string): void {
  const warning = `${code} ${advice}`
  if (warned.has(warning) || warned.size === MAX_WARNINGS) return
  warned.add(warning)
  logger.warn(code, advice)
}
