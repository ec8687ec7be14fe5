/** The names of what stands for a value that JSON does not have. */
const DATE = 'latchkey.date'
const BIGINT = 'latchkey.bigint'

/** Returns a value as JSON that keeps dates and large numbers. */
export function toText(value: unknown): string {
  return JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, written) {
    // A date has already become text.
    const given = this[name]
    if (given instanceof Date) return { [DATE]: given.getTime() }
    return typeof given === 'bigint' ? { [BIGINT]: String(given) } : written
  })
}

/** Returns the value that `toText` received. */
export function fromText(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if (DATE in value) return new Date(Number(value[DATE] ?? Number.NaN))
    return BIGINT in value ? BigInt(String(value[BIGINT])) : value
  })
}
