/** What needs a table. */
export type TableUser = 'adapter' | 'store'

/** What to do if a table does not exist. */
export const MISSING_TABLE_ADVICE: Readonly<Record<TableUser, string>> = {
  adapter:
    'Run `npx latchkey migrate`, which prints the SQL that creates it, or name your tables in the ' +
    'option `tables`.',
  store:
    'Run `npx latchkey migrate --store`, which prints the SQL that creates it. Add `--tables` if the ' +
    'adapter has the option `tables`.',
}
