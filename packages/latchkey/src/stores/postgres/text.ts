/** Returns how a text is stored: PostgreSQL texts cannot contain the character U+0000. */
export function toStored(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0')
}

/** Returns the stored text. */
export function fromStored(stored: string): string {
  return stored.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === '0' ? '\0' : escaped))
}
