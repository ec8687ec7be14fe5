/**
 * Returns the lower case of an e-mail address, as the index has it. The collation changes only
 * ASCII letters, whatever the one of the column does: in Turkish, the lower case of "I" is no "i".
 *
 * @param address a column or a placeholder
 */
export function lowerAddress(address: string): string {
  return `lower(${address}::text COLLATE "C")`
}
