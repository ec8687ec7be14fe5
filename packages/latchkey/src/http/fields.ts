import { PayloadTooLarge } from '../errors.ts'
import type { Fields } from '../types/basics.ts'

/** No form of ours comes near it. */
const MAX_FIELDS = 100

/** What a request without a form brings. */
export const noFields: Fields = Object.freeze(Object.create(null))

/** Pairs as an object without prototype, so that no field name means anything to the language. @throws {PayloadTooLarge} above 100 */
export function fieldsOf(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > MAX_FIELDS) throw new PayloadTooLarge(`The body has more than ${MAX_FIELDS} fields.`)
    fields[name] = value
  }
  return fields
}
