/**
 * Returns an e-mail address in lower case, as the index has it. The collation changes only ASCII
 * letters, regardless of the column's collation: in Turkish, the lower case of "I" is not "i".
 *
 * @param address a column or a placeholder
 */
export function lowerAddress(address: string): string {
  return `lower(${address}::text COLLATE "C")`
}
