export type {
  AccountMethods,
  PasskeyDetails,
  SecondFactor,
  SessionDetails,
  StoredPassword,
  StoredSecurityEvent,
  UserDetails,
} from '../types/account-records.ts'
export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  BaseAdapter,
  CompleteAdapter,
  NewAccount,
  VerificationToken,
} from '../types/adapter.ts'
export type { Awaitable, JsonArray, JsonObject, JsonPrimitive, JsonValue } from '../types/basics.ts'

const DATE_TIME_WITH_ZONE = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})/

/**
 * Returns whether a value is a date as `JSON.stringify` writes it. Use it in adapters for databases
 * that have no type for dates.
 *
 * @example
 * ```ts
 * import { isDate } from 'latchkey/adapters'
 *
 * const record = JSON.parse(text, (_, value) => (isDate(value) ? new Date(value) : value))
 * ```
 */
export function isDate(value: unknown): value is string {
  return typeof value === 'string' && DATE_TIME_WITH_ZONE.test(value) && !Number.isNaN(Date.parse(value))
}
