import { collectFields } from '../http/fields.ts'
import type { Fields } from '../types/basics.ts'

/**
 * Returns server code's fields as a form would send them: numbers, `bigint` values and booleans as
 * text, without `undefined` and `null`. Rejects an object: instead of a password, it could become a
 * database query operator.
 *
 * @throws {TypeError} if a value is an object, a function or a symbol
 */
export function toTextFields(given: Fields): Fields {
  const fields = collectFields(Object.entries(given))
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) delete fields[name]
    else fields[name] = toText(name, value)
  }
  return fields
}

/** Returns a form's fields without its files, which no sign-in uses. */
export function formEntries(form: FormData | URLSearchParams): [string, string][] {
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'
  return [...form.entries()].filter(isText)
}

function toText(name: string, value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'boolean':
    case 'number':
    case 'bigint':
      return String(value)
  }
  const type = Array.isArray(value) ? 'an array' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
  throw new TypeError(
    `The \`signIn\` field "${name.slice(0, 64)}" is ${type}. Pass a string, a number or a boolean, ` +
      'for example from `JSON.stringify(…)`.',
  )
}
