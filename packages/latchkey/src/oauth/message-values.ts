import { MAX_QUOTE_LENGTH } from './failures/quote.ts'

/** Returns an object's member or a URL's parameter. */
export function member(value: unknown, name: string): unknown {
  if (value instanceof URLSearchParams) return value.get(name) ?? undefined
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Returns an object's member names. */
export function listNames(value: unknown): string {
  const names = typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 20) : []
  return names.length === 0 ? 'none' : names.join(', ').slice(0, MAX_QUOTE_LENGTH)
}

/** Describes a value that may be a secret. */
export function describeType(value: unknown): string {
  if (value === undefined || value === '') return 'nothing'
  return value === null ? '`null`' : Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
}

/** Quotes a value that is not secret. */
export function quote(value: unknown): string {
  return value === undefined ? '(none)' : JSON.stringify(value).slice(0, MAX_QUOTE_LENGTH)
}
