/** Values for `{{name}}`. A name without a value becomes an empty string. */
export type Values = Readonly<Record<string, string | undefined>>

/**
 * Replaces `{{name}}` in the strings of a value, and in the keys of its objects. `{{repeat:a:3}}` is
 * `aaa`.
 */
export function fillIn<T>(value: T, values: Values): T {
  return fill(value, values) as T
}

function fill(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((each) => fill(each, values))
  if (typeof value !== 'object' || value === null) return value
  // `__proto__` must become a member like all others.
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [fillText(key, values), fill(each, values)]),
  )
}

function fillText(text: string, values: Values): string {
  return text.replace(/\{\{([^}]+)\}\}/g, (_, name: string) => {
    const [, repeated, count] = /^repeat:(.+):(\d+)$/.exec(name) ?? []
    return repeated === undefined ? (values[name] ?? '') : repeated.repeat(Number(count))
  })
}
