/** What to do if a table does not exist, by what needs it. */
export const MISSING_TABLE_ADVICE = {
  adapter:
    'Run `npx latchkey migrate`, which prints the SQL that creates it, or name your tables in the ' +
    'option `tables`.',
  store:
    'Run `npx latchkey migrate --store`, which prints the SQL that creates it. Add `--tables` if the ' +
    'adapter has the option `tables`.',
} as const

export type TableUser = keyof typeof MISSING_TABLE_ADVICE
