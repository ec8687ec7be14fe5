/** A value without what is random or depends on the clock. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain }

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ISO_DATE = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** A port that the system chooses for a test. */
const CHOSEN_PORT = /(localhost|127\.0\.0\.1)(:|%3A)\d{5}\b/g
/** A JWT or JWE, a hash, or another random value of at least 128 bits. */
const TOKEN = /\beyJ[\w-]+(?:\.[\w-]*){2,4}|(?<![\w-])(?:[0-9a-f]{32,}|(?=[\w-]*[\dA-Z])[\w-]{36,})(?![\w-])/g
const TOLERANCE_SECONDS = 5
const UNITS = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
] as const
/** Seconds since 1970 between 2017 and 2049. */
const isUnixTime = (value: number): boolean => value > 1.5e9 && value < 2.5e9

/**
 * Replaces identifiers, tokens and times with placeholders. `undefined` counts as absent. A time is
 * relative to the current one, which the tests hold still.
 */
export function normalize(value: unknown): Plain {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return normalizeText(value)
  if (typeof value === 'number') return isUnixTime(value) ? `<seconds ${relative(value * 1000)}>` : value
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object') return `<${typeof value}>`
  if (value instanceof Date) return `<Date ${relative(value.getTime())}>`
  if (value instanceof Request) return { method: value.method, url: normalizeText(value.url) }
  if (value instanceof Error) return { error: (value as { type?: string }).type ?? value.name }
  if (Array.isArray(value)) return value.map(normalize)
  return normalizeFields(value)
}

function normalizeFields(value: object): Plain {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  return Object.fromEntries(
    entries.map(([name, field]) => [name, name === 'reference' ? '<random>' : normalize(field)]),
  )
}

/** Replaces identifiers, tokens and times in a text. */
export function normalizeText(text: string): string {
  return text
    .replace(UUID, '<uuid>')
    .replace(ISO_DATE, (date) => `<${relative(Date.parse(date))}>`)
    .replace(TOKEN, '<token>')
    .replace(CHOSEN_PORT, '$1$2<port>')
}

/** Returns a time as `now`, `now+30d` or `now-1h`. */
function relative(time: number): string {
  const seconds = (time - Date.now()) / 1000
  if (Math.abs(seconds) <= TOLERANCE_SECONDS) return 'now'
  return `now${seconds < 0 ? '-' : '+'}${duration(Math.abs(seconds))}`
}

/**
 * Returns a duration in its largest whole unit, such as `30d`. A server of its own takes a while to
 * respond: a few seconds more or less than whole minutes are the same.
 */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60) * 60
  const rounded = Math.abs(seconds - minutes) <= TOLERANCE_SECONDS ? minutes : Math.round(seconds)
  const [size, unit] = UNITS.find(([each]) => rounded % each === 0) ?? [1, 's']
  return `${rounded / size}${unit}`
}
