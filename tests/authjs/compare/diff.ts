import { isDeepStrictEqual } from 'node:util'
import type { Plain } from './normalize.ts'

/** Stands for a field that a library does not have. */
export const ABSENT = '(absent)'

/** A field that has different values. */
export interface FieldDifference {
  /** The names from the scenario to the field, joined by ` › `. */
  readonly field: string
  readonly authJs: Plain
  readonly latchkey: Plain
}

export const SEPARATOR = ' › '

/**
 * Compares two records field by field. A field that only one of them has is one difference, however
 * many fields it contains.
 */
export function diff(authJs: Plain, latchkey: Plain, path: readonly string[] = []): FieldDifference[] {
  if (isFields(authJs) && isFields(latchkey))
    return listNames(authJs, latchkey).flatMap((name) =>
      diff(authJs[name] ?? valueOrAbsent(authJs, name), latchkey[name] ?? valueOrAbsent(latchkey, name), [
        ...path,
        name,
      ]),
    )
  return isDeepStrictEqual(authJs, latchkey) ? [] : [{ field: path.join(SEPARATOR), authJs, latchkey }]
}

function valueOrAbsent(fields: object, name: string): Plain {
  return name in fields ? null : ABSENT
}

/** Counts the fields of two records that are compared. */
export function countFields(first: Plain, second: Plain): number {
  if (!isFields(first) && !isFields(second)) return 1
  const [one, other] = [isFields(first) ? first : {}, isFields(second) ? second : {}]
  return listNames(one, other).reduce(
    (sum, name) => sum + countFields(one[name] ?? null, other[name] ?? null),
    0,
  )
}

type PlainFields = { readonly [name: string]: Plain }

function listNames(first: PlainFields, second: PlainFields): string[] {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])]
}

function isFields(value: Plain): value is PlainFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
