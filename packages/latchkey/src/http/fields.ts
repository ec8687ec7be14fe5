import { PayloadTooLarge } from '../errors/request.ts'

/** Far more than any of Latchkey's forms needs. */
const MAX_FIELDS = 100

/**
 * Collects pairs in an object without a prototype, so that names such as `__proto__` are ordinary
 * fields.
 *
 * @throws {PayloadTooLarge} if there are more than 100 pairs
 */
export function collectFields(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null)
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > MAX_FIELDS) throw new PayloadTooLarge(`The body has more than ${MAX_FIELDS} fields.`)
    fields[name] = value
  }
  return fields
}
