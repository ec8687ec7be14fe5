import { isRecord } from '../../records/record.ts'

/** What an option accepts. */
export interface Shape {
  readonly accepts: (value: unknown) => boolean
  /** The end of the sentence that starts with the option's name. */
  readonly problem: string
  /** How to fix it, as sentences. */
  readonly fix: string
  /** The options inside the option. */
  readonly fields?: Shapes
  /** Whether the option cannot be omitted. */
  readonly isRequired?: true
}

/** What an object's options accept. */
export type Shapes = Readonly<Record<string, Shape>>

/** The sentence about the first option with a wrong value. `undefined` if there is none. */
export function findWrongShape(
  options: unknown,
  shapes: Shapes,
  describeShape: (path: string) => string,
  path = '',
): string | undefined {
  if (!isRecord(options)) return undefined
  for (const [name, { accepts, problem, fix, fields, isRequired }] of Object.entries(shapes)) {
    const value = options[name]
    if (value === undefined && !isRequired) continue
    if (!accepts(value)) return `${describeShape(path + name)} ${problem} ${fix}`
    const inside = fields && findWrongShape(value, fields, describeShape, `${path}${name}.`)
    if (inside !== undefined) return inside
  }
  return undefined
}

const OR_OMIT = 'or omit it.'

function shape(accepts: Shape['accepts'], noun: string, fix = `Set it to ${noun}, ${OR_OMIT}`): Shape {
  return { accepts, problem: `is not ${noun}.`, fix }
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isFunction = (value: unknown): boolean => typeof value === 'function'
const isObject = (value: unknown): boolean => isRecord(value) || isFunction(value)
const isList = (accepts: Shape['accepts']) => (value: unknown) => Array.isArray(value) && value.every(accepts)

/** Another check reports the value's problem. */
export const ANY: Shape = shape(() => true, 'a value')
export const TEXT: Shape = shape(isText, 'a string')
export const BOOLEAN: Shape = shape((value) => typeof value === 'boolean', '`true` or `false`')
export const FUNCTION: Shape = shape(isFunction, 'a function')
export const OBJECT: Shape = shape(isObject, 'an object')
export const LIST: Shape = shape(Array.isArray, 'an array')
export const TEXTS: Shape = shape(isList(isText), 'an array of strings')
export const URL_TEXT: Shape = shape((value) => isText(value) || value instanceof URL, 'a URL')

/** Skips list entries that are not set. */
export const SECRET: Shape = shape(
  (value) => isText(value) || isList((entry) => entry === undefined || isText(entry))(value),
  'a string or an array of strings',
)

export const FALSE: Shape = shape((value) => value === false, '`false`')
export const TEXT_OR_OBJECT: Shape = shape(
  (value) => isText(value) || isObject(value),
  'a string or an object',
)
export const TEXT_OR_LIST: Shape = shape(
  (value) => isText(value) || isList(isText)(value),
  'a string or an array of strings',
)

/** A form's fields, by their names. */
export const FIELDS: Shape = shape(
  (value) => isRecord(value) && Object.values(value).every((field) => field === undefined || isRecord(field)),
  'an object of fields',
  'Set it to an object such as { email: { type: "email" } }.',
)

/** Also accepts `null`, which counts as not set, as in Auth.js. */
export function orNull({ accepts, ...others }: Shape): Shape {
  return { accepts: (value) => value === null || accepts(value), ...others }
}

/** An option that cannot be omitted. */
export function required({ problem, fix, ...shape }: Shape): Shape {
  return { ...shape, problem, fix: fix.replace(`, ${OR_OMIT}`, '.'), isRequired: true }
}

/** A whole number in a range. */
export function between(least: number, most: number): Shape {
  const accepts = (value: unknown): boolean =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
  return shape(accepts, `a number from ${least} to ${most}`)
}

/** A number of seconds without a fraction. */
export function seconds(minimum: 0 | 1, zero = ''): Shape {
  const accepts = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= minimum
  return shape(accepts, 'a number of seconds', `Set it to a whole number${zero || ' above 0'}.`)
}

/** A value with a shape, or a function that returns one. */
export function orFunction({ accepts, ...rest }: Shape): Shape {
  return { ...rest, accepts: (value) => typeof value === 'function' || accepts(value) }
}

/** A value with a shape, or `false`. */
export function orFalse({ accepts, ...rest }: Shape): Shape {
  return { ...rest, accepts: (value) => value === false || accepts(value) }
}

/** A number of seconds that may have a fraction. */
export function timeout(...off: readonly false[]): Shape {
  const accepts = (value: unknown): boolean =>
    off.includes(value as false) || (typeof value === 'number' && value > 0 && value <= 300)
  const noLimit = off.length > 0 ? ', or to `false` for no limit' : ''
  return shape(accepts, 'a number of seconds', `Set it to a number above 0, and at most 300${noLimit}.`)
}

/** One of two values. */
export function either(first: string, second: string): Shape {
  return {
    accepts: (value) => value === first || value === second,
    problem: `is neither "${first}" nor "${second}".`,
    fix: `Set it to one of them, ${OR_OMIT}`,
  }
}

/** A constant that the package exports. */
export function constant(value: symbol, name: string): Shape {
  const accepts = (given: unknown): boolean => given === value || given === false
  return shape(accepts, `the constant \`${name}\``, `Import it from \`latchkey\`, ${OR_OMIT}`)
}

/** An object with options inside, or one of further values. */
export function section(fields: Shapes, ...others: readonly Shape[]): Shape {
  const nouns = [...others, shape(isRecord, 'an object')].map(({ problem }) => problem.slice(7, -1))
  const accepts = (value: unknown): boolean => isRecord(value) || others.some((other) => other.accepts(value))
  return { ...shape(accepts, nouns.join(' or ')), fields }
}
