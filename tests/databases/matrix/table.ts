import { MEANINGS } from './meanings.ts'
import { CLASSES, type Result } from './run.ts'

/** The part of the page that the tests write. */
export const GENERATED = /(?<=<!-- adapters -->\n\n)[\s\S]*?(?=\n\n<!-- end of adapters -->)/

/**
 * Renders the table of the combinations, and the notes that it refers to.
 *
 * @throws {Error} when a combination fails a case that no note explains
 */
export function renderTables(results: readonly Result[]): string {
  const numbers = new Map<string, number>()
  const notes: string[] = []
  for (const { cases, withLatchkey } of MEANINGS) {
    const failed = cases.filter((name) => results.some(({ failures }) => failures.has(name)))
    if (failed.length === 0) continue
    for (const name of failed) numbers.set(name, notes.length + 1)
    notes.push(`| ${notes.length + 1} | ${failed.join('; ')} | ${withLatchkey} |`)
  }
  return [
    '| Adapter | Database and driver | Security | Data | Comfort | Not passed |',
    '|---|---|---|---|---|---|',
    ...results.map((result) => renderRow(result, numbers)),
    '',
    '| Note | Requirement | With Latchkey |',
    '|---|---|---|',
    ...notes,
  ].join('\n')
}

function renderRow({ combination, counts, failures }: Result, numbers: ReadonlyMap<string, number>): string {
  const notes = new Set<number>()
  for (const [name, message] of failures) {
    const number = numbers.get(name)
    if (number === undefined)
      throw new Error(
        `${combination.adapter} (${combination.database}) does not pass “${name}”, ` +
          `which meanings.ts does not explain:\n${message}`,
      )
    notes.add(number)
  }
  const cells = CLASSES.map((name) => `${counts[name].passed} of ${counts[name].applicable}`)
  const notPassed = [...notes].toSorted((a, b) => a - b).join(', ')
  const columns = [`\`${combination.adapter}\``, combination.database, ...cells, notPassed || '–']
  return `| ${columns.join(' | ')} |`
}
