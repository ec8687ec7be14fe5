const names = new Map<string, string>()

/**
 * Returns the name under which a statement is prepared. It depends only on the text: the same name
 * with another text is an error in PostgreSQL.
 */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `latchkey_${hash(text, 5381).toString(36)}${hash(text, 52_711).toString(36)}`
  names.set(text, name)
  return name
}

function hash(text: string, seed: number): number {
  let value = seed
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
