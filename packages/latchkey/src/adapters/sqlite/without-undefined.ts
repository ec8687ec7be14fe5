/** Returns a record without its `undefined` fields. Keeps fields that are `null`. */
export function withoutUndefined<T extends object>(record: T): Partial<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Partial<T>
}
