/** What is shown in one cell of the table. */
export type Cell = string | number | boolean

/** A row: what it is about, its default, and what changes it. */
export type Row = readonly Cell[]

/** Renders a section of the page. */
export function section(title: string, head: readonly string[], rows: readonly Row[]): string {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => toText(cell).replaceAll('|', '\\|')).join(' | ')} |`,
  )
  return `## ${title}\n\n${lines.join('\n')}\n`
}

/** The columns of most sections. */
export const COLUMNS = ['', 'Default', 'Change it with']

function toText(cell: Cell): string {
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns seconds as a text, in the largest unit that gives a whole number. */
export function duration(seconds: number): string {
  const rounded = Math.round(seconds)
  const [unit, size] = UNITS.find(([, each]) => rounded >= each && rounded % each === 0) ?? ['second', 1]
  const count = rounded / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Returns bytes as a text, such as `64 KB`. */
export function size(bytes: number): string {
  if (bytes % (1024 * 1024) === 0) return `${bytes / 1024 / 1024} MB`
  return bytes % 1024 === 0 ? `${bytes / 1024} KB` : `${bytes.toLocaleString('en')} bytes`
}

export function code(text: string): string {
  return `\`${text}\``
}

/**
 * Returns the largest number for which a check passes, by bisection.
 *
 * @throws {Error} if it passes for none, or for `max`: then there is no limit
 */
export async function largest(max: number, passes: (value: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, max + 1]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (await passes(middle)) low = middle
    else high = middle
  }
  if (low === 0 || low === max) throw new Error(`There is no limit between 1 and ${max}.`)
  return low
}

/** Returns the number of the first attempt with a result, counted from 1. */
export async function first(max: number, isFound: (attempt: number) => Promise<boolean>): Promise<number> {
  for (let attempt = 1; attempt <= max; attempt++) if (await isFound(attempt)) return attempt
  throw new Error(`None of ${max} attempts had the result.`)
}
