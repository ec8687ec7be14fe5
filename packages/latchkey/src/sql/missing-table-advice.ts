/** What needs a table. */
export type TableUser = 'adapter' | 'store'

/** How to fix a missing table. */
export const MISSING_TABLE_ADVICE: Readonly<Record<TableUser, string>> = {
  adapter:
    'Run `npx latchkey migrate`, which prints the SQL that creates it, or name your tables in the ' +
    'option `tables`.',
  store:
    'Run `npx latchkey migrate --store`, which prints the SQL that creates it. Add `--tables` if the ' +
    'adapter has the option `tables`.',
}
