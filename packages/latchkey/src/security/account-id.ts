/**
 * The id of an account as text; `undefined` when it is none that stays the same: missing, empty, or a number that is not exact, which could
 * belong to two people.
 */
export function accountId(id: unknown): string | undefined {
  if (typeof id === 'string' && id !== '') return id
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : undefined
}
