import { isDeepStrictEqual } from 'node:util'
import { type FieldDifference, SEPARATOR } from './diff.ts'
import type { Plain } from './normalize.ts'

export const GROUPS = [
  'Sign-in',
  'Sessions',
  'Cookies',
  'Redirects',
  'Errors',
  'Pages',
  'Callbacks',
  'Events',
  'Adapter calls',
  'Built-in providers',
  'Endpoints and configuration',
  'Browser client',
  'Next.js',
  'SvelteKit',
] as const

/** Matches any value of a field. */
export const ANY: unique symbol = Symbol('any value')

type Expected = Plain | typeof ANY

/**
 * A field with the values of both libraries. The path consists of names joined by ` › `: the
 * scenario, the step, and what follows. In a name, `*` stands for any text, and `|` separates
 * alternatives.
 */
export type ListedField = readonly [path: string, authJs: Expected, latchkey: Expected]

/** A difference that applications may see, with its reason. */
export interface ListedDifference {
  readonly group: (typeof GROUPS)[number]
  /** The texts of the table in docs/assurance/compatibility.md. */
  readonly what: string
  readonly authJs: string
  readonly latchkey: string
  readonly reason: string
  /** A page below `docs/`, with the heading. */
  readonly see?: string
  readonly fields: readonly ListedField[]
}

/** Whether a field of a listed difference is the one that was found. */
export function matches([path, authJs, latchkey]: ListedField, found: FieldDifference): boolean {
  return (
    toPattern(path).test(found.field) &&
    isExpected(authJs, found.authJs) &&
    isExpected(latchkey, found.latchkey)
  )
}

function isExpected(expected: Expected, value: Plain): boolean {
  return expected === ANY || isDeepStrictEqual(expected, value)
}

const patterns = new Map<string, RegExp>()

function toPattern(path: string): RegExp {
  let pattern = patterns.get(path)
  if (pattern === undefined) {
    pattern = new RegExp(`^${path.split(SEPARATOR).map(patternOfName).join(SEPARATOR)}$`)
    patterns.set(path, pattern)
  }
  return pattern
}

function patternOfName(name: string): string {
  const alternatives = name.split('|').map((part) =>
    part
      .split('*')
      .map((text) => text.replace(/[.+?^${}()[\]\\]/g, '\\$&'))
      .join('[^›]*'),
  )
  return `(?:${alternatives.join('|')})`
}
